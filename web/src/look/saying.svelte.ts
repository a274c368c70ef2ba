/** What happened, in a sentence: for screen readers at once, and for a toast where it matters to all. */

export const saying = $state<{ sentence: string; toast: string }>({ sentence: "", toast: "" });

let timer: ReturnType<typeof setTimeout> | undefined;

let last = "";

export function say(sentence: string): void {
  // The same sentence twice is said twice: a no-break space makes it another text.
  last = last === sentence ? `${sentence}\u00a0` : sentence;
  saying.sentence = last;
}

/** Nothing is said any more. */
export function hush(): void {
  clearTimeout(timer);
  last = saying.sentence = saying.toast = "";
}

export function toast(sentence: string, time = 5000): void {
  say(sentence);
  saying.toast = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => (saying.toast = ""), time);
}
