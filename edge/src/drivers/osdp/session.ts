import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { Channel } from './channel.ts';
import { COMMAND, NAK, nakText, REPLY } from './codes.ts';
import type { Command } from './commands.ts';
import type { Exchange } from './exchange.ts';
import { type Check, encodeFrame, type Frame } from './framing.ts';
import type { Reply } from './replies.ts';

export type Answer =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly block: Frame['block']; readonly writtenMs: number }
  /** The reader says that it will not. */
  | { readonly kind: 'refused'; readonly why: string }
  /** `mayWrite` said no. `sent`: not to the first write. */
  | { readonly kind: 'expired'; readonly sent: boolean }
  /** Nothing usable came, or what shows that the two are out of step: the session has to begin anew. */
  | { readonly kind: 'broken'; readonly why: string; readonly heard: boolean }
  | { readonly kind: 'down'; readonly why: string };

export interface AskOptions {
  readonly retries: 0 | 1 | 2;
  /** Asked in the same turn as every write. */
  readonly mayWrite?: (() => boolean) | undefined;
}

/** The conversation with one reader: sequence numbers, repeats, and the channel once it stands. */
export interface Session {
  check: Check;
  channel: Channel | undefined;
  /** Begins anew: the next command has sequence number 0, which makes a reader forget all that was. */
  restart(): void;
  ask(command: Command, options: AskOptions): Promise<Answer>;
}

/** How long a busy reader is left alone, and how often it may say so to one command. */
const BUSY_MS = 20;
const BUSY_TIMES_MAX = 5;

/** What a reader may say outside of a channel that stands (5.8 and annex D.1.4). */
const saysPlainly = ({ block, code }: Frame): boolean =>
  block === undefined && (code === REPLY.BUSY || code === REPLY.NAK);

type Unsettled = { readonly kind: 'tries' | 'busy'; readonly heard: boolean };
type Heard = Answer | Unsettled;
const isAnswer = (heard: Heard): heard is Answer => heard.kind !== 'tries' && heard.kind !== 'busy';

/**
 * INVARIANTS
 * - A command that may have been heard is repeated as the very same bytes, under the same number: a reader that has
 *   carried it out says its answer again and does nothing twice (5.8). The next number means that the answer was had.
 * - When a command ends without its answer, the session begins anew, for nobody knows which number comes next.
 * - In a channel, only what proves to belong to it counts. What is said outside may end the channel, and nothing more.
 */
export const createSession = (address: number, exchange: Exchange, clock: Clock): Session => {
  let sequence = 0;

  /** Some readers answer a sum with a CRC: it proves more than what was asked for. The other way round it proves less. */
  const isChecked = ({ check }: Frame): boolean => check === 'crc' || session.check === 'sum';

  const wantedAs =
    (number: number) =>
    (frame: Frame): boolean => {
      if (!frame.fromReader || frame.address !== address || !isChecked(frame)) return false;
      // A busy reader answers under number 0 whatever it was asked, and so does one that has lost the thread.
      return frame.sequence === number || (frame.sequence === 0 && saysPlainly(frame));
    };

  const nakOf = (frame: Frame): Heard => {
    const nak = frame.data[0] ?? 0;
    if (nak === NAK.CHECK) return { kind: 'tries', heard: true };
    const lost = frame.sequence !== sequence || nak === NAK.SEQUENCE || session.channel !== undefined;
    return lost
      ? { kind: 'broken', why: `refuses: ${nakText(nak)}`, heard: true }
      : { kind: 'refused', why: nakText(nak) };
  };

  const heard = (command: Command, frame: Frame, writtenMs: number): Heard => {
    if (saysPlainly(frame)) return frame.code === REPLY.BUSY ? { kind: 'busy', heard: true } : nakOf(frame);
    const { channel } = session;
    if (channel === undefined) {
      const { block, code, data } = frame;
      // Still, or already, in a channel that we know nothing of.
      if (block !== undefined && command.block === undefined) return { kind: 'tries', heard: true };
      return { kind: 'reply', reply: { code, data }, block, writtenMs };
    }
    const reply = channel.open(frame);
    // Some readers leave the channel with the old key the moment they have the new one.
    if (reply === undefined && command.code === COMMAND.KEYSET && frame.block === undefined && frame.code === REPLY.ACK)
      return { kind: 'reply', reply: { code: frame.code, data: frame.data }, block: undefined, writtenMs };
    if (reply === undefined) return { kind: 'tries', heard: false };
    if (reply.code === REPLY.NAK) return { kind: 'refused', why: nakText(reply.data[0] ?? 0) };
    return { kind: 'reply', reply, block: frame.block, writtenMs };
  };

  const bytesOf = (command: Command): Uint8Array =>
    encodeFrame({ address, sequence, check: session.check, ...command, ...session.channel?.seal(command) });

  const once = async (command: Command, bytes: Uint8Array): Promise<Heard> => {
    if (!exchange.up) return { kind: 'down', why: 'the line is not there' };
    const result = await exchange.run(bytes, wantedAs(sequence));
    if (result.kind === 'down') return result;
    if (result.kind === 'silence') return { kind: 'tries', heard: false };
    const answer = heard(command, result.frame, result.writtenMs);
    if (answer.kind === 'reply' || answer.kind === 'refused') sequence = (sequence % 3) + 1;
    return answer;
  };

  const session: Session = {
    check: 'crc',
    channel: undefined,
    restart: () => {
      sequence = 0;
      session.channel = undefined;
    },
    ask: async (command, { retries, mayWrite = () => true }) => {
      const left = { tries: retries + 1, busy: BUSY_TIMES_MAX + 1 };
      let bytes: Uint8Array | undefined;
      let said = false;
      while (left.tries > 0 && left.busy > 0) {
        const gapMs = exchange.gapMs();
        if (gapMs > 0) await sleep(clock, Milliseconds(gapMs));
        if (!mayWrite()) return { kind: 'expired', sent: bytes !== undefined };
        bytes ??= bytesOf(command);
        const result = await once(command, bytes);
        if (isAnswer(result)) return result;
        said ||= result.heard;
        left[result.kind]--;
        if (result.kind === 'busy') await sleep(clock, Milliseconds(BUSY_MS));
      }
      return { kind: 'broken', why: said ? 'gives no answer that makes sense' : 'does not answer', heard: said };
    },
  };
  return session;
};
