import { expect, test } from "vitest";
import { announce, announcement, clearAnnouncements, toast } from "../../../src/look/announcements.svelte";

test("announcements disappear when they are cleared", () => {
  toast("Ten seconds left.");
  clearAnnouncements();
  expect({ ...announcement }).toEqual({ sentence: "", toast: "" });
  announce("It is your turn.");
  expect(announcement.sentence).toBe("It is your turn.");
  clearAnnouncements();
});

test("the same sentence is announced twice", () => {
  announce("Red 7.");
  const first = announcement.sentence;
  announce("Red 7.");
  expect(announcement.sentence).not.toBe(first);
  expect(announcement.sentence.trim()).toBe("Red 7.");
  clearAnnouncements();
});
