import type { ContentFilter } from '../ai-settings/ai-settings.module.ts';
import { type Choice, deltaOf, textsOfDelta } from './chat-event.ts';
import type { Match } from './find-filtered.ts';
import { createHeldBack, type HeldBack } from './held-back.ts';

/** Looks at a streamed answer while it passes: each text of each choice by itself. */
export const createFilteredStream = (filters: readonly ContentFilter[]) => {
  const channels = new Map<string, HeldBack>();
  let blockedBy: Match['kind'] | undefined;
  let isFlagged = false;
  const note = (found: readonly Match[]): void => {
    blockedBy ??= found.find(({ action }) => action === 'block')?.kind;
    isFlagged ||= found.some(({ action }) => action === 'flag');
  };
  const flush = (isOf: (channel: string) => boolean): Choice[] =>
    [...channels].flatMap(([channel, held]) => {
      if (!isOf(channel)) return [];
      channels.delete(channel);
      const { text, found } = held.end();
      note(found);
      const index = Number(channel.split(' ')[0]);
      return text === '' ? [] : [{ index, delta: deltaOf(channel, text), finish_reason: null }];
    });
  return {
    /** What kind of thing blocks it, once something does: nothing of it goes out any more. */
    blockedBy: () => blockedBy,
    isFlagged: () => isFlagged,
    /** Leaves of a choice what may go out. Resolves with what has to go out before it, where it is the last of its choice. */
    pass: (choice: Choice): Choice[] => {
      for (const { channel, text, put } of textsOfDelta(choice)) {
        const held = channels.get(channel) ?? createHeldBack(filters);
        channels.set(channel, held);
        const released = held.add(text);
        note(released.found);
        put(released.text);
      }
      if (choice.finish_reason == null) return [];
      const own = `${choice.index ?? 0} `;
      return flush((channel) => channel.startsWith(own));
    },
    end: (): Choice[] => flush(() => true),
  };
};
