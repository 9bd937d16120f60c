import type { Clock, Timer } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import {
  clientCryptogram,
  DEFAULT_KEY,
  decrypted,
  encrypted,
  initialMac,
  macOf,
  same,
  serverCryptogram,
  sessionKeys,
} from './cipher.ts';
import { COMMAND, NAK, REPLY } from './codes.ts';
import { type Check, encodeFrame, type Frame, findFrame, type Outgoing } from './framing.ts';

/** What a reader of ours for tests does: the peripheral's side of the standard, in a line or two for each rule of it. */
export interface ScriptedReader {
  /** Its own key, and whether it speaks under the key that everybody knows. */
  key: Uint8Array | undefined;
  installMode: boolean;
  /** Said at the next polls, one at each. */
  readonly events: { code: number; data: number[] }[];
  readonly outputs: boolean[];
  readonly inputs: number[];
  outputWrites: number;
  local: readonly [number, number];
  /** Commands that it leaves without an answer, and how often it says busy to the next one. */
  readonly deafTo: Set<number>;
  busy: number;
  takesKeys: boolean;
  /** Acknowledges a new key outside of the channel, as some do. */
  acknowledgesPlainly: boolean;
  /** Says nothing of itself outside of a channel. */
  secretive: boolean;
  /** Knows no CRC, and hears nothing that has one. */
  sumsOnly: boolean;
  /** Answers with this check whatever it was asked with. */
  answersIn: Check | undefined;
  /** Every command that it carried out: its code, and whether it came through a channel. */
  readonly done: { code: number; secure: boolean; data: Uint8Array }[];
  /** As by a loss of power. */
  reboot(): void;
  answer(bytes: Uint8Array): Uint8Array | undefined;
}

const CHANNELS = 8;
const B = Uint8Array.from([9, 8, 7, 6, 5, 4, 3, 2]);

interface Said {
  readonly code: number;
  readonly data?: ArrayLike<number> | undefined;
  readonly block?: { type: number; data: Uint8Array } | undefined;
}

export const createScriptedReader = (address: number, clock: Clock): ScriptedReader => {
  const timers: (Timer | undefined)[] = [];
  const resting = new Array<boolean>(CHANNELS).fill(false);
  let expected = 0;
  let lastAsked: string | undefined;
  let lastSaid: Uint8Array | undefined;
  let channel: { keys: ReturnType<typeof sessionKeys>; last: Uint8Array } | undefined;
  let shaking: { keys: ReturnType<typeof sessionKeys>; a: Uint8Array; kind: number } | undefined;

  const nak = (code: number): Said => ({ code: REPLY.NAK, data: [code] });
  const ack: Said = { code: REPLY.ACK };

  const control = ([output = 0, code = 0, low = 0, high = 0]: Uint8Array): Said => {
    if (output >= CHANNELS) return nak(9);
    reader.outputWrites++;
    const on = code % 2 === 0 && code !== 6 ? true : code === 5;
    if (code <= 4) resting[output] = on;
    if (code === 3 || code === 4) {
      if (timers[output] === undefined) reader.outputs[output] = on;
      return ack;
    }
    timers[output]?.cancel();
    timers[output] = undefined;
    reader.outputs[output] = on;
    if (code >= 5)
      timers[output] = clock.after(Milliseconds((low + 256 * high) * 100), () => {
        timers[output] = undefined;
        reader.outputs[output] = resting[output] ?? false;
      });
    return ack;
  };

  const challenged = (frame: Frame): Said => {
    const kind = frame.block?.data[0] ?? 0;
    const key = kind === 0 && reader.installMode ? DEFAULT_KEY : reader.key;
    channel = undefined;
    if (frame.block?.type !== 0x11 || key === undefined) return nak(NAK.BLOCK);
    const keys = sessionKeys(key, frame.data);
    shaking = { keys, a: frame.data, kind: key === DEFAULT_KEY ? 0 : 1 };
    const proof = clientCryptogram(keys, frame.data, B);
    return {
      code: REPLY.CCRYPT,
      data: [...new Array(8).fill(7), ...B, ...proof],
      block: { type: 0x12, data: Uint8Array.of(shaking.kind) },
    };
  };

  const convinced = (frame: Frame): Said => {
    if (shaking === undefined || frame.block?.type !== 0x13) return nak(NAK.BLOCK);
    const { keys, a } = shaking;
    const good = same(serverCryptogram(keys, a, B), frame.data);
    const mac = good ? initialMac(keys, frame.data) : new Uint8Array(16);
    return { code: REPLY.RMAC_I, data: mac, block: { type: 0x14, data: Uint8Array.of(good ? 1 : 0xff) } };
  };

  const carryOut = (frame: Frame, data: Uint8Array): Said => {
    switch (frame.code) {
      case COMMAND.POLL:
        return reader.events.shift() ?? ack;
      case COMMAND.ID:
        return { code: REPLY.PDID, data: [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3] };
      case COMMAND.CAP:
        return { code: REPLY.PDCAP, data: [8, reader.sumsOnly ? 0 : 1, 0, 9, 1, 0] };
      case COMMAND.LSTAT:
        return { code: REPLY.LSTATR, data: reader.local };
      case COMMAND.ISTAT:
        return { code: REPLY.ISTATR, data: reader.inputs };
      case COMMAND.OSTAT:
        return { code: REPLY.OSTATR, data: reader.outputs.map(Number) };
      case COMMAND.OUT:
        return control(data);
      case COMMAND.KEYSET:
        if (channel === undefined || !reader.takesKeys) return nak(channel ? 9 : NAK.ENCRYPT);
        reader.key = Uint8Array.from(data.subarray(2, 18));
        reader.installMode = false;
        return ack;
      case COMMAND.LED:
      case COMMAND.BUZ:
        return ack;
      default:
        return nak(NAK.UNKNOWN);
    }
  };

  const PLAINLY: readonly number[] = [COMMAND.ID, COMMAND.CAP];
  const inChannel = (frame: Frame): Uint8Array | undefined => {
    if (channel === undefined || (frame.block?.type !== 0x15 && frame.block?.type !== 0x17)) return undefined;
    const mac = macOf(channel.keys, channel.last, frame.head.subarray(0, -4));
    if (!same(mac.subarray(0, 4), frame.head.slice(-4))) return undefined;
    const hidden = frame.data.slice(0, -4);
    const plain = hidden.length > 0 ? decrypted(channel.keys, channel.last, hidden) : hidden;
    channel.last = mac;
    return plain;
  };

  const respond = (frame: Frame): { said: Said; sealed: boolean } => {
    if (frame.code === COMMAND.CHLNG) return { said: challenged(frame), sealed: false };
    if (frame.code === COMMAND.SCRYPT) return { said: convinced(frame), sealed: false };
    const data = frame.block === undefined ? frame.data : inChannel(frame);
    if (data === undefined) {
      channel = undefined;
      return { said: nak(NAK.BLOCK), sealed: false };
    }
    const secure = frame.block !== undefined;
    const plainly = PLAINLY.includes(frame.code) && !reader.secretive;
    if (!secure && reader.key !== undefined && !plainly) return { said: nak(NAK.ENCRYPT), sealed: false };
    reader.done.push({ code: frame.code, secure, data });
    const said = carryOut(frame, data);
    return { said, sealed: secure && !(frame.code === COMMAND.KEYSET && reader.acknowledgesPlainly) };
  };

  const seal = ({ code, data = [] }: Said): Pick<Outgoing, 'code' | 'data' | 'block' | 'mac'> => {
    const keys = channel?.keys ?? sessionKeys(DEFAULT_KEY, B);
    const last = channel?.last ?? B;
    const plain = Uint8Array.from(data);
    return {
      code,
      data: plain.length > 0 ? encrypted(keys, last, plain) : plain,
      block: { type: plain.length > 0 ? 0x18 : 0x16, data: new Uint8Array(0) },
      mac: (head) => {
        const mac = macOf(keys, last, head);
        if (channel !== undefined) channel.last = mac;
        return mac.subarray(0, 4);
      },
    };
  };

  const reply = (sequence: number, frame: Frame, parts: Pick<Outgoing, 'code' | 'data' | 'block' | 'mac'>) =>
    encodeFrame({ address: address | 0x80, sequence, check: reader.answersIn ?? frame.check, ...parts });

  const answered = (frame: Frame): Uint8Array => {
    const { said, sealed } = respond(frame);
    const plainly = { code: said.code, data: Uint8Array.from(said.data ?? []), block: said.block };
    const bytes = reply(frame.sequence, frame, sealed ? seal(said) : plainly);
    if (frame.code === COMMAND.SCRYPT && said.code === REPLY.RMAC_I && shaking !== undefined)
      channel = { keys: shaking.keys, last: Uint8Array.from(said.data ?? []) };
    return bytes;
  };

  const reader: ScriptedReader = {
    key: undefined,
    installMode: false,
    events: [],
    outputs: new Array<boolean>(CHANNELS).fill(false),
    inputs: new Array<number>(CHANNELS).fill(0),
    outputWrites: 0,
    local: [0, 0],
    deafTo: new Set(),
    busy: 0,
    takesKeys: true,
    acknowledgesPlainly: false,
    secretive: false,
    sumsOnly: false,
    answersIn: undefined,
    done: [],
    reboot: () => {
      channel = undefined;
      expected = 0;
      lastAsked = undefined;
    },
    answer: (bytes) => {
      const frame = findFrame(bytes, (found) => !found.fromReader && found.address === address, true);
      if (frame === undefined || reader.deafTo.has(frame.code)) return undefined;
      if (reader.sumsOnly && frame.check === 'crc') return undefined;
      if (reader.busy > 0) {
        reader.busy--;
        return reply(0, frame, { code: REPLY.BUSY, data: new Uint8Array(0) });
      }
      const asked = Buffer.from(bytes).toString('hex');
      if (frame.sequence === 0) channel = undefined;
      else if (asked === lastAsked) return lastSaid;
      else if (frame.sequence !== expected)
        return reply(frame.sequence, frame, { code: REPLY.NAK, data: Uint8Array.of(NAK.SEQUENCE) });
      expected = (frame.sequence % 3) + 1;
      lastAsked = asked;
      lastSaid = answered(frame);
      return lastSaid;
    },
  };
  return reader;
};
