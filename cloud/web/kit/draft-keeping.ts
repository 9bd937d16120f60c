import { Days } from '@gatehouse/shared/time/duration.ts';

/** A form: whose it is, and on which page. */
export interface DraftPlace {
  readonly owner: string;
  readonly page: string;
  readonly form: string;
}
export interface KeptDraft {
  /** Milliseconds since 1970, by the clock of the browser. */
  readonly at: number;
  /** As they were written down: whoever reads them looks whether they fit. */
  readonly fields: Readonly<Record<string, unknown>>;
}
/** Where drafts are kept. `storage` is asked for each time: to ask may fail. */
export interface DraftStorage {
  readonly storage: () => Storage;
  readonly wallMs: () => number;
}

const PREFIX = 'gatehouse.draft.';
const KEPT_FOR = Days(1);

/** What is done with drafts while no form is open: it is part of the first view, the rest comes with the forms. */
export const createDraftKeeping = (kept: DraftStorage) => {
  const removeWhere = (isGone: (name: string) => boolean): void =>
    void triedAt(kept, (at) => {
      for (const name of Object.keys(at).filter((one) => one.startsWith(PREFIX))) if (isGone(name)) at.removeItem(name);
    });
  return {
    /** Nothing is left of anybody else, and nothing that is older than a day. */
    keepOnly: (owner: string): void =>
      removeWhere((name) => !name.startsWith(ofOwner(owner)) || readDraft(kept, name) === undefined),

    clear: (): void => removeWhere(() => true),
  };
};

/** Undefined where a browser keeps nothing, or no more: then there are no drafts, and that is all. */
export const triedAt = <T>({ storage }: DraftStorage, work: (at: Storage) => T): T | undefined => {
  try {
    return work(storage());
  } catch {
    return undefined; // Full, or forbidden.
  }
};

export const readDraft = (kept: DraftStorage, name: string): KeptDraft | undefined =>
  triedAt(kept, (at) => {
    const draft = JSON.parse(at.getItem(name) ?? 'null') as KeptDraft | null;
    const isFresh = draft !== null && draft.at <= kept.wallMs() && kept.wallMs() - draft.at < KEPT_FOR;
    return isFresh ? draft : undefined;
  });

const ofOwner = (owner: string): string => `${PREFIX}${encodeURIComponent(owner)} `;
export const nameOf = ({ owner, page, form }: DraftPlace): string => `${ofOwner(owner)}${page} ${form}`;
