/** How I come to a table: whoever has never said who that is, is asked before friends see them. */

import { me } from "../person/me.svelte";
import { route } from "../route.svelte";
import { isAmongFriends } from "../rules/houseRules";
import { isOnDevice } from "../server/channels";
import type { LiveTable } from "./liveTable.svelte";

export class Arrival {
  /** The seat that I want, or null for whichever is free. */
  private wanted: { seat: number | null } | null = $state.raw(null);

  /** To be created with the component of the table. */
  constructor(private readonly live: LiveTable) {
    $effect(() => this.followInvitation());
    $effect(() => this.takeSeat());
  }

  /** Take a seat, after the question if it has to be asked. */
  sit(seat: number): void {
    this.wanted = { seat };
  }

  /** Whether I have to say who I am, now that I have a seat or want one. */
  get asks(): boolean {
    const { view, isWaiting, table } = this.live;
    if (view === null || !isWaiting || isOnDevice(table) || !isAmongFriends(view.settings)) return false;
    return !me.introduced && !me.account && (view.seat !== null || this.wanted !== null);
  }

  /** A visitor who follows an invitation wants to play: nobody should have to look for a button. */
  private followInvitation(): void {
    const { view, table } = this.live;
    if (view === null || route.invitedTo !== table) return;
    route.invitedTo = null;
    const isFree = view.seats.some((seat) => seat.person === null && seat.level === null);
    if (view.phase === "open" && view.seat === null && isFree) this.wanted = { seat: null };
  }

  private takeSeat(): void {
    if (this.wanted === null || this.asks) return;
    const { seat } = this.wanted;
    this.wanted = null;
    void this.live.command({ do: "sit", seat });
  }
}
