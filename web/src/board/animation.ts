/** Tiles that glide from where each one was to where it is now. */

interface Options {
  /** Changes whenever tiles may have moved. */
  layout: unknown;
  /** Whether to move tiles at once, without animation. */
  still: boolean;
  /** Where dropped tiles come from, instead of where they lay. */
  origins: Map<string, Box>;
  /** Where a tile comes from that was not on the board: a seat, or the pool. */
  comesFrom?: (tile: string) => Element | null;
}

interface Box {
  left: number;
  top: number;
  width: number;
}

/** Milliseconds. */
const DURATION = 190;
const FLIGHT = 380;
/** The size of a tile that comes from elsewhere, when it sets out. */
const FAR = 0.55;

/** A Svelte action that lets tiles glide from where each one was to where it is now. */
export function animateTiles(board: HTMLElement, options: Options) {
  let boxes = new Map<string, Box>();
  let windowSize = "";
  /** Whether the board has been shown: what appears later is new. */
  let isShown = false;
  let frame = 0;

  const tiles = () => board.querySelectorAll<HTMLElement>("[data-tile]");

  /** The place of a tile at the middle of where it comes from. */
  const farFrom = (origin: Element | null | undefined, to: DOMRect): Box | null => {
    const box = origin?.getBoundingClientRect();
    if (!box?.width) return null;
    const width = to.width * FAR;
    return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - to.height * FAR) / 2, width };
  };

  const animate = ({ still, origins, comesFrom }: Options): void => {
    frame = 0;
    // A tile that is still awaited, or on a board that is not shown yet, has no place.
    const isPlaced = (tile: HTMLElement): boolean => !tile.classList.contains("awaited") && tile.offsetWidth > 0;
    const now = new Map([...tiles()].filter(isPlaced).map((tile) => [tile.dataset["tile"]!, tile.getBoundingClientRect()]));
    const isResized = windowSize !== `${innerWidth}x${innerHeight}`;
    windowSize = `${innerWidth}x${innerHeight}`;
    if (!isResized && typeof board.animate === "function") {
      const raised = new Set<Element>();
      for (const tile of tiles()) {
        const id = tile.dataset["tile"]!;
        const to = now.get(id);
        if (!to) continue;
        const known = origins.get(id) ?? boxes.get(id);
        const from = known ?? (isShown && !still ? farFrom(comesFrom?.(id), to) : null);
        if (!from) {
          if (isShown) tile.animate([{ opacity: 0, scale: still ? 1 : 0.7 }, { opacity: 1, scale: 1 }], { duration: still ? FLIGHT : DURATION });
          continue;
        }
        if (still) continue;
        const [x, y, scale] = [from.left - to.left, from.top - to.top, from.width / to.width];
        if (Math.abs(x) + Math.abs(y) < 2 && Math.abs(scale - 1) < 0.02) continue;
        const duration = known ? DURATION : FLIGHT;
        tile.animate([{ transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 3, transformOrigin: "0 0" }, { transform: "none", zIndex: 3, transformOrigin: "0 0" }], {
          duration,
          easing: "cubic-bezier(.2,.8,.3,1)",
        });
        // It flies above the other sets, and so does the set that it belongs to.
        const set = tile.closest(".set");
        if (set && !raised.has(set)) set.animate({ zIndex: [3, 3] }, { duration });
        if (set) raised.add(set);
      }
    }
    origins.clear();
    isShown ||= tiles().length > 0;
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
