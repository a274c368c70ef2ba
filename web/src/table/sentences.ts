/** Actions, refusals, previews, scores and sets of the server as sentences. */

import type { TileMark } from "../board/board";
import type { GameView, SetPreview, TurnPreview, TableView, ActionView, RefusalView, ScoreView } from "../server/protocol";
import { type Piece, colourOf, parseFaces } from "../tiles/tiles";
import type { HintSteps } from "./hintSteps";
import { computerPlayer } from "../words/computerPlayers";
import { translateCode, formatFacts, t, tileName, tileNames } from "../words/translation.svelte";

export function seatName(view: TableView, seat: number): string {
  const seated = view.seats[seat];
  if (!seated) return t("seat.number", { number: seat + 1 });
  if (seated.level !== null && seated.person === null) return computerPlayer(seated.level, seat).name;
  return seated.name || t("seat.free");
}

/** What a player did, as everyone at the table may know it; with the last tile, that the pool is empty (U13). */
export function actionSentence(view: TableView, action: ActionView): string {
  const sentence = deedSentence(view, action);
  return action.last_tile ? `${sentence} ${t("did.last-tile")}` : sentence;
}

function deedSentence(view: TableView, action: ActionView): string {
  const mine = action.seat === view.seat;
  const name = mine ? t("you") : seatName(view, action.seat);
  const key = mine ? "did-you" : "did";
  const facts = {
    name,
    tiles: tileNames(action.placed || action.shown || ""),
    count: action.action === "play" ? parseFaces(action.placed ?? "").length : (action.drawn ?? 0),
    value: action.opening_value ?? 0,
    drawn: action.drawn_tiles ? tileNames(action.drawn_tiles) : "",
  };
  if (action.action === "play" && action.wrong) return t(`${key}.wrong`, facts);
  if (action.action === "play" && action.opening_value !== null && action.opening_value !== undefined) return t(`${key}.open`, facts);
  if (action.action === "draw" && action.drawn_tiles) return t("did-you.draw-known", facts);
  return translateCode(key, action.action, facts) ?? `${name}: ${action.action}`;
}

/** Why a game is over. */
export function endingSentence(game: GameView): string {
  return t(`ending.${(game.pool_ending ?? game.ending) as "out" | "stuck" | "passes" | "last-round" | "given-up"}`);
}

/** What a player did in a few words, next to the player's name and the tiles. */
export function deedWords(action: ActionView): string {
  const count = action.action === "play" && !action.wrong ? parseFaces(action.placed ?? "").length : (action.drawn ?? 0);
  const deed = action.wrong ? "wrong" : action.action === "play" && action.opening_value != null ? "open" : action.action;
  return translateCode("deed", deed, { count, value: action.opening_value ?? 0 }) ?? "";
}

/** What a hint says at one of its steps; tiles are shown, not named. */
export function hintSentence(step: number, { place }: HintSteps): string {
  if (step === 2) return t("hint.tiles");
  if (step === 3) return t("hint.play");
  return t(`hint.${place.at}`);
}

/** Why something is not possible. `sets` are the previews of the sets on the table, with their own reasons. */
export function refusalSentence(refusal: RefusalView, view: TableView | null = null, sets: readonly SetPreview[] = []): string {
  const facts = formatFacts(refusal.facts);
  if (refusal.code === "invalid-set") {
    const inner = sets.find((set) => set.refusal && set.tiles === refusal.facts?.["set"])?.refusal;
    if (inner) return capitalise(t("not-a-set", { tiles: facts["set"], why: setSentence(inner) }));
  }
  if (view && typeof refusal.facts?.["turn"] === "number") facts["turn"] = seatName(view, refusal.facts["turn"]);
  return capitalise(translateCode("refusal", refusal.code, facts) ?? refusal.message);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function setSentence(refusal: RefusalView): string {
  return translateCode("refusal", refusal.code, formatFacts(refusal.facts)) ?? refusal.message;
}

/** Why the turn cannot end yet, or what it is worth. */
export function previewSentence(preview: TurnPreview, view: TableView): string {
  if (preview.refusal) return refusalSentence(preview.refusal, view, preview.sets);
  const count = parseFaces(preview.placed).length;
  return preview.opening === null ? t("turn.ready", { count }) : t("turn.ready-open", { count, value: preview.opening });
}

/** Why a score is what it is. The tiles of the rack are left out: they are shown. */
export function scoreSentence(score: ScoreView): string {
  return translateCode("score", score.counted, { ...formatFacts(score.facts), tiles: "" })?.replace(" ()", "") ?? score.message;
}

/** The accessible name of a tile: "joker, stands for blue 9, new". */
export function tileLabel(piece: Piece, { mark, standsFor }: { mark: TileMark; standsFor: string }): string {
  const parts = [tileName(piece.face)];
  if (standsFor && colourOf(piece.face) === null) parts.push(t("tile.stands-for", { tiles: standsFor.split("+").map((part) => (colourOf(part) ? tileName(part) : part)).join(", ") }));
  if (mark) parts.push(t(`mark.${mark}`));
  return parts.join(", ");
}

/** The accessible name of a set: "Set 3, run: red 3, 4, 5". */
export function setLabel(number: number, tiles: string, preview: SetPreview | undefined): string {
  const names = tileNames(tiles);
  if (preview?.refusal) return t("set.unfinished", { number, tiles: names, why: capitalise(setSentence(preview.refusal)) });
  const kind = preview?.kind ? translateCode("set", preview.kind) : null;
  return kind ? t("set.named", { number, kind, tiles: names }) : t("set.plain", { number, tiles: names });
}
