/** Whether every text can be read on everything that it stands on, in every theme: computed from the colours of base.css (WCAG 2.2, AA). */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const CSS = readFileSync(join(import.meta.dirname, "../../../src/look/base.css"), "utf-8");

/** The least contrast of text, and of text that is large or bold and large, of symbols and of edges. */
const TEXT = 4.5;
const LARGE = 3;

/** Red, green and blue from 0 to 1, and how opaque. */
type Colour = readonly [number, number, number, number];

/** The variables of a theme; `evening` is what the page has without one. */
function variablesOf(theme: string): Map<string, string> {
  const screen = CSS.slice(0, CSS.indexOf("@media print"));
  const blocks = [...screen.matchAll(/^:root(?:\[data-theme="(\w+)"\])? \{([^}]*)\}/gm)].filter(([, name]) => name === undefined || name === theme);
  const variables = new Map(blocks.flatMap(([, , body]) => [...body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!] as const)));
  // The gradient of the room begins above the window: below the header, a third of the way to its second colour is over.
  const [first, second, ...others] = coloursOf("--ground", variables);
  const below = second ? [mixed(first!, second, 1 / 3), second, ...others] : [first!];
  return variables.set("--ground-below", below.map(hexOf).join());
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const mix = (n: number) => one[n]! * (1 - share) + other[n]! * share;
  return [mix(0), mix(1), mix(2), mix(3)];
}

const hexOf = (colour: Colour) => `#${colour.map((part) => Math.round(part * 255).toString(16).padStart(2, "0")).join("")}`;

function parseHex(hex: string): Colour {
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : hex.match(/../g)!;
  const [red, green, blue, alpha = 1] = digits.map((pair) => parseInt(pair, 16) / 255);
  return [red!, green!, blue!, alpha];
}

/** All colours of a value: one, or the stops of its gradients. What is `none` has none. */
function coloursOf(value: string, variables: ReadonlyMap<string, string>): Colour[] {
  const resolved = value.replace(/var\((--[\w-]+)\)|^(--[\w-]+)$/g, (_, used?: string, whole?: string) => variables.get(used ?? whole!) ?? `missing ${used ?? whole}`);
  if (resolved.includes("missing")) throw new Error(`There is no colour ${value}: ${resolved}`);
  return [...resolved.matchAll(/#([0-9a-f]{3,8})\b/g)].map(([, hex]) => parseHex(hex!));
}

function over(top: Colour, bottom: Colour): Colour {
  const [red, green, blue] = mixed(bottom, top, top[3]);
  return [red, green, blue, 1];
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The least contrast of a text on layers, the lowest first, wherever it stands on their gradients. */
function leastContrast(text: string, layers: readonly string[], variables: ReadonlyMap<string, string>): number {
  let grounds: Colour[] = [];
  for (const layer of layers) {
    const stops = coloursOf(layer, variables);
    if (grounds.length === 0) grounds = stops;
    else if (stops.length) grounds = stops.flatMap((stop) => grounds.map((ground) => over(stop, ground)));
  }
  return Math.min(...grounds.flatMap((ground) => coloursOf(text, variables).map((colour) => contrast(over(colour, ground), ground))));
}

/** What text stands on, the lowest layer first. */
const ROOM = ["--ground-flat", "--ground"];
const PANEL = ["--panel"];
const CARD = ["--ground-flat", "--ground-below", "--card"];
const SEAT = ["--felt-flat", "--felt", "--seat"];
const PAPER = ["--panel", "--paper"];
const FELT = ["--felt-flat", "--felt"];
const PLANNED_FELT = ["--felt-flat", "--felt-plan"];
const GOLD = ["--gold"];
const TILE = ["--tile"];

const PAIRS: readonly (readonly [what: string, text: string, layers: readonly string[], least?: number])[] = [
  ["text in the room", "--ink", ROOM],
  ["quiet text in the room", "--faint", ROOM],
  ["gold text in the room", "--gold-ink", ROOM],
  ["a warning in the room", "--warning", ROOM],
  ["text of a sheet", "--ink", PANEL],
  ["quiet text of a sheet", "--faint", PANEL],
  ["gold text of a sheet", "--gold-ink", PANEL],
  ["a warning of a sheet", "--warning", PANEL],
  ["text of a card", "--ink", CARD],
  ["quiet text of a card", "--faint", CARD],
  ["gold text of a card", "--gold-ink", CARD],
  ["a warning of a card", "--warning", CARD],
  ["a button in the room", "--ink", [...ROOM, "--button"]],
  ["a button of a sheet", "--ink", [...PANEL, "--button"]],
  ["a button of a card", "--ink", [...CARD, "--button"]],
  ["a button under the mouse in the room", "--ink", [...ROOM, "--button-hover"]],
  ["a button under the mouse on a sheet", "--ink", [...PANEL, "--button-hover"]],
  ["a button under the mouse on a card", "--ink", [...CARD, "--button-hover"]],
  ["quiet text of an option under the mouse", "--faint", [...PANEL, "--button-hover"]],
  ["the primary button", "--on-go", ["--go"]],
  ["what is typed in", "--ink", ["--field"]],
  ["text on gold", "--on-gold", GOLD],
  ["text of a player's place", "--ink", SEAT],
  ["quiet text of a player's place", "--faint", SEAT],
  ["gold text of a player's place", "--gold-ink", SEAT],
  ["the clock in a hurry", "--warning", SEAT],
  ["text of a chip", "--ink", [...PANEL, "--chip"]],
  ["gold text of a chip", "--gold-ink", [...PANEL, "--chip"]],
  ["text of the chip in turn", "--ink", [...PANEL, "--chip-turn"]],
  ["gold text of the chip in turn", "--gold-ink", [...PANEL, "--chip-turn"]],
  ["text of a quiet chip in the room", "--ink", [...ROOM, "--chip"]],
  ["text on felt", "--on-felt", ["--felt-flat"]],
  ["text on felt where light falls on it", "--on-felt", FELT, LARGE],
  ["the number of tiles in the pool", "#ffffff", [...FELT, "#00000066"]],
  ["the number of tiles in the pool beside a plan", "#ffffff", [...PLANNED_FELT, "#00000066"]],
  ["text on paper", "--on-paper", PAPER],
  ["quiet text on paper", "--paper-faint", PAPER],
  ["gold text on paper", "--paper-gold", PAPER],
  ["a warning on paper", "--paper-warning", PAPER],
  ["a button on paper", "--on-paper", [...PAPER, "--paper-button"]],
  ["quiet text of a button on paper", "--paper-faint", [...PAPER, "--paper-button"]],
  ["text of a row on paper", "--on-paper", [...PAPER, "--paper-row"]],
  ["quiet text of a row on paper", "--paper-faint", [...PAPER, "--paper-row"]],
  ["gold text of a row on paper", "--paper-gold", [...PAPER, "--paper-row"]],
  ["a warning of a row on paper", "--paper-warning", [...PAPER, "--paper-row"]],
  ["text of the best row on paper", "--on-paper", [...PAPER, "--paper-best"]],
  ["quiet text of the best row on paper", "--paper-faint", [...PAPER, "--paper-best"]],
  ["gold text of the best row on paper", "--paper-gold", [...PAPER, "--paper-best"]],
  ...["k", "r", "b", "o", "j"].map((colour) => [`the number of a tile (${colour})`, `--tile-${colour}`, TILE, LARGE] as const),
  ["the focus in the room", "--focus", ROOM, LARGE],
  ["the focus on a sheet", "--focus", PANEL, LARGE],
  ["the focus on paper", "--paper-gold", PAPER, LARGE],
];

const THEMES = ["evening", "daylight", "contrast"];

describe.each(THEMES)("in the theme %s", (theme) => {
  const variables = variablesOf(theme);
  test.each(PAIRS.map(([what, text, layers, least = TEXT]) => ({ what, text, layers, least })))("$what can be read", ({ text, layers, least }) => {
    expect(leastContrast(text, layers, variables)).toBeGreaterThanOrEqual(least);
  });
});
