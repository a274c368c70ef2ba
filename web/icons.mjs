/** Writes the icons of the installed app in public/icons/ from src/look/icon.svg, with Chromium: npm run icons */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "public/icons");
const icon = readFileSync(join(here, "src/look/icon.svg"), "utf-8");

/** The drawing inside the rounded square. */
const drawing = icon.replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(/<rect width="64" height="64"[^>]*\/>/, "");
const ground = /<rect width="64" height="64"[^>]*fill="([^"]+)"/.exec(icon)[1];
/** Systems cut a maskable icon to their own shape: everything that matters is in the middle four fifths. */
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${ground}"/><g transform="translate(8 8) scale(.75)">${drawing}</g></svg>`;
/** A badge is a white shape: the tile, with its number cut out. */
const badge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#fff" fill-rule="evenodd" d="M20 4h24a6 6 0 0 1 6 6v44a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6zM22 16v7h12L25 42h8l9-19v-7z"/></svg>`;

const ICONS = [
  ["icon-192.png", icon, 192],
  ["icon-512.png", icon, 512],
  ["maskable-512.png", maskable, 512],
  ["apple-180.png", maskable, 180],
  ["badge-96.png", badge, 96],
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
mkdirSync(target, { recursive: true });
for (const [name, svg, size] of ICONS) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  writeFileSync(join(target, name), await page.screenshot({ omitBackground: true }));
}
await browser.close();
