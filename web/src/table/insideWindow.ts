/** Pixels between the edge of the window and what must not leave it. */
const EDGE = 4;

/** A Svelte action that shifts an element sideways so that it lies within the window; `content` is what its width depends on. */
export function insideWindow(element: HTMLElement, _content: unknown) {
  const place = (): void => {
    element.style.transform = "";
    const { left, right } = element.getBoundingClientRect();
    const shift = Math.max(0, EDGE - left) || Math.min(0, innerWidth - EDGE - right);
    if (shift) element.style.transform = `translateX(${shift}px)`;
  };
  place();
  return { update: place };
}
