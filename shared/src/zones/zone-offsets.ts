import { parseFooter } from './footer.ts';
import type { ZoneTables } from './zone-tables.ts';

/** An offset that a zone has from an instant on. */
export interface ZoneOffset {
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly fromS: number;
  /** Seconds east of UTC. */
  readonly offset: number;
  /** As people there write it, such as `AEST`; of a zone without letters, or of an offset that it no longer has, `+10` or `+0545`. */
  readonly abbreviation: string;
}

/** The offsets of a zone from one instant until before another, the first from there on. None, of a zone that there is not. */
export const offsetsBetween = (zones: ZoneTables, name: string, fromS: number, untilS: number): ZoneOffset[] => {
  const zone = zones.find(name);
  if (zone === undefined) return [];
  const letters = abbreviationsOf(zones.footerOf(name) ?? '');
  const offsets: ZoneOffset[] = [];
  for (let at = fromS; at < untilS; at = zone.nextTransitionAfter(at)) {
    const offset = zone.offsetAt(at);
    offsets.push({ fromS: at, offset, abbreviation: letters.get(offset) ?? inDigits(offset) });
  }
  return offsets;
};

const NAME = '(?:<([^>]+)>|([A-Za-z]+))';
const NAMES = new RegExp(`^${NAME}[+-]?[\\d:]+(?:${NAME})?`);

/** What a footer calls its offsets. */
const abbreviationsOf = (footerText: string): ReadonlyMap<number, string> => {
  const footer = parseFooter(footerText);
  const [, quoted, plain, quotedDaylight, plainDaylight] = NAMES.exec(footerText) ?? [];
  const [standard, daylight] = [quoted ?? plain, quotedDaylight ?? plainDaylight];
  return new Map([
    ...(footer === undefined || standard === undefined ? [] : [[footer.standard, standard] as const]),
    ...(footer?.daylight === undefined || daylight === undefined ? [] : [[footer.daylight.offset, daylight] as const]),
  ]);
};

/** As the IANA database writes an offset without letters. */
const inDigits = (offset: number): string => {
  const minutes = Math.trunc(Math.abs(offset) / 60);
  const two = (number: number) => String(number).padStart(2, '0');
  const rest = minutes % 60 === 0 ? '' : two(minutes % 60);
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}${rest}`;
};
