/** Tiles glide to where they go: from where each one was seen last to where it lies now. */

interface Gliding {
  layout: unknown;
  still: boolean;
}

const TIME = 170;

export function glide(board: HTMLElement, given: Gliding) {
  let seen = new Map<string, DOMRect>();
  let size = "";
  let frame = 0;

  const look = (): Map<string, DOMRect> => {
    const found = new Map<string, DOMRect>();
    for (const tile of board.querySelectorAll<HTMLElement>("[data-tile]")) found.set(tile.dataset["tile"]!, tile.getBoundingClientRect());
    return found;
  };

  const settle = (still: boolean): void => {
    frame = 0;
    const now = look();
    const resized = size !== `${innerWidth}x${innerHeight}`;
    size = `${innerWidth}x${innerHeight}`;
    if (!still && !resized && typeof board.animate === "function") {
      for (const tile of board.querySelectorAll<HTMLElement>("[data-tile]")) {
        const id = tile.dataset["tile"]!;
        const [from, to] = [seen.get(id), now.get(id)!];
        if (!from) {
          if (seen.size) tile.animate([{ opacity: 0, scale: 0.7 }, { opacity: 1, scale: 1 }], { duration: TIME });
          continue;
        }
        const [x, y] = [from.left - to.left, from.top - to.top];
        if (Math.abs(x) + Math.abs(y) < 2) continue;
        tile.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, zIndex: 3, transformOrigin: "0 0" }, { transform: "none", zIndex: 3, transformOrigin: "0 0" }], {
          duration: TIME,
          easing: "cubic-bezier(.2,.8,.3,1)",
        });
      }
    }
    seen = now;
  };

  let last = given.layout;
  frame = requestAnimationFrame(() => settle(true));
  return {
    update(next: Gliding) {
      if (next.layout === last) return;
      last = next.layout;
      // The page has the new places already, and nothing was painted yet.
      if (!frame) settle(next.still);
    },
    destroy() {
      cancelAnimationFrame(frame);
    },
  };
}
