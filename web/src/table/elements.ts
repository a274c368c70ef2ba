/** The elements of the table page between which tiles fly. */

export function poolElement(): Element | null {
  return document.querySelector(".pool .piles") ?? document.querySelector(".pool");
}

/** A player's small rack, or the seat where it has no room. */
export function seatElement(seat: number): Element | null {
  const place = document.querySelector(`[data-seat="${seat}"]`);
  const rack = place?.querySelector(".backs");
  return rack && rack.getBoundingClientRect().width > 0 ? rack : place;
}
