import { decrypted, encrypted, initialMac, macOf, type SessionKeys, same } from './cipher.ts';
import type { Command } from './commands.ts';
import type { Frame, Outgoing } from './framing.ts';
import type { Reply } from './replies.ts';

/** The types of security blocks in a channel that stands: what we send, and what comes back. */
const MAC_ONLY = 0x15;
const MAC_AND_DATA = 0x17;
const MAC_BYTES = 4;

/**
 * A secure channel that stands. Each message's code is chained to the one before it on the line, so nothing can be left
 * out, doubled or played again: a command is sealed once, and repeated only as the very same bytes.
 */
export interface Channel {
  seal(command: Command): Pick<Outgoing, 'block' | 'data' | 'mac'>;
  /** What a reply says; `undefined`, and nothing changes, unless it proves to be the answer to what was sealed last. */
  open(frame: Frame): Reply | undefined;
}

export const createChannel = (keys: SessionKeys, server: Uint8Array): Channel => {
  let last = initialMac(keys, server);
  return {
    seal: ({ data }) => {
      const hidden = data.length === 0 ? data : encrypted(keys, last, data);
      return {
        block: { type: data.length === 0 ? MAC_ONLY : MAC_AND_DATA, data: new Uint8Array(0) },
        data: hidden,
        mac: (head) => {
          last = macOf(keys, last, head);
          return last.subarray(0, MAC_BYTES);
        },
      };
    },
    open: ({ block, head, code, data }) => {
      // Types 0x15 to 0x18: the code always, the data encrypted in the upper two. A reader's are 0x16 and 0x18, but
      // recorded ones use the control panel's too; the code is over the block's type as over all else.
      if (block === undefined || block.type < 0x15 || block.type > 0x18 || data.length < MAC_BYTES) return undefined;
      const mac = macOf(keys, last, head.subarray(0, -MAC_BYTES));
      if (!same(mac.subarray(0, MAC_BYTES), head.slice(-MAC_BYTES))) return undefined;
      const said = data.slice(0, -MAC_BYTES);
      const plain = block.type >= MAC_AND_DATA && said.length > 0 ? decrypted(keys, last, said) : said;
      if (plain === undefined) return undefined;
      last = mac;
      return { code, data: plain };
    },
  };
};
