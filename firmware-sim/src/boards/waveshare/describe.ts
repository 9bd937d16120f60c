import { COMMANDS } from './commands.ts';
import { unseal } from './crc.ts';

const EXCEPTION_NAMES = ['', 'illegal function', 'illegal address', 'illegal value'];

/** A frame in one line for people, whoever it is for and however broken. `direction` is seen from the board. */
export const describeFrame = (frame: Uint8Array, direction: 'request' | 'reply'): string => {
  const body = unseal(frame);
  if (body === undefined) return `${frame.length} bytes that are no frame`;
  const [unit = 0, code = 0] = body;
  const data = body.subarray(2);
  const who = unit === 0 ? 'everyone' : `#${unit}`;
  if (direction === 'reply' && code & 0x80)
    return `${who} refuses: ${EXCEPTION_NAMES[data[0] ?? 0] || `exception ${data[0]}`}`;
  const command = COMMANDS.get(code);
  if (command === undefined) return `${who} function ${code}`;
  return `${who} ${direction === 'request' ? command.describe(data) : command.describeReply(data)}`;
};
