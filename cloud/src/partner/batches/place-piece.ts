import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { SkippedItem } from '../../kit/ingest/batch-answer.ts';
import type { FieldFault } from '../../kit/ingest/batch-kind.ts';
import type { Placed } from '../../kit/ingest/batch-store.ts';
import type { Verdict } from '../../kit/ingest/verdicts.ts';
import type { PartnerCaller, PartnersService } from '../partners/partners.module.ts';

/** A row at its facility, and what an answer calls its item. */
export interface PlacedRow<Row> extends Placed<Row> {
  readonly named: ItemNames;
  readonly ignored: readonly FieldFault[];
}
/** The members that every mention of an item has. */
export interface ItemNames {
  readonly index: number;
  readonly facility_id: string | null;
  readonly [id: string]: unknown;
}
export interface PlacedPiece<Row> {
  readonly rows: readonly PlacedRow<Row>[];
  readonly skipped: readonly SkippedItem[];
  /** The facilities of all rows that have one, with the organisations that they belong to. */
  readonly places: readonly { readonly site: FacilityId; readonly realm: string }[];
}

export interface PieceToPlace<Row> {
  readonly piece: readonly Verdict<Row>[];
  readonly caller: PartnerCaller;
  readonly idKeys: readonly string[];
  /** Whether the facilities are to be kept from others until the unit ends. */
  readonly claim: boolean;
}

/** Finds the facilities of a piece's rows. A row whose facility is not the partner's, or not enabled, is skipped. */
export const placePiece = async <Row>(
  tx: Tx,
  partners: Pick<PartnersService, 'facilitiesOf' | 'claimFacilities'>,
  { piece, caller, idKeys, claim }: PieceToPlace<Row>,
): Promise<PlacedPiece<Row>> => {
  const links = new Set(piece.flatMap((verdict) => ('row' in verdict ? [verdict.link] : [])));
  const facilities = await partners.facilitiesOf(tx, caller, [...links]);
  const enabled = [...facilities.values()].flatMap(({ id, enabled }) => (enabled ? [id] : []));
  const open = claim ? await partners.claimFacilities(tx, caller.partnerId, enabled) : new Set(enabled);

  const rows: PlacedRow<Row>[] = [];
  const skipped: SkippedItem[] = [];
  for (const verdict of piece) {
    const facility = 'row' in verdict ? facilities.get(verdict.link) : undefined;
    const facilityId = facility?.id;
    const named = namesOf(verdict, { caller, idKeys, facilityId });
    const reason = reasonFor(verdict, facilityId, open);
    if (reason !== undefined) skipped.push({ ...named, reason });
    else if ('row' in verdict && facility !== undefined) {
      const { index, row, ignored = [] } = verdict;
      rows.push({ index, facilityId: facility.id, timezone: facility.timezone, row, named, ignored });
    }
  }
  const places = [...facilities.values()].map(({ id, orgId }) => ({ site: id, realm: orgId }));
  return { rows, skipped, places };
};

const reasonFor = (
  verdict: Verdict<unknown>,
  facilityId: FacilityId | undefined,
  open: ReadonlySet<FacilityId>,
): string | undefined => {
  if ('skip' in verdict) return verdict.skip;
  if (facilityId === undefined) return 'Unknown facility';
  return open.has(facilityId) ? undefined : 'Integration not enabled';
};

interface NamedBy {
  readonly caller: PartnerCaller;
  readonly idKeys: readonly string[];
  readonly facilityId: FacilityId | undefined;
}

/** The facility as the platform calls it where that is known, else as it was sent. */
const namesOf = ({ index, ids, link }: Verdict<unknown>, { caller, idKeys, facilityId }: NamedBy): ItemNames => {
  const direct = caller.linkingMethod === 'facility_id';
  return {
    index,
    ...Object.fromEntries(idKeys.map((key, at) => [key, ids[at] ?? null])),
    facility_id: facilityId ?? (direct ? link : null),
    ...(direct || link === null ? {} : { linking_identifier: link }),
  };
};
