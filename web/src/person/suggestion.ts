/** Who a visitor is until they say it: an animal, and a name that goes with it. */

import { t } from "../words/translation.svelte";
import { ANIMALS, type Animal } from "./avatars";

export function anyAnimal(): Animal {
  return ANIMALS[Math.floor(Math.random() * ANIMALS.length)]!;
}

/** The animal that I have, or else the next one that nobody at the table has. */
export function freeAnimal(mine: string, taken: readonly string[]): string {
  if (!taken.includes(mine)) return mine;
  const from = ANIMALS.findIndex((animal) => animal === mine) + 1;
  return [...ANIMALS.slice(from), ...ANIMALS.slice(0, from)].find((animal) => !taken.includes(animal)) ?? mine;
}

/** The name that goes with an avatar. */
export function suggestedName(avatar: string): string {
  return t(`guest.${ANIMALS.find((animal) => animal === avatar) ?? "cat"}`);
}

/** Whether a name is one that the page has suggested. */
export function isSuggested(name: string): boolean {
  return name === "" || ANIMALS.some((animal) => suggestedName(animal) === name);
}
