import { characterMs } from '../../buses/pty/character.ts';
import type { SerialProtocol } from '../../buses/pty/protocol.ts';
import { seal } from './crc.ts';
import { describeFrame } from './describe.ts';
import { createFrameReader, silenceMs } from './frame-reader.ts';

const ADDRESSES = 247;

/** MODBUS over serial line: frames end in silence, and a CRC finds every single bit that is wrong. */
export const modbusProtocol: SerialProtocol = {
  cut: createFrameReader,
  describe: describeFrame,
  byteMs: characterMs,
  gapMs: silenceMs,
  garbleFrom: 0,
  misaddress: (reply) => seal(Uint8Array.of(((reply[0] ?? 0) % ADDRESSES) + 1, ...reply.subarray(1, -2))),
};
