/** The engine in the page at a table of a server: it previews turns and gives hints as the server does, from what I see. */

import { engineFolder, serverList, storedList } from "../engine/files";
import { type ReadyEngine, running } from "../engine/running";
import type { Hint } from "../server/http";
import type { TableView, TurnPreview } from "../server/protocol";

/** Milliseconds after which the server is asked instead: the engine may be busy, or the position difficult. */
const PREVIEW_PATIENCE = 400;
const HINT_PATIENCE = 3_000;

export class TurnEngine {
  private engine: ReadyEngine | null = null;

  /**
   * Use the engine if it runs or this device has it: nobody downloads it to play on a server. It has to be the server's own
   * program, because it gives the server's answers.
   */
  async prepare(): Promise<void> {
    try {
      if (running.engine === null) {
        if ((await storedList(engineFolder())) === null) return;
        const { engine } = await import("../engine/engine.svelte");
        await engine.start();
      }
      const { files } = await serverList(engineFolder());
      this.engine = running.engine?.program === files.package.name ? running.engine : null;
    } catch {
      this.engine = null;
    }
  }

  /** Leave everything to the server until the engine is prepared again. */
  forget(): void {
    this.engine = null;
  }

  /** The preview of a turn with these sets, after the typed words; resolves to null if the server has to give it. */
  preview(view: TableView, sets: readonly string[], words: string): Promise<TurnPreview | null> | null {
    return this.ask<TurnPreview>("/api/preview", { ...positionOf(view), sets, words }, PREVIEW_PATIENCE);
  }

  /** The best play in my turn; resolves to null if the server has to give it. */
  hint(view: TableView): Promise<Hint | null> | null {
    return this.ask<Hint>("/api/hint", { ...positionOf(view), number: view.number }, HINT_PATIENCE);
  }

  private ask<T>(path: string, question: unknown, patience: number): Promise<T | null> | null {
    const { engine } = this;
    // A worker that has crashed answers nothing any more.
    if (engine === null || engine !== running.engine) return null;
    const late = new Promise<null>((resolve) => setTimeout(resolve, patience, null));
    const answered = engine.ask("POST", path, JSON.stringify(question)).then(({ status, body }) => (status === 200 ? (JSON.parse(body) as T) : null));
    return Promise.race([answered, late]).catch(() => null);
  }
}

/** What my seat sees of the turn. */
function positionOf({ settings, rules_version, game, seat }: TableView): Record<string, unknown> {
  return { settings, rules_version, table: game?.table, rack: game?.rack, opened: game?.opened[seat ?? 0] };
}
