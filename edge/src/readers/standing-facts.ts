import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import type { ReaderStanding } from './reader.ts';

const WHY_CHARACTERS_MAX = 200;

/** Tells what changed between one standing of a reader and the next. One that answers from the start is no news. */
export const createStandingFacts = (
  at: { readonly reader: string; readonly doorId: DoorId },
  tell: (fact: FactBody) => void,
): ((standing: ReaderStanding) => void) => {
  let lost = false;
  let wasTampered = false;
  return ({ state, tampered, trouble }) => {
    if (state !== 'unknown' && lost !== (state === 'lost')) {
      lost = state === 'lost';
      if (lost) tell({ kind: 'reader.lost', data: { ...at, why: (trouble ?? '').slice(0, WHY_CHARACTERS_MAX) } });
      else tell({ kind: 'reader.found', data: at });
    }
    // What a reader that is away would say of its housing is not known.
    if (state !== 'online' || tampered === wasTampered) return;
    wasTampered = tampered;
    tell({ kind: tampered ? 'reader.tampered' : 'reader.tamper_over', data: at });
  };
};
