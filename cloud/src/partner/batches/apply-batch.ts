import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { decided, type OwnCall, type Place } from '../../kit/http/call.ts';
import type { BatchResult, IgnoredField, SkippedItem } from '../../kit/ingest/batch-answer.ts';
import type { BatchKind } from '../../kit/ingest/batch-kind.ts';
import type { BatchStore } from '../../kit/ingest/batch-store.ts';
import { ingestFault } from '../../kit/ingest/ingest.faults.ts';
import type { Ingest, JudgedBatch } from '../../kit/ingest/ingest.ts';
import type { Verdict } from '../../kit/ingest/verdicts.ts';
import type { PartnerCaller, PartnersService, Remark } from '../partners/partners.module.ts';
import { judgePiece, type PieceResult, recordKey } from './judge-piece.ts';
import { type ItemNames, placePiece } from './place-piece.ts';

export interface BatchDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly ingest: Pick<Ingest, 'judge' | 'alone'>;
  readonly partners: Pick<PartnersService, 'facilitiesOf' | 'claimFacilities' | 'keepRemarks'>;
}

/** One kind of record, and how it is stored. */
export interface BatchOf<Item, Draft, Row, Found, State> {
  readonly kind: BatchKind<Item, Draft, Row, Found>;
  readonly store: BatchStore<Row, State>;
}

/** So many skipped items are named in an answer, and so many of those that conflict. */
const NAMED_MAX = 10_000;
const firstOf = <Item extends { readonly index: number }>(items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => a.index - b.index).slice(0, NAMED_MAX);

/**
 * Applies a pushed batch: judged outside of this thread, then written in units of at most 100 rows, as if the items had
 * been sent one after the other. With a dryrun key the same is done in reads, and only remembered. Throws the 400, 422 and
 * 503 faults of a batch that is refused whole; nothing of it has been written then.
 */
export const applyBatch = async <Item, Draft, Row, Found, State>(
  deps: BatchDeps,
  batch: BatchOf<Item, Draft, Row, Found, State>,
  bytes: Uint8Array,
  call: OwnCall<PartnerCaller>,
): Promise<BatchResult> => {
  const { partnerId, linkingMethod } = call.caller;
  const judged = await deps.ingest.judge<Row>(batch.kind, bytes, { tenant: partnerId, linkKey: linkingMethod });
  if ('problems' in judged) throw refusal(batch.kind.idKeys[0], judged, call.caller.keyType === 'dryrun');
  try {
    return await applyPieces(deps, batch, judged, call);
  } finally {
    judged.end();
  }
};

type Accepted<Row> = Exclude<JudgedBatch<Row>, { problems: unknown }>;

const applyPieces = async <Item, Draft, Row, Found, State>(
  deps: BatchDeps,
  { kind, store }: BatchOf<Item, Draft, Row, Found, State>,
  judged: Accepted<Row>,
  call: OwnCall<PartnerCaller>,
): Promise<BatchResult> => {
  const { caller } = call;
  const dryRun = caller.keyType === 'dryrun';
  /** What a dry run would have stored so far. */
  const overlay = new Map<string, State>();
  const tally = { success: 0, skipped: judged.unnamed };
  const skippedItems: SkippedItem[] = [];
  const conflicts: ItemNames[] = [];
  const ignoredFields: IgnoredField[] = [];
  let remarked = 0;
  /** Of every facility named so far. */
  const organisations = new Map<FacilityId, string>();

  const unit = async (tx: Tx, piece: readonly Verdict<Row>[]): Promise<Applied<State>> => {
    const { rows, skipped, places } = await placePiece(tx, deps.partners, {
      piece,
      caller,
      idKeys: kind.idKeys,
      claim: !dryRun,
    });
    for (const { site, realm } of places) organisations.set(site, realm);
    const stored = rows.length === 0 ? [] : await store.load(tx, caller.partnerId, rows);
    const judgedRows = judgePiece(store, rows, { stored, overlay });
    const result = { ...judgedRows, skipped: [...skipped, ...judgedRows.skipped] };
    if (dryRun) return { ...result, remarked: 0 };
    if (result.changes.length > 0) await store.save(tx, caller.partnerId, result.changes);
    const remarks = remarksOn(kind.idKeys, [...result.skipped, ...result.ignored], organisations);
    const of = { partnerId: caller.partnerId, requestId: call.requestId, from: remarked };
    const kept = remarks.length === 0 ? 0 : await deps.partners.keepRemarks(tx, of, remarks);
    return { ...result, remarked: kept };
  };
  /** Which ends the request. */
  const lastUnit = async (tx: Tx, piece: readonly Verdict<Row>[]) => {
    const result = await unit(tx, piece);
    const target = `${kind.arrayKey}: ${tally.success + result.success} of ${judged.total}`;
    return decided(result, { outcome: 'ok', target, place: placeOf(organisations) });
  };

  let piece = await judged.next();
  while (piece !== undefined) {
    const current = piece;
    piece = await judged.next();
    const last = piece === undefined;
    const result = dryRun
      ? await deps.db.read((tx) => unit(tx, current))
      : await deps.ingest.alone(() =>
          last ? call.write((tx) => lastUnit(tx, current)) : deps.db.write((tx) => unit(tx, current)),
        );
    tally.success += result.success;
    tally.skipped += result.skipped.length;
    skippedItems.push(...result.skipped);
    conflicts.push(...result.conflicts);
    remarked += result.remarked;
    // Those beyond what is named are dropped as they come: one item may have many.
    if (ignoredFields.length < NAMED_MAX) ignoredFields.push(...result.ignored);
    if (dryRun) for (const { facilityId, key, after } of result.changes) overlay.set(recordKey(facilityId, key), after);
  }
  return {
    ...tally,
    skippedItems: firstOf(skippedItems),
    conflicting: conflicts.length,
    conflicts: firstOf(conflicts),
    ignoredFields: firstOf(ignoredFields),
    guesses: judged.guesses,
    dryRun,
  };
};

type Applied<State> = PieceResult<State> & { readonly remarked: number };

/** What is kept beside the request, for whoever was not looking at its answer. */
const remarksOn = (
  idKeys: readonly string[],
  items: readonly (SkippedItem | IgnoredField)[],
  known: ReadonlyMap<FacilityId, string>,
): Remark[] =>
  items.map((item) => ({
    index: item.index,
    facilityId: knownOf(known, item.facility_id),
    ids: Object.fromEntries(idKeys.map((key) => [key, item[key]])),
    path: typeof item.path === 'string' ? item.path : null,
    reason: item.reason,
  }));

const knownOf = (known: ReadonlyMap<FacilityId, string>, facility: string | null): FacilityId | null => {
  const facilityId = uncheckedId<FacilityId>(facility ?? '');
  return known.has(facilityId) ? facilityId : null;
};

/** The facility, if all is about one; else the organisation, if it is one. */
const placeOf = (organisations: ReadonlyMap<FacilityId, string>): Place => {
  const realms = new Set(organisations.values());
  const [[site, realm] = []] = organisations;
  if (realms.size !== 1 || site === undefined || realm === undefined) return {};
  return organisations.size === 1 ? { realm, site } : { realm };
};

/** The 422 of a batch in which some items have what refuses it whole. `idKey` is what names an item. */
const refusal = (
  idKey: string,
  { problems, problemCount }: Exclude<JudgedBatch<unknown>, { total: number }>,
  dryRun: boolean,
) => {
  const message = `Nothing was applied: ${problemCount} problem${problemCount === 1 ? '' : 's'} in access time windows.`;
  const errors = problems.map(({ index, id, path, code, message }) => ({ index, [idKey]: id, path, code, message }));
  return ingestFault('validation_failed', message, {
    body: {
      error: 'validation_failed',
      message,
      errors,
      error_count: problemCount,
      ...(dryRun ? { 'dry-run': true } : {}),
    },
  });
};
