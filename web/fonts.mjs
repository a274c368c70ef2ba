/**
 * The page's fonts: subsets of Fredoka (numerals and headings) and Nunito (text), both under the SIL Open Font License.
 *
 *     npm run fonts     write src/look/fonts/ from the packages
 *
 * The browser loads a file when the page contains one of its characters: `base` always, `polish` for Polish,
 * `west` and `east` for names with other letters. Fredoka's digits come first, in a file of their own: tiles need nothing
 * else. Weights are fixed, which halves the files.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
export const FOLDER = join(import.meta.dirname, "src/look/fonts");

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n)).join("");
const without = (characters, others) => [...characters].filter((one) => !others.includes(one)).join("");

const DIGITS = "0123456789";
const BASE = `${range(0x20, 0x7e)}ÄÖÜäöüßÓó\u00a0°·×–—‘’‚“”„…•−€`;
const POLISH = "ĄĆĘŁŃŚŹŻąćęłńśźż";
export const CHARACTERS = {
  digits: DIGITS,
  letters: without(BASE, DIGITS),
  base: BASE,
  polish: POLISH,
  west: without(range(0xa1, 0xff), BASE),
  east: without(range(0x100, 0x17f), POLISH),
};

/** Fredoka has no Polish letters, so headings in Polish are Nunito's. */
const FONTS = [
  { family: "Fredoka", weight: 600, parts: { digits: "latin", letters: "latin", west: "latin" } },
  { family: "Nunito", weight: 600, parts: { base: "latin", polish: "latin-ext", west: "latin", east: "latin-ext" } },
  { family: "Nunito", weight: 800, parts: { base: "latin", polish: "latin-ext", west: "latin", east: "latin-ext" } },
];

/** Copyright, licence and the address of the licence stay in every file. */
const NAMES = [0, 13, 14];

/** Return the contents of every file in `FOLDER`, by name. */
export async function makeFonts() {
  const files = {};
  const faces = ["/* Written by fonts.mjs (npm run fonts). */"];
  for (const { family, weight, parts } of FONTS) {
    const name = family.toLowerCase();
    for (const [part, source] of Object.entries(parts)) {
      const file = `${name}-${weight}-${part}.woff2`;
      const font = readFileSync(require.resolve(`@fontsource-variable/${name}/files/${name}-${source}-wght-normal.woff2`));
      files[file] = await subsetFont(font, CHARACTERS[part], { targetFormat: "woff2", variationAxes: { wght: weight }, preserveNameIds: NAMES });
      // Bold text in Fredoka is the same face: a synthetic one would be blurred.
      const weights = family === "Fredoka" ? "300 800" : weight === 800 ? "700 900" : "300 600";
      faces.push(`@font-face {\n  font-family: ${family};\n  src: url("./${file}") format("woff2");\n  font-weight: ${weights};\n  font-display: swap;\n  unicode-range: ${unicodeRange(CHARACTERS[part])};\n}`);
    }
  }
  files["fonts.css"] = Buffer.from(`${faces.join("\n")}\n`);
  return files;
}

/** Format characters as CSS does: U+20-7E, U+A0. */
function unicodeRange(characters) {
  const codes = [...characters].map((one) => one.codePointAt(0)).sort((a, b) => a - b);
  const ranges = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`).join(", ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, content] of Object.entries(await makeFonts())) writeFileSync(join(FOLDER, name), content);
}
