import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { lcusProtocol } from './boards/lcus/protocol.ts';
import { numatoProtocol } from './boards/numato/protocol.ts';
import { osdpProtocol } from './boards/osdp/protocol.ts';
import { scannerProtocol } from './boards/scanner/protocol.ts';
import { modbusProtocol } from './boards/waveshare/protocol.ts';
import { createPtyBus, type PtyBus } from './buses/pty/bus.ts';
import type { SerialProtocol } from './buses/pty/protocol.ts';
import { createOsdpUnit, type OsdpUnit } from './osdp-unit.ts';
import { createScannerUnit, type ScannerUnit } from './scanner-unit.ts';
import { createSerialBoardUnit, type SerialBoardUnit } from './serial-board-unit.ts';
import type { Site } from './world/site.ts';

/** What hangs on serial lines: the lines themselves, relay boards, and readers. */
export interface SerialParts {
  readonly buses: ReadonlyMap<string, PtyBus>;
  readonly boards: ReadonlyMap<string, SerialBoardUnit>;
  readonly readers: ReadonlyMap<string, OsdpUnit | ScannerUnit>;
}

export interface SerialPartsDeps {
  readonly clock: Clock;
  readonly site: Site;
  /** Chance for each part, by its name. */
  readonly stream: (part: string) => RandomBytes;
  /** Folder in which each bus shows up as a link to its serial port. */
  readonly dir: string;
}

/** How each kind of part talks. All on one bus are of one kind. */
const PROTOCOLS = {
  waveshare: modbusProtocol,
  numato: numatoProtocol,
  lcus: lcusProtocol,
  osdp: osdpProtocol,
  scanner: scannerProtocol,
} as const satisfies Record<string, SerialProtocol>;

const onSerialLine = <Plan extends { readonly kind: string }>(plan: Plan) => plan.kind in PROTOCOLS;

export const createSerialParts = ({ clock, site, stream, dir }: SerialPartsDeps): SerialParts => {
  const { buses: busPlans, boards: boardPlans, readers: readerPlans } = site.building;
  const wired = [...boardPlans, ...readerPlans].flatMap((plan) => ('bus' in plan && onSerialLine(plan) ? [plan] : []));
  /** A line with nothing on it is one for boards to come, of the usual kind. */
  const protocolOf = (bus: string): SerialProtocol =>
    PROTOCOLS[(wired.find((plan) => plan.bus === bus)?.kind ?? 'waveshare') as keyof typeof PROTOCOLS];

  const buses = new Map<string, PtyBus>(
    busPlans
      .filter((plan) => plan.kind === 'serial')
      .map(({ name, baud }) => [
        name,
        createPtyBus({
          clock,
          random: stream(`bus ${name}`),
          name,
          dir,
          baud,
          protocol: protocolOf(name),
          onPlug: (plugged) => site.report(name, 'bus', plugged ? 'bus adapter plugged in' : 'bus adapter pulled out'),
        }),
      ]),
  );
  /** Makes a unit on its bus and hangs it there. */
  const hang = <Unit extends SerialBoardUnit | OsdpUnit | ScannerUnit>(
    plan: { readonly name: string; readonly bus: string },
    make: (on: {
      readonly baud: number;
      readonly lineBaud: () => number;
      readonly send: (bytes: Uint8Array, baud: number) => void;
    }) => Unit,
  ): [string, Unit] => {
    const bus = buses.get(plan.bus);
    if (bus === undefined) throw new Bug(`"${plan.name}" has no bus`);
    const unit = make({
      baud: bus.factoryBaud,
      lineBaud: () => bus.masterBaud,
      send: (bytes, baud) => bus.reply(bytes, baud, plan.name),
    });
    bus.attach(unit.device);
    return [plan.name, unit];
  };

  const boards = new Map<string, SerialBoardUnit>(
    boardPlans
      .filter((plan) => plan.kind === 'waveshare' || plan.kind === 'numato' || plan.kind === 'lcus')
      .map((plan) => hang(plan, (on) => createSerialBoardUnit({ clock, plan, site, ...on }))),
  );
  const readers = new Map<string, OsdpUnit | ScannerUnit>([
    ...readerPlans
      .filter((plan) => plan.kind === 'osdp')
      .map((plan) =>
        hang(plan, (on) => createOsdpUnit({ clock, random: stream(`reader ${plan.name}`), plan, site, ...on })),
      ),
    ...readerPlans
      .filter((plan) => plan.kind === 'scanner')
      .map((plan) => hang(plan, (on) => createScannerUnit({ clock, plan, site, ...on }))),
  ]);
  return { buses, boards, readers };
};
