/** A Svelte action that lets tiles glide from where each one was to where it is now. */

interface Options {
  /** Changes whenever tiles may have moved. */
  layout: unknown;
  /** Whether to move tiles at once, without animation. */
  still: boolean;
  /** Where dropped tiles come from, instead of where they lay. */
  origins: Map<string, { left: number; top: number; width: number }>;
}

/** Milliseconds. */
const DURATION = 190;

export function animateTiles(board: HTMLElement, options: Options) {
  let boxes = new Map<string, { left: number; top: number; width: number }>();
  let windowSize = "";
  let frame = 0;

  const tiles = () => board.querySelectorAll<HTMLElement>("[data-tile]");

  const animate = ({ still, origins }: Options): void => {
    frame = 0;
    const now = new Map([...tiles()].map((tile) => [tile.dataset["tile"]!, tile.getBoundingClientRect()]));
    const isResized = windowSize !== `${innerWidth}x${innerHeight}`;
    windowSize = `${innerWidth}x${innerHeight}`;
    if (!still && !isResized && typeof board.animate === "function") {
      for (const tile of tiles()) {
        const id = tile.dataset["tile"]!;
        const [from, to] = [origins.get(id) ?? boxes.get(id), now.get(id)!];
        if (!from) {
          if (boxes.size) tile.animate([{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }], { duration: DURATION });
          continue;
        }
        const [x, y, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
        if (Math.abs(x) + Math.abs(y) < 2 && Math.abs(scale - 1) < 0.02) continue;
        tile.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 3, transformOrigin: "0 0" }, { transform: "none", zIndex: 3, transformOrigin: "0 0" }], {
          duration: DURATION,
          easing: "cubic-bezier(.2,.8,.3,1)",
        });
      }
    }
    origins.clear();
    boxes = now;
  };

  let last = options.layout;
  frame = requestAnimationFrame(() => animate({ ...options, still: true }));
  return {
    update(next: Options) {
      if (next.layout === last) return;
      last = next.layout;
      // The tiles are already in their new places, but not painted yet.
      if (!frame) animate(next);
    },
    destroy() {
      cancelAnimationFrame(frame);
    },
  };
}
