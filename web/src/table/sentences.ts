/** What happened, why not, and what was scored: codes and facts of the server in the person's language. */

import type { SetPreview, TurnPreview, TableView, ActionView, RefusalView, ScoreView } from "../server/protocol";
import { facesOf } from "../tiles/tiles";
import { coded, spoken, t, tileNames } from "../words/words.svelte";

export function nameOf(view: TableView, seat: number): string {
  const told = view.seats[seat];
  if (!told) return t("seat.number", { number: seat + 1 });
  if (told.level !== null && told.person === null) return t("seat.computer", { level: t(`level.${told.level}` as "level.solid"), number: seat + 1 });
  return told.name || t("seat.free");
}

/** An action as it is told to everybody at the table. */
export function actionSentence(view: TableView, action: ActionView): string {
  const mine = action.seat === view.seat;
  const name = mine ? t("you") : nameOf(view, action.seat);
  const key = mine ? "did-you" : "did";
  const facts = {
    name,
    tiles: tileNames(action.placed || action.shown || ""),
    count: action.action === "play" ? facesOf(action.placed ?? "").length : (action.drawn ?? 0),
    value: action.opening_value ?? 0,
    drawn: action.drawn_tiles ? tileNames(action.drawn_tiles) : "",
  };
  if (action.action === "play" && action.wrong) return t(`${key}.wrong`, facts);
  if (action.action === "play" && action.opening_value !== null && action.opening_value !== undefined) return t(`${key}.open`, facts);
  if (action.action === "draw" && action.drawn_tiles) return t("did-you.draw-known", facts);
  return coded(key, action.action, facts) ?? `${name}: ${action.action}`;
}

/** Why something was not, or would not be, possible. */
export function refusalSentence(refusal: RefusalView, view: TableView | null = null, sets: readonly SetPreview[] = []): string {
  const facts = spoken(refusal.facts);
  if (refusal.code === "invalid-set") {
    const inner = sets.find((set) => set.refusal && set.tiles === refusal.facts?.["set"])?.refusal;
    if (inner) return asSentence(t("not-a-set", { tiles: facts["set"], why: setSentence(inner) }));
  }
  if (view && typeof refusal.facts?.["turn"] === "number") facts["turn"] = nameOf(view, refusal.facts["turn"]);
  return asSentence(coded("refusal", refusal.code, facts) ?? refusal.message);
}

function asSentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function setSentence(refusal: RefusalView): string {
  return coded("refusal", refusal.code, spoken(refusal.facts)) ?? refusal.message;
}

/** Why the turn cannot end yet, or what it would be. */
export function judgementSentence(judgement: TurnPreview, view: TableView): string {
  if (judgement.refusal) return refusalSentence(judgement.refusal, view, judgement.sets);
  const count = facesOf(judgement.placed).length;
  return judgement.opening === null ? t("turn.ready", { count }) : t("turn.ready-open", { count, value: judgement.opening });
}

export function scoreSentence(score: ScoreView): string {
  return coded("score", score.counted, spoken(score.facts)) ?? score.message;
}

/** A set in words, for who does not see it: "Set 3: run, red 3, 4, 5". */
export function setName(number: number, tiles: string, judged: SetPreview | undefined): string {
  const names = tileNames(tiles);
  if (judged?.refusal) return t("set.unfinished", { number, tiles: names, why: asSentence(setSentence(judged.refusal)) });
  const kind = judged?.kind ? coded("set", judged.kind) : null;
  return kind ? t("set.named", { number, kind, tiles: names }) : t("set.plain", { number, tiles: names });
}
