import type { BusFrame } from './buses/pty/trace.ts';
import type { SimulatorEvent } from './control/client.ts';
import type { SimulatorState } from './control/state.ts';
import { type Step, stepWords } from './control/step.ts';

const timeOf = (at: string): string => at.slice(11, 23);

const doorLine = ({ name, lock, leaf, contact, coil, rex }: SimulatorState['doors'][number]): string => {
  const lockWords = [
    lock.position,
    lock.movingTo && `moving to ${lock.movingTo}`,
    lock.jammed && 'jammed',
    !lock.powered && 'no power',
  ];
  const coilWords = [
    coil.energised ? 'energised' : 'at rest',
    coil.welded && `contact stuck ${coil.welded}`,
    coil.slowMs > 0 && `${coil.slowMs} ms slow`,
  ];
  const leafWords = [leaf.motion, leaf.propped && 'propped'];
  const words = (all: readonly (string | false | null)[]) => all.filter(Boolean).join(', ');
  return [
    name,
    `  lock     ${lock.kind}: ${words(lockWords)}`,
    `  leaf     ${words(leafWords)}`,
    `  contact  ${contact.reading}${contact.mode === 'normal' ? '' : ` (${contact.mode})`}`,
    `  coil     ${words(coilWords)} (${coil.cause})`,
    `  exit     ${rex === null ? 'no button' : rex.pressed ? 'pressed' : 'not pressed'}`,
  ].join('\n');
};

const lamps = (levels: readonly boolean[]): string => levels.map((on) => (on ? '●' : '○')).join('') || 'none';

type ReaderState = SimulatorState['readers'][number];
type LanState = SimulatorState['controllers'][number]['lan'];

const lanWords = ({ connected, joined, plugged, trouble }: LanState): string => {
  if (!plugged) return 'CABLE OUT';
  if (joined === null) return 'has joined no broker';
  return connected ? 'connected' : trouble;
};

const readerWords = (reader: ReaderState): string => {
  switch (reader.kind) {
    case 'mqtt':
      return `${lanWords(reader.lan)}${reader.shown ? `; last ${reader.shown.led}, ${reader.shown.message}` : ''}`;
    case 'osdp':
      return [
        `address ${reader.address} on ${reader.bus}, ${reader.baud} baud`,
        reader.online ? `panel on ${reader.channel.replace('-', ' ')} channel` : 'NO PANEL',
        ...(reader.tampered ? ['TAMPERED'] : []),
        `lamp ${reader.lamp.colour}${reader.lamp.blinks ? ' blinking' : ''}`,
        `outputs ${lamps(reader.outputs)}`,
        `inputs ${lamps(reader.inputs)}`,
      ].join(', ');
    case 'scanner':
      return `on ${reader.bus}, ${reader.baud} baud, ${reader.lines} lines sent`;
    case 'keyboard':
      return reader.plugged ? (reader.grabbed ? 'read by one alone' : 'plugged in') : 'PULLED OUT';
  }
};

const boardPlace = ({ address, bus, baud }: SimulatorState['boards'][number]): string =>
  [address === null ? `on ${bus}` : `address ${address} on ${bus}`, ...(baud === null ? [] : [`${baud} baud`])].join(
    ', ',
  );

/** The whole building for a terminal. */
export const stateReport = ({
  title,
  seed,
  site,
  doors,
  wires,
  boards,
  buses,
  controllers,
  readers,
}: SimulatorState): string =>
  [
    `${title}: power ${site.powered ? 'on' : 'OUT'}${site.dipping ? ', SUPPLY DIPS' : ''}${site.fire ? ', FIRE ALARM' : ''}; seed ${seed}`,
    ...(site.playing === null ? [] : [`${site.playing.what}: step ${site.playing.done} of ${site.playing.of}`]),
    ...doors.map(doorLine),
    `wires\n${wires.map(({ name, fault }) => `  ${name}${fault === null ? '' : ` ${fault.toUpperCase()}`}`).join('\n')}`,
    ...boards.map(
      (b) =>
        `${b.name} (${boardPlace(b)})${b.powered ? '' : ', NO POWER'}\n  coils    ${lamps(b.coils)}\n  inputs   ${lamps(b.inputs)}`,
    ),
    ...controllers.map(
      (c) =>
        `${c.name} (controller)${c.powered ? '' : ', NO POWER'}: ${lanWords(c.lan)}\n  relays   ${lamps(c.relays)}\n  inputs   ${lamps(c.inputs)}`,
    ),
    ...readers.map((r) => `${r.name} (reader at ${r.door}): ${readerWords(r)}`),
    ...buses.map((b) => `${b.name} ${b.plugged ? `at ${b.path}` : 'UNPLUGGED'}`),
  ].join('\n');

export const frameLine = ({ at, direction, hex, text, faults }: BusFrame): string => {
  const arrow = { request: '→', reply: '←', noise: '~' }[direction];
  return `${timeOf(at)} ${arrow} ${text}${faults.length > 0 ? ` [${faults.join(', ')}]` : ''}  ${hex}`;
};

export const stepLine = (step: Step): string => `${(step.atMs / 1_000).toFixed(3).padStart(9)} s  ${stepWords(step)}`;

/** One line of `watch`; undefined for what is not worth a line. */
export const eventLine = ({ event, data }: SimulatorEvent): string | undefined => {
  if (event === 'frame') return frameLine(data);
  return event === 'happening' ? `${timeOf(data.at)} ${data.where}: ${data.text}` : undefined;
};
