/** The people, and perhaps computer players, who play at one device. The browser remembers them. */

import { AVATARS, CHOICES } from "../person/avatars";
import { loadItem, saveItem } from "../person/storage";
import rules from "../server/rules.json";

export interface PartyPerson {
  name: string;
  avatar: string;
}

/** Somebody at the table: a person at this device, or a computer player of a level. */
export type PartySeat = PartyPerson | { level: string };

export const LONGEST_NAME = 24;
const FACES = Object.keys(AVATARS);
const FIRST_LEVEL = rules.levels.find((level) => level === "casual") ?? rules.levels[0]!;

export function isPerson(seat: PartySeat): seat is PartyPerson {
  return "name" in seat;
}

/** A new person, with a face that nobody else has, as long as there is one. */
export function newPerson(seats: readonly PartySeat[]): PartyPerson {
  const taken = seats.filter(isPerson).map((person) => person.avatar);
  return { name: "", avatar: FACES.find((face) => !taken.includes(face)) ?? "initial" };
}

export function newComputer(seats: readonly PartySeat[]): PartySeat {
  const levels = seats.flatMap((seat) => (isPerson(seat) ? [] : [seat.level]));
  return { level: levels.at(-1) ?? FIRST_LEVEL };
}

/** The face after this one. */
export function nextFace(avatar: string): string {
  return CHOICES[(CHOICES.indexOf(avatar) + 1) % CHOICES.length]!;
}

/** The people with their names; `standIn` returns the name of a person who has typed none. */
export function peopleOf(seats: readonly PartySeat[], standIn: (number: number) => string): PartyPerson[] {
  return seats.filter(isPerson).map((person, n) => ({ ...person, name: person.name.trim() || standIn(n + 1) }));
}

/** A name that two people have, or null. */
export function sharedName(people: readonly PartyPerson[]): string | null {
  const known = new Set<string>();
  for (const { name } of people) {
    const key = name.toLocaleLowerCase();
    if (known.has(key)) return name;
    known.add(key);
  }
  return null;
}

/** Return stored seats with everything that no longer exists replaced, for at most so many players; always two people or more. */
export function validSeats(stored: readonly PartySeat[], most: number): PartySeat[] {
  const seats: PartySeat[] = [];
  for (const seat of stored) {
    if (isPerson(seat)) seats.push({ name: seat.name.slice(0, LONGEST_NAME), avatar: CHOICES.includes(seat.avatar) ? seat.avatar : "initial" });
    else if (rules.levels.includes(seat.level)) seats.push({ level: seat.level });
  }
  while (seats.length > most) removeLast(seats);
  while (seats.filter(isPerson).length < 2) {
    if (seats.length === most) removeLast(seats);
    seats.push(newPerson(seats));
  }
  return seats;
}

/** Remove the last computer player, or the last person if there is none. */
function removeLast(seats: PartySeat[]): void {
  const computers = seats.flatMap((seat, n) => (isPerson(seat) ? [] : [n]));
  seats.splice(computers.at(-1) ?? seats.length - 1, 1);
}

export function loadParty(): readonly PartySeat[] {
  const stored = loadItem<PartySeat[]>("party");
  return Array.isArray(stored) ? stored : [];
}

export function saveParty(seats: readonly PartySeat[]): void {
  saveItem("party", seats);
}
