/** The finished games of this device that are in my games on the server too. The browser remembers which. */

import { addDeviceGame, type DeviceGame } from "../server/http";
import { loadItem, saveItem } from "./storage";

/** The tables of the server by the id of the game. Signing out removes them, with everything else that is personal. */
type Uploads = Record<string, string>;

const ITEM = "uploads";

function load(): Uploads {
  return loadItem<Uploads>(ITEM) ?? {};
}

/** The id with which a game is uploaded, as the engine gives it. */
export function gameId(table: string, match: number, game: number): string {
  return `${table}-${match}-${game}`;
}

export function isUploaded(id: string): boolean {
  return id in load();
}

/** The tables of the server that are copies of games at these tables of the device. */
export function copiesOf(tables: readonly string[]): ReadonlySet<string> {
  const isFromHere = (id: string) => tables.includes(id.replace(/-\d+-\d+$/, ""));
  return new Set(Object.entries(load()).flatMap(([id, copy]) => (isFromHere(id) ? [copy] : [])));
}

/** Add a game to my games, as the player of this seat. Throws RequestError. */
export async function upload(game: DeviceGame, seat: number): Promise<void> {
  const { table } = await addDeviceGame({ ...game, seat });
  saveItem(ITEM, { ...load(), [game.id]: table });
}
