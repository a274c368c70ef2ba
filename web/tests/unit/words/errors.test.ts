import { expect, test } from "vitest";
import { RequestError } from "../../../src/server/http";
import { errorSentence } from "../../../src/words/errors";
import { t } from "../../../src/words/translation.svelte";

test("an error has the sentence of its code", () => {
  expect(errorSentence(new RequestError(409, "name-taken", ""))).toBe(t("error.name-taken"));
  expect(errorSentence(new RequestError(404, "no-code", "", null, { code: "ABCDEF" }))).toBe(t("refusal.no-code", { code: "ABCDEF" }));
});

test("rejected settings name rules as the form does", () => {
  const error = new RequestError(400, "bad-settings", "", "out-of-range", { rule: "rack_size", least: 5, most: 30 });
  expect(errorSentence(error)).toBe(t("settings-error.out-of-range", { rule: t("rule.rack_size"), least: 5, most: 30 }));
});

test("an unknown error code keeps the server's message, and any other error gets a general sentence", () => {
  expect(errorSentence(new RequestError(400, "unheard-of", "Something new."))).toBe("Something new.");
  expect(errorSentence(new Error("x"))).toBe(t("error.unknown"));
});
