import { noPosition } from '../../kit/http/position.ts';
import type { Closed } from './scope-key.ts';

interface Ordered {
  readonly closed: Closed | undefined;
  readonly memberCount: number;
  readonly number: number;
}
type Position = readonly [urgency: number, number: number];

const positionOf = ({ closed, memberCount, number }: Ordered): Position => [
  closed === undefined ? -1 : memberCount,
  number,
];
const compare = ([a, first]: Position, [b, second]: Position): number => b - a || first - second;

/** Those that open nothing for somebody first, the most members first; among equals the oldest. */
export const byUrgency = (a: Ordered, b: Ordered): number => compare(positionOf(a), positionOf(b));

/** Where a key stands in that order now. */
export const positionText = (key: Ordered): string => positionOf(key).join('.');

/** Those of the keys that come after a position. Throws 400 for what is none. */
export const keysAfter = <Key extends Ordered>(keys: readonly Key[], text: string | undefined): readonly Key[] => {
  if (text === undefined) return keys;
  const [, urgency, number] = /^(-1|\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (urgency === undefined || number === undefined) throw noPosition();
  const position: Position = [Number(urgency), Number(number)];
  return keys.filter((key) => compare(positionOf(key), position) > 0);
};
