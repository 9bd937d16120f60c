import { timingSafeEqual } from 'node:crypto';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import { NAKS, type Nak, type Reply } from './command.ts';
import { HARDWARE_VERSION, MODEL, serialBytes, VENDOR } from './commands/identify.ts';
import type { Frame, Security } from './frame.ts';
import type { Lies } from './lies.ts';
import {
  decryptData,
  encryptData,
  firstMac,
  macOf,
  panelCryptogram,
  readerCryptogram,
  type SessionKeys,
  sessionKeys,
} from './secure-channel.ts';
import { DEFAULT_KEY, type Settings } from './settings.ts';

/** Block types: four of the handshake, then MAC alone and MAC with encrypted data, from the panel and from the reader. */
export const BLOCKS = {
  challenge: 0x11,
  readerCryptogram: 0x12,
  panelCryptogram: 0x13,
  firstMac: 0x14,
  macFromPanel: 0x15,
  macFromReader: 0x16,
  encryptedFromPanel: 0x17,
  encryptedFromReader: 0x18,
} as const;
const [CCRYPT, RMAC_I] = [0x76, 0x78];
const RANDOM_BYTES = 8;
const KEY_BYTES = 16;

export type ChannelState = 'plain' | 'default-key' | 'own-key';

/** A reply and the block that it goes out with. */
export interface Sealed {
  readonly reply: Reply;
  readonly security: Security;
}

/**
 * The reader's end of the secure channel. MACs hang together as a chain through both directions: a message is opened
 * exactly once, and what fails ends the session, which only another handshake brings back.
 */
export interface Channel {
  readonly state: ChannelState;
  challenge(frame: Frame): Sealed | Nak;
  answer(frame: Frame): Sealed | Nak;
  /** The data of a message in the clear. A NAK where its MAC or padding is wrong: then the session is over. */
  open(frame: Frame): Uint8Array | Nak;
  /** How a reply goes out: what to encrypt it as, and with which MAC. */
  seal(reply: Reply): Sealed;
  sign(signed: Uint8Array): Uint8Array;
  drop(): void;
}

interface Session {
  readonly keys: SessionKeys;
  readonly kind: Exclude<ChannelState, 'plain'>;
  readonly expected: Uint8Array;
  lastMac: Uint8Array;
  on: boolean;
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);

export interface ChannelDeps {
  readonly random: RandomBytes;
  readonly settings: Settings;
  readonly lies: Lies;
  readonly onChange: (state: ChannelState) => void;
}

export const createChannel = ({ random, settings, lies, onChange }: ChannelDeps): Channel => {
  let session: Session | undefined;
  const stateNow = (): ChannelState => (session?.on ? session.kind : 'plain');
  const become = (next: Session | undefined) => {
    const before = stateNow();
    session = next;
    if (stateNow() !== before) onChange(stateNow());
  };
  const drop = () => become(undefined);
  const refuse = (why: Nak): Nak => {
    drop();
    return why;
  };
  /** The key that the panel asks for; none where the reader must not use that one. */
  const keyFor = (own: boolean): Uint8Array | undefined => {
    if (own) return settings.key;
    return settings.installMode ? DEFAULT_KEY : undefined;
  };

  return {
    get state() {
      return stateNow();
    },
    challenge: ({ data, security }) => {
      drop();
      if (data.length !== RANDOM_BYTES || security?.data.length !== 1) return NAKS.badLength;
      if (lies.take('no-security')) return NAKS.securityUnsupported;
      const own = security.data[0] !== 0;
      const key = keyFor(own);
      if (key === undefined) return NAKS.securityNeeded;
      const keys = sessionKeys(key, data);
      const rndB = random(RANDOM_BYTES);
      const proof = lies.take('wrong-cryptogram') ? random(KEY_BYTES) : readerCryptogram(keys, data, rndB);
      const expected = panelCryptogram(keys, data, rndB);
      session = { keys, kind: own ? 'own-key' : 'default-key', expected, lastMac: expected, on: false };
      const uid = [...VENDOR, MODEL, HARDWARE_VERSION, ...serialBytes(settings.serial).slice(0, 3)];
      return {
        reply: { code: CCRYPT, data: Uint8Array.of(...uid, ...rndB, ...proof) },
        security: { type: BLOCKS.readerCryptogram, data: Uint8Array.of(own ? 1 : 0) },
      };
    },
    answer: ({ data }) => {
      if (session === undefined || session.on) return refuse(NAKS.securityNeeded);
      const good = same(data, session.expected);
      const mac = good ? firstMac(session.keys, data) : new Uint8Array(KEY_BYTES);
      become(good ? { ...session, lastMac: mac, on: true } : undefined);
      return {
        reply: { code: RMAC_I, data: lies.take('wrong-first-mac') ? random(KEY_BYTES) : mac },
        security: { type: BLOCKS.firstMac, data: Uint8Array.of(good ? 1 : 0) },
      };
    },
    open: (frame) => {
      if (!session?.on || frame.mac === undefined) return refuse(NAKS.securityNeeded);
      const before = session.lastMac;
      const mac = macOf(session.keys, before, frame.signed);
      if (!same(mac.subarray(0, frame.mac.length), frame.mac)) return refuse(NAKS.securityNeeded);
      session.lastMac = mac;
      if (frame.security?.type !== BLOCKS.encryptedFromPanel) return frame.data;
      return decryptData(session.keys, before, frame.data) ?? refuse(NAKS.securityNeeded);
    },
    seal: (reply) => {
      const type = reply.data.length > 0 ? BLOCKS.encryptedFromReader : BLOCKS.macFromReader;
      const data =
        session !== undefined && reply.data.length > 0
          ? encryptData(session.keys, session.lastMac, reply.data)
          : reply.data;
      return { reply: { code: reply.code, data }, security: { type, data: new Uint8Array() } };
    },
    sign: (signed) => {
      if (session === undefined) return new Uint8Array(KEY_BYTES);
      session.lastMac = macOf(session.keys, session.lastMac, signed);
      return lies.take('wrong-mac') ? session.lastMac.map((byte) => byte ^ 1) : session.lastMac;
    },
    drop,
  };
};
