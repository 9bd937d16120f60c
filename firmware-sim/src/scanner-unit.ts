import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { decimalText, parseCard } from './boards/card.ts';
import type { BusDevice } from './buses/pty/bus.ts';
import type { Held } from './held.ts';
import { createSerialPlace } from './serial-device.ts';
import type { Outcome } from './world/door.ts';
import { createMainsFed, type MainsFed } from './world/mains-fed.ts';
import type { ReaderPlanOf } from './world/plans.ts';
import type { Site } from './world/site.ts';

/** A scanner of codes and cards beside a door: it sends a line for what it sees, and listens to nothing. */
export interface ScannerUnit extends Pick<MainsFed, 'state' | 'reboot' | 'hang' | 'close'> {
  readonly kind: 'scanner';
  readonly plan: ReaderPlanOf<'scanner'>;
  readonly device: BusDevice;
  readonly baud: number;
  /** How many lines it sent since it began. */
  readonly lines: number;
  present(held: Held): Outcome;
  /** Sends this line as it is, whether anybody held anything to it or not. */
  sendLine(text: string): Outcome;
  setBaud(baud: number): void;
}

export const createScannerUnit = (deps: {
  readonly clock: Clock;
  readonly plan: ReaderPlanOf<'scanner'>;
  readonly baud: number;
  readonly site: Site;
  readonly send: (bytes: Uint8Array, baud: number) => void;
}): ScannerUnit => {
  const { clock, plan, site, send } = deps;
  let { baud } = deps;
  let lines = 0;
  const fed = createMainsFed({
    clock,
    site,
    name: plan.name,
    noun: 'reader',
    afterStart: 'ready',
    onOff: () => undefined,
    onOn: () => undefined,
  });
  const place = createSerialPlace({ clock, site, plan, fed: () => fed });
  const sendLine = (text: string): Outcome => {
    if (fed.state !== 'running') return { done: false, message: 'The reader does not work; its lamp stays dark.' };
    lines += 1;
    site.report(plan.name, 'reader', `sends a line of ${text.length} characters`);
    if (place.reachable()) send(Uint8Array.from(Buffer.from(`${text}\r`, 'utf8')), baud);
    return { done: true, message: 'The reader beeps and sends a line.' };
  };
  return {
    kind: 'scanner',
    plan,
    device: place.device({
      get baud() {
        return baud;
      },
      receive: () => undefined,
    }),
    get state() {
      return fed.state;
    },
    get baud() {
      return baud;
    },
    get lines() {
      return lines;
    },
    present: (held) => {
      if (held.by === 'keypad' || (held.by === 'card' && held.pin !== undefined))
        return { done: false, message: 'The reader has no keypad.' };
      if (held.by === 'qr') return sendLine(held.text);
      const card = parseCard(held.card);
      return card === undefined
        ? { done: false, message: `"${held.card}" is no card: give its number in hex, or its format.` }
        : sendLine(decimalText(card));
    },
    sendLine,
    setBaud: (to) => {
      baud = to;
    },
    reboot: fed.reboot,
    hang: fed.hang,
    close: fed.close,
  };
};
