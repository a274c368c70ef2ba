/** The computer players as people meet them: each level has a cast of its own, so that a name always plays alike. */

import { t, translateCode } from "./translation.svelte";

export interface ComputerPlayer {
  /** The same in every language. */
  readonly name: string;
  /** The name of a picture in `person/computerFaces.ts`. */
  readonly face: string;
}

/** The cast of each level, by seat. No two players of different levels share a name; no two of one level share a face. */
const CASTS: Readonly<Record<string, readonly ComputerPlayer[]>> = {
  beginner: cast("Nuri koala", "Pip chick", "Mimi mouse", "Leo lion", "Lola pig", "Toni turtle"),
  learner: cast("Nina mouse", "Otto pig", "Pola hedgehog", "Quirin whale", "Romy chick", "Sami tiger"),
  tinkerer: cast("Frida hedgehog", "Gustav pig", "Hanna tiger", "Ivo mouse", "Jette wolf", "Kalle chick"),
  casual: cast("Felix wolf", "Ada hedgehog", "Bruno whale", "Celia koala", "Dario tiger", "Emma elephant"),
  solid: cast("Greta lion", "Hugo elephant", "Irma wolf", "Jonas tiger", "Klara turtle", "Ludo mouse"),
  collector: cast("Tilda turtle", "Ulla elephant", "Vito wolf", "Wanda koala", "Xaver lion", "Yara whale"),
  fox: cast("Zeno wolf", "Alma tiger", "Boris hedgehog", "Cora mouse", "Dino turtle", "Elsa lion"),
  master: cast("Magnus elephant", "Sofia whale", "Viktor lion", "Zelda tiger", "Oskar wolf", "Livia turtle"),
};

function cast(...players: string[]): readonly ComputerPlayer[] {
  return players.map((player) => {
    const [name, face] = player.split(" ") as [string, string];
    return { name, face };
  });
}

/** The computer player of a level on a seat. A level without a cast has numbered players. */
export function computerPlayer(level: string, seat: number): ComputerPlayer {
  const players = CASTS[level];
  return players?.[seat % players.length] ?? { name: t("seat.computer", { level: translateCode("level", level) ?? level, number: seat + 1 }), face: "robot" };
}

/** A sentence about how a level plays. */
export function playingStyle(level: string): string {
  return translateCode("style", level) ?? "";
}
