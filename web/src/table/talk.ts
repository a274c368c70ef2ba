import type { React } from "../server/protocol";

export const REACTIONS: readonly React["reaction"][] = ["well-played", "thanks", "wow", "oops", "hurry", "good-game"];
export type Muted = readonly string[];
