/**
 * Pictures of every screen at every size in every theme, and a page that shows them side by side. Run by `make pictures`;
 * `make pictures SCREENS="home table"` takes only those.
 */

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMPANION_SCREENS } from "./page/screens/companionScreens";
import { HOME_SCREENS } from "./page/screens/homeScreens";
import { TABLE_SCREENS } from "./page/screens/tableScreens";
import { type Screens, visitScreens } from "./page/screens/visits";
import { settled } from "./stage/pageChecks";
import { ARTEFACTS, SIZES, Stage } from "./stage/stage";

const THEMES = ["evening", "daylight", "contrast"];
const WANTED = process.env["SCREENS"]?.split(" ");
const wanted = (screens: Screens): Screens => Object.fromEntries(Object.entries(screens).filter(([name]) => WANTED?.includes(name) ?? true));
const FOLDER = join(ARTEFACTS, "pictures");

const stage = new Stage();
beforeAll(() => stage.open());
afterAll(() => stage.close());

test.each(THEMES)("every screen in the theme %s", async (theme) => {
  mkdirSync(FOLDER, { recursive: true });
  const takePictures = async (page: Page, name: string) => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await settled(page);
      await page.screenshot({ path: join(FOLDER, `${name}.${size}.${theme}.png`) });
    }
    return [];
  };
  for (const screens of [HOME_SCREENS, TABLE_SCREENS, COMPANION_SCREENS]) await visitScreens(stage, wanted(screens), { theme }, takePictures);
  expect(stage.problems).toEqual([]);
});

test("a page shows all of them", () => {
  const names = [...new Set(readdirSync(FOLDER).filter((file) => file.endsWith(".png")).map((file) => file.split(".")[0]!))];
  const row = (name: string, theme: string) => Object.keys(SIZES).map((size) => `<img loading="lazy" src="${name}.${size}.${theme}.png" alt="${name}, ${size}, ${theme}">`).join("");
  const section = (name: string) => `<h2 id="${name}">${name}</h2>${THEMES.map((theme) => `<div>${row(name, theme)}</div>`).join("")}`;
  writeFileSync(join(FOLDER, "index.html"), `<!doctype html><meta charset="utf-8"><title>Pictures of the page</title><style>img{height:300px;margin:4px}</style>${names.map(section).join("")}`);
  expect(names).toEqual(expect.arrayContaining(WANTED ?? ["home", "table", "over"]));
});
