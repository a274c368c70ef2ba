/** Short messages about what happened: announced to screen readers, and shown as a toast where everyone should see them. */

export const announcement = $state<{ sentence: string; toast: string }>({ sentence: "", toast: "" });

let timer: ReturnType<typeof setTimeout> | undefined;
let last = "";

export function announce(sentence: string): void {
  // Screen readers ignore an unchanged text: a no-break space lets the same sentence be read twice.
  last = last === sentence ? `${sentence}\u00a0` : sentence;
  announcement.sentence = last;
}

export function clearAnnouncements(): void {
  clearTimeout(timer);
  last = announcement.sentence = announcement.toast = "";
}

/** Announce a sentence and show it for some milliseconds. */
export function toast(sentence: string, time = 5000): void {
  announce(sentence);
  announcement.toast = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => (announcement.toast = ""), time);
}
