/** What the parts of the board share: its current state, and what it tells the page. */

import type { SetPreview } from "../server/protocol";
import type { Order, Piece, PieceSet } from "../tiles/tiles";
import type { Draft, Layout } from "./draft";

/** The state of the board as its controllers read it. All fields are reactive getters. */
export interface BoardState {
  /** The layout that is shown: my draft, or another player's turn. */
  readonly layout: Layout;
  readonly draft: Draft;
  readonly movable: boolean;
  readonly large: boolean;
  readonly hasRack: boolean;
  /** How the rack is sorted; null: by hand. */
  readonly order: Order | null;
  readonly boardElement: HTMLElement;
  readonly feltElement: HTMLElement;
  readonly rackElement: HTMLElement | undefined;
  change(draft: Draft): void;
  /** A tile with this face was touched or focused. */
  touched(face: string): void;
}

export type TileMark = "" | "drawn" | "mine" | "fresh";

/** The accessible names of tiles and sets. */
export interface BoardLabels {
  tile: (piece: Piece, where: { mark: TileMark; standsFor: string }) => string;
  set: (set: PieceSet, number: number, preview: SetPreview | undefined) => string;
}

export interface ZoomLabels {
  smaller: string;
  whole: string;
  larger: string;
}

/** The id under which the keyboard reaches the place for a new set. */
export const NEW_SET = "new-set";
