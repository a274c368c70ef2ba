/** Several people at one device: who may see a rack, and what happened since a player last had a turn. */

import { isOnDevice } from "../server/channels";
import type { ActionView, HandOver, TableView } from "../server/protocol";

/** Whether several people share this device at a table. */
export function isShared(view: TableView): boolean {
  return isOnDevice(view.table) && (view.settings.seats ?? []).filter((seat) => seat === "person").length > 1;
}

/** The seat whose player should take the device, while all racks are hidden; null if nobody has to. */
export function awaitedSeat(view: TableView | null, handOver: HandOver | null): number | null {
  return view !== null && view.seat === null && handOver !== null && handOver.seat === null ? handOver.next : null;
}

/** The seat to whose player the one who holds the device should pass it; null if nobody has to. */
export function followingSeat(view: TableView | null, handOver: HandOver | null): number | null {
  return view !== null && view.seat !== null && handOver !== null && handOver.next !== view.seat ? handOver.next : null;
}

/** Whether an action of the player who holds the device leaves nothing new to look at, so that the racks can be hidden at once. */
export function endsQuietly(action: ActionView): boolean {
  return action.action === "pass" || (action.action === "play" && !action.drawn);
}

/** What the others have done since a player's last action, as far as the view knows it. */
export function actionsSince(view: TableView, seat: number): readonly ActionView[] {
  const last = view.last_actions.map((action) => action.seat).lastIndexOf(seat);
  return view.last_actions.slice(last + 1);
}
