import { ACK, type OsdpCommand, word } from '../command.ts';

/** How long a message the panel can take in. This reader has none that would be too long for any. */
export const receiveSize: OsdpCommand = {
  code: 0x7b,
  name: 'ACURXSIZE',
  fits: (data) => data.length === 2,
  run: () => ACK,
  describe: (data) => `${word(data, 0)} bytes`,
};
