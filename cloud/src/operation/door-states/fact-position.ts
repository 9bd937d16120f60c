import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import { noPosition } from '../../kit/http/position.ts';
import type { FactPlace } from '../../sites/journal/journal.service.ts';

/** A place in the history of a door, as callers carry it from one page to the next. */
export const factText = ({ receivedAt, seq, boxId, epoch }: FactPlace): string =>
  [receivedAt, seq, boxId, epoch].join('.');

const Place = /^(\d{1,15})\.(\d{1,15})\.([0-9a-f-]{36})\.([0-9a-f-]{36})$/;

export const factPlaceOf = (after: string | undefined): FactPlace | undefined => {
  if (after === undefined) return undefined;
  const [, receivedAt, seq, boxId, epoch] = Place.exec(after) ?? [];
  if (boxId === undefined || epoch === undefined) throw noPosition();
  return { receivedAt: Number(receivedAt), seq: Number(seq), boxId: uncheckedId<BoxId>(boxId), epoch };
};
