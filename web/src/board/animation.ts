/** A Svelte action that lets tiles glide from where each one was to where it is now. */

interface Options {
  layout: unknown;
  /** Whether to move tiles at once, without animation. */
  still: boolean;
}

/** Milliseconds. */
const DURATION = 170;

export function animateTiles(board: HTMLElement, options: Options) {
  let boxes = new Map<string, DOMRect>();
  let windowSize = "";
  let frame = 0;

  const tiles = () => board.querySelectorAll<HTMLElement>("[data-tile]");

  const animate = (still: boolean): void => {
    frame = 0;
    const now = new Map([...tiles()].map((tile) => [tile.dataset["tile"]!, tile.getBoundingClientRect()]));
    const isResized = windowSize !== `${innerWidth}x${innerHeight}`;
    windowSize = `${innerWidth}x${innerHeight}`;
    if (!still && !isResized && typeof board.animate === "function") {
      for (const tile of tiles()) {
        const id = tile.dataset["tile"]!;
        const [from, to] = [boxes.get(id), now.get(id)!];
        if (!from) {
          if (boxes.size) tile.animate([{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }], { duration: DURATION });
          continue;
        }
        const [x, y] = [from.left - to.left, from.top - to.top];
        if (Math.abs(x) + Math.abs(y) < 2) continue;
        tile.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, zIndex: 3, transformOrigin: "0 0" }, { transform: "none", zIndex: 3, transformOrigin: "0 0" }], {
          duration: DURATION,
          easing: "cubic-bezier(.2,.8,.3,1)",
        });
      }
    }
    boxes = now;
  };

  let last = options.layout;
  frame = requestAnimationFrame(() => animate(true));
  return {
    update(next: Options) {
      if (next.layout === last) return;
      last = next.layout;
      // The tiles are already in their new places, but not painted yet.
      if (!frame) animate(next.still);
    },
    destroy() {
      cancelAnimationFrame(frame);
    },
  };
}
