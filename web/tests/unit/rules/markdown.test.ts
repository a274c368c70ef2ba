import { expect, test } from "vitest";
import { parseMarkdown } from "../../../src/rules/markdown";

test("headings, paragraphs and lists are parsed", () => {
  expect(parseMarkdown("# A\n\nOne\ntwo.\n\n- x\n- y\n  z")).toEqual([
    { kind: "heading", level: 1, text: "A" },
    { kind: "text", text: "One two." },
    { kind: "list", items: ["x", "y z"] },
  ]);
});
