/** What the server refuses for now is asked again by itself, and the page says how long it waits. */

/** Milliseconds that one request waits at most, over all its attempts; what takes longer is an error. */
const LONGEST_WAIT = 60_000;
const MOST_ATTEMPTS = 6;
/** Milliseconds before the second attempt if the server names no time; doubled with every further one. */
const FIRST_PAUSE = 1_000;

/** Errors that pass by waiting a moment. Others with the same statuses take longer: wrong passphrases, too many uploads. */
const BUSY: readonly string[] = ["too-many-requests", "connections", "stopping", "storage", "busy", "too-busy", "too-many-questions", "question-budget"];

class Patience {
  /** When the first of all waiting attempts is made; null if none waits. */
  next: number | null = $state(null);
  private readonly waiting = new Set<{ until: number }>();

  async wait(time: number): Promise<void> {
    const attempt = { until: Date.now() + time };
    this.waiting.add(attempt);
    this.update();
    await new Promise((done) => setTimeout(done, time));
    this.waiting.delete(attempt);
    this.update();
  }

  private update(): void {
    this.next = this.waiting.size ? Math.min(...[...this.waiting].map(({ until }) => until)) : null;
  }
}

export const patience = new Patience();

/**
 * Send a request until the server no longer refuses it, within a minute; returns the last response. `first` is the
 * response if it has been sent once.
 *
 * A request that was refused with 429 has not been carried out. After 503 that is not certain, so only what may be
 * carried out twice (`isRepeatable`) is sent again.
 */
export async function patiently(send: () => Promise<Response>, isRepeatable: boolean, first?: Response): Promise<Response> {
  const givenUpAt = Date.now() + LONGEST_WAIT;
  let response = first ?? (await send());
  for (let attempt = 1; attempt < MOST_ATTEMPTS && (await isBusy(response, isRepeatable)); attempt += 1) {
    const pause = pauseAfter(response, attempt);
    if (Date.now() + pause > givenUpAt) break;
    await patience.wait(pause);
    response = await send();
  }
  return response;
}

async function isBusy(response: Response, isRepeatable: boolean): Promise<boolean> {
  if (response.status !== 429 && !(response.status === 503 && isRepeatable)) return false;
  const { error } = (await response.clone().json().catch(() => ({}))) as { error?: string };
  // A proxy gives no code.
  return error === undefined || BUSY.includes(error);
}

/** The pause before the next attempt: at least as long as the server says, and different for each page of a class. */
function pauseAfter(response: Response, attempt: number): number {
  const named = 1_000 * (Number(response.headers.get("retry-after")) || 0);
  return Math.max(named, FIRST_PAUSE * 2 ** (attempt - 1)) * (1 + Math.random() / 2);
}
