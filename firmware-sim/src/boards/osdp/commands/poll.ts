import { ACK, type OsdpCommand } from '../command.ts';
import { tellingReply } from '../replies.ts';

/** Asked all the time: anything new? */
export const poll: OsdpCommand = {
  code: 0x60,
  name: 'POLL',
  fits: (data) => data.length === 0,
  run: (_, device) => {
    const what = device.news.next();
    return what === undefined ? ACK : tellingReply(what, device);
  },
  describe: () => '',
};
