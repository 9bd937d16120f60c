import type { Selectable } from 'kysely';
import type { ConsoleSecrets } from '../../platform/sessions/sessions.module.ts';
import type { SmsMessageTable } from './sms.tables.ts';

type Message = Pick<Selectable<SmsMessageTable>, 'id' | 'text' | 'sealed'>;
const ownerOf = (id: string): string => `text ${id}`;

/** Texts with a secret in them, such as a link that lets its reader in: in the open there is `…` in its place. */
export const createSecretTexts = ({ seal, open }: Pick<ConsoleSecrets, 'seal' | 'open'>) => ({
  /** What is kept of a text: as staff see it, and as it is sent where that is another one. */
  kept: (id: string, text: string, secret: string | undefined): Pick<Message, 'text' | 'sealed'> =>
    secret === undefined
      ? { text, sealed: null }
      : { text: text.replaceAll(secret, '…'), sealed: seal(Buffer.from(text), ownerOf(id)) },

  /** As it is sent. */
  textOf: ({ id, text, sealed }: Message): string =>
    sealed === null ? text : open(sealed, ownerOf(id)).toString('utf8'),
});
export type SecretTexts = ReturnType<typeof createSecretTexts>;
