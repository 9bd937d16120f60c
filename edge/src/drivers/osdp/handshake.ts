import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { createChannel } from './channel.ts';
import { clientCryptogram, initialMac, same, serverCryptogram, sessionKeys } from './cipher.ts';
import { REPLY } from './codes.ts';
import { challenge, cryptogram, type KeyKind } from './commands.ts';
import type { Answer, Session } from './session.ts';

export type Handshake =
  /** The channel stands, under this of the keys. */
  | { readonly kind: 'stands'; readonly key: Uint8Array }
  /** The reader answers, and shows that it has none of these keys or wants none. */
  | { readonly kind: 'unproven'; readonly why: string }
  /** It came to no end. */
  | { readonly kind: 'unanswered'; readonly answer: Exclude<Answer, { kind: 'reply' } | { kind: 'refused' }> };

const RANDOM_BYTES = 8;
const CRYPTOGRAM_BYTES = 16;
/** What a reader puts into the block of its last word if our proof did not convince it. */
const NOT_CONVINCED = 0xff;

type Step<T> = { readonly done: T } | { readonly ended: Handshake };
const ended = (end: Handshake) => ({ ended: end });
const unproven = (why: string) => ended({ kind: 'unproven', why });

/** The reader's identity is not looked at: what it knows is. */
const challenged = async (
  session: Session,
  kind: KeyKind,
  a: Uint8Array,
): Promise<Step<{ readonly b: Uint8Array; readonly proof: Uint8Array }>> => {
  const answer = await session.ask(challenge(kind, a), { retries: 2 });
  if (answer.kind === 'refused') return unproven('it takes no encrypted channel under this key');
  if (answer.kind !== 'reply') return ended({ kind: 'unanswered', answer });
  const { reply, block } = answer;
  if (reply.code !== REPLY.CCRYPT || block?.type !== 0x12 || reply.data.length !== 2 * RANDOM_BYTES + CRYPTOGRAM_BYTES)
    return unproven('its answer to the challenge is none');
  if (block.data[0] !== kind)
    return unproven(kind === 1 ? 'it offers the key that everybody knows' : 'it has a key already');
  return { done: { b: reply.data.subarray(8, 16), proof: reply.data.subarray(16) } };
};

/**
 * Sets up a secure channel (annex D.4): both sides prove that they know the key, and neither says it. Of several keys that
 * the reader may have, its own proof says which one it is. Begins the session anew, as a wrong turn can only be left so.
 */
export const shakeHands = async (
  session: Session,
  kind: KeyKind,
  keys: readonly Uint8Array[],
  random: RandomBytes,
): Promise<Handshake> => {
  session.restart();
  const a = random(RANDOM_BYTES);
  const step = await challenged(session, kind, a);
  if ('ended' in step) return step.ended;
  const { b, proof } = step.done;

  const tried = keys.map((key) => ({ key, derived: sessionKeys(key, a) }));
  const known = tried.find(({ derived }) => same(clientCryptogram(derived, a, b), proof));
  if (known === undefined) return { kind: 'unproven', why: 'it does not know its key' };

  const server = serverCryptogram(known.derived, a, b);
  const answer = await session.ask(cryptogram(kind, server), { retries: 2 });
  if (answer.kind === 'refused') return { kind: 'unproven', why: 'it does not believe us' };
  if (answer.kind !== 'reply') return { kind: 'unanswered', answer };
  const { reply, block } = answer;
  const convinced = reply.code === REPLY.RMAC_I && block?.type === 0x14 && block.data[0] !== NOT_CONVINCED;
  if (!convinced || !same(reply.data, initialMac(known.derived, server)))
    return { kind: 'unproven', why: 'it does not believe us' };
  session.channel = createChannel(known.derived, server);
  return { kind: 'stands', key: known.key };
};
