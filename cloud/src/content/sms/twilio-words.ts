import type { InboundSms } from './consents.ts';
import type { ProviderState } from './sms-provider.ts';
import type { StatusWord } from './what-became.ts';

/** `21610`: the number has opted out of what ours sends. */
export const OPTED_OUT = '21610';
const STATES: Readonly<Record<string, ProviderState>> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};
/** Its word for how far a text is; undefined for one that we do not know. */
export const stateOfWord = (word: string): ProviderState | undefined =>
  Object.hasOwn(STATES, word) ? STATES[word] : undefined;

const codeOf = (text = ''): string | null => (/^[1-9]\d{0,5}$/.test(text) ? text : null);

/** What a status callback says; undefined where it says nothing that we go by. */
export const statusWordOf = (
  query: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, string>>,
): StatusWord | undefined => {
  const { message, recipient } = query;
  const { MessageSid: providerId = '', MessageStatus: status = '', ErrorCode } = fields;
  const state = stateOfWord(status);
  const isAbout = typeof message === 'string' && typeof recipient === 'string' && /^\d{1,4}$/.test(recipient);
  if (state === undefined || !isAbout || !/^[A-Z]{2}[0-9a-f]{32}$/.test(providerId)) return undefined;
  const error = codeOf(ErrorCode);
  return {
    messageId: message.slice(0, 64),
    seq: Number(recipient),
    providerId,
    state,
    error,
    isOptOut: error === OPTED_OUT,
  };
};

/** An answer that somebody sent. `OptOutType` is there where the provider has acted on it, and answered it. */
export const inboundOf = ({
  MessageSid: id = '',
  From: from = '',
  Body: text = '',
  OptOutType,
}: Readonly<Record<string, string>>): InboundSms | undefined => {
  if (!/^[A-Z]{2}[0-9a-f]{32}$/.test(id) || !/^\+[1-9]\d{6,14}$/.test(from)) return undefined;
  // No database takes NUL or half of a character.
  return { id, from, text: text.replaceAll('\0', '').toWellFormed(), isAnswered: OptOutType !== undefined };
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** What the provider is to answer, in its own markup. */
export const twiml = (text: string | undefined): string => {
  const message =
    text === undefined ? '' : `<Message>${text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
};
