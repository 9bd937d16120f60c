import { ACK, NAKS, type Nak, type Reply } from './command.ts';
import type { Settings } from './settings.ts';

export const KEYSET = 0x75;
const [OWN_KEY, KEY_BYTES, HEADER_BYTES] = [1, 16, 2];

/**
 * A new key for the reader. Only ever over the secure channel and encrypted (IEC 60839-11-5): `encrypted` says whether
 * this message was. The session that stands goes on; the next handshake is under the new key, and install mode is over.
 */
export const setKey = (data: Uint8Array, encrypted: boolean, settings: Settings): Reply | Nak => {
  if (!encrypted) return NAKS.securityNeeded;
  if (data.length !== HEADER_BYTES + KEY_BYTES || data[1] !== KEY_BYTES) return NAKS.badLength;
  if (data[0] !== OWN_KEY) return NAKS.cannotProcess;
  settings.key = Uint8Array.from(data.subarray(HEADER_BYTES));
  settings.installMode = false;
  return ACK;
};
