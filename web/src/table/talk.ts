import type { How } from "../server/http";
import type { React } from "../server/protocol";

export const REACTIONS: readonly React["reaction"][] = ["well-played", "thanks", "wow", "oops", "hurry", "good-game"];

/** Whom I do not want to hear. */
export interface Unheard {
  /** Each with how; who is not here is heard. */
  readonly how: Readonly<Record<string, How>>;
  /** Mute or block somebody, or hear them again. */
  be: (person: string, how: How | null) => void;
}
