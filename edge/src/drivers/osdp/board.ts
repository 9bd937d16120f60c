import { BoardError, type Reading, type RelayBoard, type WriteLimits, type Written } from '../driver.ts';
import { REPLY } from './codes.ts';
import { type Command, ISTAT, OSTAT, OUTPUT_TENTHS_MAX, out } from './commands.ts';
import type { Device } from './device.ts';
import type { Dispatcher } from './dispatcher.ts';
import { statesOf } from './replies.ts';

const TENTH_MS = 100;
const CHANNELS_MAX = 255;

const refused = (text: string) => new BoardError('refused', false, text);

/** The outputs and inputs that a reader has beside its card and keys. */
export const readerBoard = (device: Device, dispatcher: Dispatcher): RelayBoard => {
  const order = async (command: Command, mayWrite: WriteLimits['mayWrite']): Promise<Written> => {
    const { reply, writtenMs } = await device.ask(command, { retries: 2, mayWrite });
    if (reply.code !== REPLY.ACK && reply.code !== REPLY.OSTATR)
      throw new BoardError('no_reply', true, `reader ${device.unit} answers something else`);
    return { writtenMs };
  };
  /**
   * After its time an output goes to its resting state. Which one that is, a reader does not tell, so it is told. That moves
   * nothing while the pulse runs: it needs no leave, and if it fails the pulse was had all the same, and the next says it again.
   */
  const tellRest = async (channel: number, energised: boolean): Promise<void> => {
    try {
      await order(out(channel, 'rest', energised), undefined);
      device.resting.set(channel, energised);
    } catch (error) {
      if (!(error instanceof BoardError)) throw error;
      device.resting.delete(channel);
    }
  };
  const write = (channel: number, work: () => Promise<Written>): Promise<Written> =>
    channel > CHANNELS_MAX ? Promise.reject(refused(`there is no output ${channel}`)) : dispatcher.run('command', work);

  const read = (command: Command, code: number, count: number): Promise<Reading> =>
    dispatcher.run('reading', async () => {
      const { reply, writtenMs } = await device.ask(command, { retries: 1 });
      if (reply.code !== code) throw new BoardError('no_reply', true, `reader ${device.unit} answers something else`);
      return { values: statesOf(reply.data, count), askedMs: writtenMs };
    });

  return {
    set: (channel, energised, { mayWrite } = {}) =>
      write(channel, async () => {
        const written = await order(out(channel, 'hold', energised), mayWrite);
        device.resting.set(channel, energised);
        return written;
      }),
    pulse: (channel, energised, duration, { mayWrite } = {}) => {
      const tenths = Math.ceil(duration / TENTH_MS);
      if (tenths > OUTPUT_TENTHS_MAX) return Promise.reject(refused('a reader times 6553.5 s at most'));
      return write(channel, async () => {
        const written = await order(out(channel, 'pulse', energised, tenths), mayWrite);
        if (device.resting.get(channel) !== !energised) await tellRest(channel, !energised);
        return written;
      });
    },
    readCoils: (count) => read(OSTAT, REPLY.OSTATR, count),
    readInputs: (count) => read(ISTAT, REPLY.ISTATR, count),
    onHint: device.onHint,
  };
};
