import { type DraftField, writtenOf } from './draft-fields.ts';
import { type DraftPlace, type DraftStorage, type KeptDraft, nameOf, readDraft, triedAt } from './draft-keeping.ts';

type Fields = Readonly<Record<string, DraftField>>;

/** Of one form: twice the longest text that any has. */
const LENGTH_MAX = 400_000;
/** Whatever a form says of such a field, and wherever in one it stands, it is not kept. */
const SECRET = /password|passphrase|secret|token|\bpin\b|^pin|pin$|^key$|keytext|privatekey|^code$|otp|card/i;

/** What was typed into forms and not sent, for whoever typed it and in this tab alone. */
export const createDrafts = (kept: DraftStorage) => ({
  read: (place: DraftPlace): KeptDraft | undefined => readDraft(kept, nameOf(place)),

  write: (place: DraftPlace, fields: Fields): void =>
    void triedAt(kept, (at) => {
      const text = JSON.stringify({ at: kept.wallMs(), fields: withoutSecrets(fields) } satisfies KeptDraft);
      if (text.length <= LENGTH_MAX) at.setItem(nameOf(place), text);
      else at.removeItem(nameOf(place));
    }),

  remove: (place: DraftPlace): void => void triedAt(kept, (at) => at.removeItem(nameOf(place))),
});

const withoutSecrets = (fields: Fields): KeptDraft['fields'] =>
  JSON.parse(writtenOf(fields), (name, value: unknown) => (SECRET.test(name) ? undefined : value));
