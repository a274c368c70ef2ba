/** The people I muted or blocked. The server stores them for all my devices, and stops sending their messages. */

import { toast } from "../look/announcements.svelte";
import { me } from "../person/me.svelte";
import { loadItem, saveItem } from "../person/storage";
import { type BlockKind, blockPerson, getMyBlocks, unblockPerson } from "../server/http";
import { errorSentence } from "../words/errors";

type Kinds = Readonly<Record<string, BlockKind>>;

export class MutedPeople {
  private kinds: Kinds = $state.raw(loadItem<Kinds>("unheard") ?? {});

  constructor() {
    if (!me.known) return;
    getMyBlocks().then(
      ({ blocks }) => this.save(Object.fromEntries(blocks.map(({ person, how }) => [person, how]))),
      () => undefined,
    );
  }

  /** Return whether a person is muted or blocked; undefined if neither. */
  kindOf(person: string): BlockKind | undefined {
    return this.kinds[person];
  }

  /** Mute or block a person; null undoes either. */
  set(person: string, kind: BlockKind | null): void {
    const before = this.kinds[person] ?? null;
    this.save(withKind(this.kinds, person, kind));
    (kind ? blockPerson(person, kind) : unblockPerson(person)).catch((error: unknown) => {
      this.save(withKind(this.kinds, person, before));
      toast(errorSentence(error));
    });
  }

  private save(kinds: Kinds): void {
    this.kinds = kinds;
    saveItem("unheard", kinds);
  }
}

function withKind(kinds: Kinds, person: string, kind: BlockKind | null): Kinds {
  const { [person]: _, ...others } = kinds;
  return kind ? { ...others, [person]: kind } : others;
}
