/** What the parts of the board share: its current state, and what it tells the page. */

import type { SetPreview } from "../server/protocol";
import type { Piece, PieceSet } from "../tiles/tiles";
import type { Draft, Layout } from "./draft";
import type { Spot } from "./geometry";
import type { SavedPlace } from "./positions";

/** The state of the board as its controllers read it. All fields are reactive getters. */
export interface BoardState {
  /** The layout that is shown: my draft, or another player's turn. */
  readonly layout: Layout;
  readonly draft: Draft;
  readonly movable: boolean;
  readonly large: boolean;
  readonly hasRack: boolean;
  /** The server's reading of each set, by set id. */
  readonly setPreviews: ReadonlyMap<string, SetPreview>;
  /** Where the player sits who lays the sets that are new, from -1 to 1 in both directions; null: I lay them. */
  readonly seat: Spot | null;
  readonly boardElement: HTMLElement;
  readonly feltElement: HTMLElement;
  /** The slots of the rack, and what shows them: it scrolls sideways if they do not fit. */
  readonly rackElement: HTMLElement | undefined;
  readonly rackView: HTMLElement | undefined;
  /** What lies over the lower right corner of the felt. */
  readonly cornerElement: HTMLElement;
  /** The places that were stored in the browser. */
  loadPlaces(): readonly SavedPlace[];
  change(draft: Draft): void;
  /** A tile with this face was touched or focused. */
  touched(face: string): void;
}

/** Where the places of sets are stored. */
export interface PlaceStore {
  load(): readonly SavedPlace[];
  save(places: readonly SavedPlace[]): void;
}

export type TileMark = "" | "drawn" | "mine" | "fresh";

/** The accessible names of tiles and sets. */
export interface BoardLabels {
  tile: (piece: Piece, where: { mark: TileMark; standsFor: string }) => string;
  set: (set: PieceSet, number: number, preview: SetPreview | undefined) => string;
}

export interface ZoomLabels {
  zoom: string;
  smaller: string;
  whole: string;
  larger: string;
  tidy: string;
}

/** The id under which the keyboard reaches the place for a new set. */
export const NEW_SET = "new-set";
