import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { BoardError } from '../driver.ts';
import type { SwitchBus, SwitchFamily } from '../pulse-supervisor/switch-bus.ts';
import { openSerialWire } from '../serial/serial-wire.ts';
import type { Wire } from '../serial/wire.ts';
import { NumatoConfig } from './config.ts';
import { relaysFrom } from './framing.ts';
import { createTalk } from './talk.ts';

/** A call that has taken so long begins no other exchange, so that it ends within the half second of a `SwitchBus`. */
const BEGINS_WITHIN_MS = 250;
/** Up to here each relay is asked by itself, in words that no lost character turns into others. */
const ONE_BY_ONE_MAX = 8;

/** The only unit there is. */
const UNIT = 1;

export const createNumatoBus = (wire: Wire, config: NumatoConfig, clock: Clock): SwitchBus => {
  const talk = createTalk(wire, config, clock);
  /** The inputs as they were believed last. */
  const believed: (boolean | undefined)[] = [];

  const check = (unit: number, count: number, has: number, what: string): void => {
    if (unit !== UNIT) throw new BoardError('refused', false, `the module on ${config.path} is unit ${UNIT}`);
    if (count > has) throw new BoardError('refused', false, `the module on ${config.path} has ${has} ${what}`);
  };
  const untilMs = (): (() => void) => {
    const endMs = clock.monoMs() + BEGINS_WITHIN_MS;
    return () => {
      if (clock.monoMs() > endMs) throw new BoardError('no_reply', true, `the module on ${config.path} is too slow`);
    };
  };
  /** Values one after the other; `askedMs` is when the first question left. */
  const each = async (count: number, ask: (i: number) => Promise<{ value: boolean; writtenMs: number }>) => {
    const inTime = untilMs();
    const values: boolean[] = [];
    let askedMs = clock.monoMs();
    for (let i = 0; i < count; i++) {
      inTime();
      const { value, writtenMs } = await ask(i);
      if (i === 0) askedMs = writtenMs;
      values.push(value);
    }
    return { values, askedMs };
  };

  const relay = async (channel: number) => {
    const { value, writtenMs } = await talk.ask({ kind: 'read-relay', relay: channel });
    return { value: value === 'on', writtenMs };
  };
  const once = async (input: number) => {
    const { value, writtenMs } = await talk.ask({ kind: 'read-input', input });
    return { value: value === '1', writtenMs };
  };
  /**
   * One digit without a checksum: a change is believed when it was said twice. A damaged digit can still hide a change until
   * the next question; it never invents one.
   */
  const input = async (channel: number) => {
    const first = await once(channel);
    if (believed[channel] === first.value) return first;
    if ((await once(channel)).value !== first.value)
      throw new BoardError('no_reply', true, `the module on ${config.path} says of an input now this, now that`);
    believed[channel] = first.value;
    return first;
  };
  const all = async () => {
    const [first, second] = [await talk.ask({ kind: 'read-relays' }), await talk.ask({ kind: 'read-relays' })];
    const values = relaysFrom(first.value, config.relays);
    if (values === undefined || first.value !== second.value)
      throw new BoardError('no_reply', true, `the module on ${config.path} says of its relays now this, now that`);
    return { values, askedMs: first.writtenMs };
  };

  return {
    // The prompt comes for whatever was typed: only the relay's own word says that it was understood.
    set: async (unit, channel, energised, mayWrite) => {
      check(unit, channel + 1, config.relays, 'relays');
      const { writtenMs } = await talk.ask({ kind: 'write', relay: channel, energised }, mayWrite);
      const now = await relay(channel).catch((error: unknown) => {
        if (!(error instanceof BoardError)) throw new Bug('a read of a relay failed otherwise', { cause: error });
        throw new BoardError(error.reason, true, error.message);
      });
      if (now.value !== energised)
        throw new BoardError('no_reply', true, `relay ${channel} on ${config.path} did not do as told`);
      return { writtenMs };
    },
    readCoils: async (unit, count) => {
      check(unit, count, config.relays, 'relays');
      if (count <= ONE_BY_ONE_MAX) return each(count, relay);
      const { values, askedMs } = await all();
      return { values: values.slice(0, count), askedMs };
    },
    readInputs: async (unit, count) => {
      check(unit, count, config.inputs, 'inputs');
      return each(count, input);
    },
    listen: () => undefined, // It tells nothing by itself.
    close: talk.close,
  };
};

/** USB relay modules of Numato, spoken to in text. */
export const numatoFamily: SwitchFamily<NumatoConfig> = {
  kind: 'numato',
  config: NumatoConfig,
  open: (config, { clock, log }) => createNumatoBus(openSerialWire(config, { clock, log }), config, clock),
};
