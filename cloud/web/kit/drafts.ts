import { Days } from '@gatehouse/shared/time/duration.ts';

/** What a field of a form may have in it to be kept: never a file, never an object. */
export type DraftField = string | number | boolean;
type Fields = Readonly<Record<string, DraftField>>;

/** A form: whose it is, and on which page. */
export interface DraftPlace {
  readonly owner: string;
  readonly page: string;
  readonly form: string;
}
interface KeptDraft {
  /** Milliseconds since 1970, by the clock of the browser. */
  readonly at: number;
  readonly fields: Fields;
}

const PREFIX = 'gatehouse.draft.';
const KEPT_FOR = Days(1);
const LENGTH_MAX = 20_000;
/** Whatever a form says of such a field, it is not kept. */
const SECRET = /password|passphrase|secret|token|\bpin\b|^pin|pin$|^key$|keytext|privatekey|^code$|otp|card/i;

export type DraftStore = ReturnType<typeof createDrafts>;

/**
 * What was typed into forms and not sent, for whoever typed it and in this tab alone. A browser that keeps nothing keeps no
 * drafts, and that is all. `storage` is asked for each time: to ask may fail.
 */
export const createDrafts = ({
  storage,
  wallMs,
}: {
  readonly storage: () => Storage;
  readonly wallMs: () => number;
}) => {
  const tried = <T>(work: (at: Storage) => T): T | undefined => {
    try {
      return work(storage());
    } catch {
      return undefined; // Full, or forbidden.
    }
  };
  const removeWhere = (isGone: (name: string, at: Storage) => boolean): void =>
    void tried((at) => {
      for (const name of Object.keys(at).filter((one) => one.startsWith(PREFIX)))
        if (isGone(name, at)) at.removeItem(name);
    });
  const readAt = (at: Storage, name: string): KeptDraft | undefined => {
    const kept = JSON.parse(at.getItem(name) ?? 'null') as KeptDraft | null;
    const isFresh = kept !== null && kept.at <= wallMs() && wallMs() - kept.at < KEPT_FOR;
    return isFresh ? kept : undefined;
  };
  return {
    read: (place: DraftPlace): KeptDraft | undefined => tried((at) => readAt(at, nameOf(place))),

    write: (place: DraftPlace, fields: Fields): void =>
      void tried((at) => {
        const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET.test(name)));
        const text = JSON.stringify({ at: wallMs(), fields: kept } satisfies KeptDraft);
        if (text.length <= LENGTH_MAX) at.setItem(nameOf(place), text);
        else at.removeItem(nameOf(place));
      }),

    remove: (place: DraftPlace): void => void tried((at) => at.removeItem(nameOf(place))),

    /** Nothing is left of anybody else, and nothing that is older than a day. */
    keepOnly: (owner: string): void =>
      removeWhere((name, at) => !name.startsWith(ofOwner(owner)) || tried(() => readAt(at, name)) === undefined),

    clear: (): void => removeWhere(() => true),
  };
};

const ofOwner = (owner: string): string => `${PREFIX}${encodeURIComponent(owner)} `;
const nameOf = ({ owner, page, form }: DraftPlace): string => `${ofOwner(owner)}${page} ${form}`;
