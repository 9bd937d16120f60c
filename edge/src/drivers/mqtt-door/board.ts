import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { PULSE_MS_MAX } from '@gatehouse/shared/local/controller.ts';
import { BoardError, type Reading, type RelayBoard, type WriteLimits, type Written } from '../driver.ts';
import type { Dialogue, Order } from './dialogue.ts';

/** A write leaves at most so often, under one id: the controller carries it out once. */
const WRITES_MAX = 3;

/** One door controller that speaks MQTT, as a relay board. */
export const mqttBoard = (client: string, dialogue: Dialogue, newId: () => string): RelayBoard => {
  const silent = () => new BoardError('no_reply', true, `no answer from ${client}`);

  const state = async () => {
    const answer = await dialogue.report(false);
    if (answer.kind === 'silence') throw silent();
    return answer;
  };
  const few = (channels: number, wanted: number) =>
    new BoardError('refused', true, `${client} has ${channels} of these, not ${wanted}`);

  const write = async (order: Order, { mayWrite = () => true }: WriteLimits = {}): Promise<Written> => {
    // A deadline can be named only on a clock that was heard; asking for it moves nothing.
    if (!dialogue.knowsClock()) await state();
    const id = newId();
    for (let sent = 0; sent < WRITES_MAX; sent++) {
      if (!mayWrite()) throw new BoardError('expired', sent > 0, 'too late to write');
      const answer = await dialogue.command(id, order, sent > 0);
      if (answer.kind === 'silence') continue;
      const { outcome } = answer.value;
      if (outcome === 'done') return { writtenMs: answer.sentMs };
      if (outcome === 'refused') throw new BoardError('refused', true, `${client} cannot do this`);
      // `late` and `other_boot`: nothing was moved, and the answer has told the clock that now counts.
    }
    throw silent();
  };

  const read = async (count: number, of: 'relays' | 'inputs'): Promise<Reading> => {
    const { value, sentMs } = await state();
    const values = value[of];
    if (values.length < count) throw few(values.length, count);
    return { values: values.slice(0, count), askedMs: sentMs };
  };

  return {
    set: (relay, energised, limits) => write({ op: 'set', relay, energised }, limits),
    pulse: async (relay, energised, duration, limits) => {
      const forMs = Math.ceil(duration);
      if (forMs < 1 || forMs > PULSE_MS_MAX) throw new Bug(`a controller cannot time ${duration} ms`);
      return write({ op: 'pulse', relay, energised, forMs }, limits);
    },
    readCoils: (count) => read(count, 'relays'),
    readInputs: (count) => read(count, 'inputs'),
  };
};
