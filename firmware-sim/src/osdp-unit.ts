import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { anotherCard, parseCard } from './boards/card.ts';
import { createOsdpReader, type OsdpReader } from './boards/osdp/reader.ts';
import type { BusDevice } from './buses/pty/bus.ts';
import type { Held } from './held.ts';
import { createSerialPlace } from './serial-device.ts';
import type { Outcome } from './world/door.ts';
import { createMainsFed, type MainsFed } from './world/mains-fed.ts';
import type { ReaderPlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** An OSDP reader beside a door: doors may have their lock and contacts on its outputs and inputs. */
export interface OsdpUnit extends Pick<MainsFed, 'state' | 'reboot' | 'hang'> {
  readonly kind: 'osdp';
  readonly plan: ReaderPlanOf<'osdp'>;
  readonly firmware: OsdpReader;
  readonly device: BusDevice;
  present(held: Held): Outcome;
  /** Keys one after the other: digits, `*` and `#`. */
  press(keys: string): Outcome;
  setTampered(on: boolean): Outcome;
  close(): void;
}

export interface OsdpUnitDeps {
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly plan: ReaderPlanOf<'osdp'>;
  readonly baud: number;
  readonly site: Site;
  readonly send: (frame: Uint8Array, baud: number) => void;
}

/** Format codes of a card's bits: laid out as on a Wiegand line, or not said. */
const [NOT_SAID, WIEGAND] = [0, 1];
const KEYS_AT_ONCE = 8;
const NOBODY: Outcome = {
  done: false,
  message: 'The reader beeps and forgets it: no panel talks to it, or it is full.',
};

const serialOf = (name: string): number =>
  [...name].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0, 7);

export const createOsdpUnit = ({ clock, random, plan, baud, site, send }: OsdpUnitDeps): OsdpUnit => {
  const { name } = plan;
  const report = (text: string) => site.report(name, 'reader', text);
  const fed = createMainsFed({
    clock,
    site,
    name,
    noun: 'reader',
    afterStart: 'lamp dark, every output at rest',
    onOff: () => firmware.powerOff(),
    onOn: () => firmware.powerOn(),
  });
  const place = createSerialPlace({ clock, site, plan, fed: () => fed });
  const firmware = createOsdpReader({
    clock: fed.clock,
    random,
    address: plan.address,
    baud,
    serial: serialOf(name),
    keypad: plan.keypad,
    key: plan.key === undefined ? undefined : Uint8Array.from(Buffer.from(plan.key, 'hex')),
    terminals: site.terminals(name),
    send: (frame, at) => {
      if (place.reachable()) send(frame, at);
    },
    report,
  });
  // Contacts move without asking anybody: the reader looks whenever something happened in the building.
  const forget = site.events.add(({ where }) => {
    if (where !== name) firmware.look();
  });
  const working = () => fed.state === 'running';

  const press = (keys: string): Outcome => {
    if (!working()) return NOBODY;
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE)
      if (!firmware.keys(keys.slice(at, at + KEYS_AT_ONCE))) return NOBODY;
    report(`${keys.length} ${keys.length === 1 ? 'key' : 'keys'} pressed`);
    return { done: true, message: 'The keys are pressed.' };
  };
  const card = (text: string, pin: string | undefined): Outcome => {
    const held = parseCard(text);
    if (held === undefined)
      return { done: false, message: `"${text}" is no card: give its number in hex, or its format.` };
    const shown = firmware.lies.take('other-card') ? anotherCard(held) : held;
    if (!working() || !firmware.card(shown.bits, shown.laidOut ? WIEGAND : NOT_SAID)) return NOBODY;
    report(`reads a card of ${shown.bits.length} bits`);
    return pin === undefined ? { done: true, message: 'The reader reads the card.' } : press(`${pin}#`);
  };

  return {
    kind: 'osdp',
    plan,
    firmware,
    device: place.device(firmware),
    get state() {
      return fed.state;
    },
    present: (held) => {
      if (held.by === 'qr') return { done: false, message: 'The reader has no camera.' };
      return held.by === 'card' ? card(held.card, held.pin) : press(`${held.shortId}#${held.pin}#`);
    },
    press,
    setTampered: (on) => {
      if (firmware.state().tampered === on)
        return { done: false, message: on ? 'Its housing is open already.' : 'Its housing is shut.' };
      firmware.setTampered(on);
      report(on ? 'housing opened' : 'housing shut');
      return { done: true, message: on ? 'The housing is open.' : 'The housing is shut.' };
    },
    reboot: fed.reboot,
    hang: fed.hang,
    close: () => {
      forget();
      fed.close();
    },
  };
};
