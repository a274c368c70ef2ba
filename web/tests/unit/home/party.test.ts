import { expect, test } from "vitest";
import { type PartySeat, isPerson, newComputer, newPerson, nextFace, peopleOf, sharedName, validSeats } from "../../../src/home/party";
import { CHOICES } from "../../../src/person/avatars";

const anna = { name: "Anna", avatar: "cat" };
const marek = { name: "Marek", avatar: "owl" };

test("there are always two people or more", () => {
  expect(validSeats([], 4)).toMatchObject([{ name: "" }, { name: "" }]);
  expect(validSeats([anna, { level: "solid" }, { level: "solid" }, { level: "solid" }], 4).filter(isPerson)).toHaveLength(2);
});

test("computer players leave first where a box has fewer seats", () => {
  const jan = { name: "Jan", avatar: "fox" };
  expect(validSeats([{ level: "solid" }, anna, marek, { level: "casual" }, jan], 4)).toEqual([{ level: "solid" }, anna, marek, jan]);
  expect(validSeats([anna, marek, jan], 2)).toEqual([anna, marek]);
});

test("levels and faces that no longer exist are replaced", () => {
  const stored: PartySeat[] = [anna, { name: "Marek", avatar: "dragon" }, { level: "godlike" }];
  expect(validSeats(stored, 4)).toEqual([anna, { name: "Marek", avatar: "initial" }]);
});

test("a new person has a face of their own, and a new computer player the level of the last one", () => {
  expect([anna.avatar, marek.avatar]).not.toContain(newPerson([anna, marek]).avatar);
  expect(newComputer([anna, { level: "solid" }])).toEqual({ level: "solid" });
});

test("every face can be reached from every other", () => {
  const seen = new Set<string>();
  for (let face = "cat"; !seen.has(face); face = nextFace(face)) seen.add(face);
  expect([...seen].sort()).toEqual([...CHOICES].sort());
});

test("a person without a name gets one, and two people with the same name are noticed", () => {
  const people = peopleOf([anna, { level: "solid" }, { name: "  ", avatar: "fox" }], (number) => `Player ${number}`);
  expect(people.map((person) => person.name)).toEqual(["Anna", "Player 2"]);
  expect(sharedName(people)).toBeNull();
  expect(sharedName([...people, { name: "ANNA", avatar: "owl" }])).toBe("ANNA");
});
