/**
 * What a finger is about to touch stays where it is on the screen, while what is above it grows: on a shared sheet others enter too,
 * and points arrive when they are counted. Browsers do the same (overflow-anchor), but not at the top of a page, and not all of them.
 */

/** Note where an element in a `.scroll` area is; the returned function scrolls it back there, and is called before the next frame. */
export function holdStill(element: HTMLElement): () => void {
  const area = element.closest<HTMLElement>(".scroll");
  if (!area) return () => undefined;
  // A low window scrolls as a whole.
  const scroller = getComputedStyle(area).overflowY === "visible" ? (document.scrollingElement as HTMLElement) : area;
  scroller.style.overflowAnchor = "none";
  const before = element.getBoundingClientRect().top;
  return () => {
    const moved = () => Math.round(element.getBoundingClientRect().top - before);
    if (!element.isConnected || !moved()) return;
    scroller.scrollTop += moved();
    const rest = moved();
    if (rest <= 0) return;
    // There is too little below it to scroll that far.
    area.style.paddingBottom = `${(parseFloat(area.style.paddingBottom) || 0) + rest}px`;
    scroller.scrollTop += rest;
  };
}

/** Give back the room below that holding an element still has taken. */
export function giveBackRoom(element: HTMLElement): void {
  element.closest<HTMLElement>(".scroll")?.style.removeProperty("padding-bottom");
}
