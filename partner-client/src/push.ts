import { PartnerApiError, type Problem } from './errors.ts';

/** What a batch endpoint says of the items that it was sent. */
interface Metadata {
  readonly success: number;
  readonly skipped: number;
  readonly skipped_items: readonly { readonly index: number; readonly reason: string }[];
  readonly ignored_fields?:
    | readonly { readonly index: number; readonly path: string; readonly reason: string }[]
    | undefined;
  readonly 'dry-run'?: true | undefined;
}
/** Any batch endpoint's answer; one that names no single items counts as all of them done. */
export interface BatchAnswer {
  readonly metadata?: Metadata | undefined;
}

/** An item that was left alone, and why. `index` is its place in the whole source, not in one request. */
export interface LeftOut<Item> {
  readonly index: number;
  readonly item: Item;
}
export interface PushReport<Item> {
  /** Items that were applied. With a dryrun key: would have been. */
  success: number;
  readonly skipped: (LeftOut<Item> & { readonly reason: string; readonly detail: Readonly<Record<string, unknown>> })[];
  /** Fields of applied items that were not taken: what is stored of them stays. */
  readonly ignored: (LeftOut<Item> & { readonly path: string; readonly reason: string })[];
  /** Items whose access time windows the API refused: they were left out, and everything else was sent again. */
  readonly refused: (LeftOut<Item> & { readonly problems: readonly Problem[] })[];
  /** Items with a stored revision of the same number and another content. Nothing of them was changed. */
  readonly conflicts: (LeftOut<Item> & { readonly detail: Readonly<Record<string, unknown>> })[];
  /** Items of the source that an answer has been received for. */
  done: number;
  dryRun: boolean;
}

/** Pushing stopped half-way. What `report` counts as done is done; sending all of it again does no harm. */
export class PushStoppedError<Item> extends Error {
  override readonly name = 'PushStoppedError';
  readonly report: PushReport<Item>;
  constructor(report: PushReport<Item>, cause: unknown) {
    super(`stopped after ${report.done} items: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.report = report;
  }
}

export interface PushOptions {
  /** In one request: 1000 unless given, which is what the API recommends. 25 for report snapshots. */
  readonly itemsMax?: number;
  /** In one request, as JSON: the API takes 10 MB. */
  readonly bytesMax?: number;
}

const ITEMS_MAX = 1_000;
/** 10 MB less what stands around the items. */
const BYTES_MAX = 10 * 1_024 * 1_024 - 1_024;

interface Chunk<Item> {
  readonly items: LeftOut<Item>[];
  bytes: number;
}

/**
 * Sends any number of items through a batch endpoint, in order, in requests that are neither too long nor too large:
 * `pushAll(members, (chunk) => client.members.push({ members: chunk }))`. Where the API refuses a request because of the
 * access time windows of some items, the others are sent again without those. Throws `PushStoppedError` where a request
 * fails for good, or where the source itself does: what was read but not sent by then is not sent.
 */
export const pushAll = async <Item>(
  source: Iterable<Item> | AsyncIterable<Item>,
  send: (items: Item[]) => Promise<BatchAnswer>,
  { itemsMax = ITEMS_MAX, bytesMax = BYTES_MAX }: PushOptions = {},
): Promise<PushReport<Item>> => {
  const report: PushReport<Item> = {
    success: 0,
    skipped: [],
    ignored: [],
    refused: [],
    conflicts: [],
    done: 0,
    dryRun: false,
  };
  let chunk: Chunk<Item> = { items: [], bytes: 0 };
  let index = 0;
  const sendOff = async (): Promise<void> => {
    const full = chunk;
    chunk = { items: [], bytes: 0 };
    await sendChunk(full.items, send, report);
  };
  try {
    for await (const item of source) {
      const bytes = new TextEncoder().encode(JSON.stringify(item)).length + 1;
      const own = { index: index++, item };
      if (bytes > bytesMax) {
        const message = `is ${bytes} bytes of JSON, and a request has at most ${bytesMax}`;
        report.refused.push({ ...own, problems: [{ path: '', code: 'too_large', message }] });
        report.done++;
        continue;
      }
      if (chunk.items.length >= itemsMax || chunk.bytes + bytes > bytesMax) await sendOff();
      chunk.items.push(own);
      chunk.bytes += bytes;
    }
    await sendOff();
    return report;
  } catch (cause) {
    throw new PushStoppedError(report, cause);
  }
};

/** Sends a chunk until the API takes what is left of it: each refusal names items, so that it ends. */
const sendChunk = async <Item>(
  chunk: readonly LeftOut<Item>[],
  send: (items: Item[]) => Promise<BatchAnswer>,
  report: PushReport<Item>,
): Promise<void> => {
  let items = chunk;
  while (items.length > 0) {
    const outcome = await attempt(() => send(items.map(({ item }) => item)));
    if ('answer' in outcome) return note(outcome.answer, items, report);
    items = withoutRefused(items, outcome.refusal, report);
  }
};

/** An answer, or a refusal that names items. Any other failure is thrown. */
const attempt = async (
  send: () => Promise<BatchAnswer>,
): Promise<{ readonly answer: BatchAnswer } | { readonly refusal: PartnerApiError }> => {
  try {
    return { answer: await send() };
  } catch (error) {
    if (!(error instanceof PartnerApiError)) throw error;
    // A conflict is an answer as well: the other items were applied.
    if (error.status === 409 && error.body.metadata !== undefined) return { answer: error.body };
    if (error.status === 422 && error.errors.some(({ index }) => index !== undefined)) return { refusal: error };
    throw error;
  }
};

const withoutRefused = <Item>(
  items: readonly LeftOut<Item>[],
  refusal: PartnerApiError,
  report: PushReport<Item>,
): readonly LeftOut<Item>[] => {
  const named = problemsByIndex(refusal.errors);
  const remaining = items.filter((_own, at) => !named.has(at));
  if (remaining.length === items.length) throw refusal;
  for (const [at, problems] of named) {
    const own = items[at];
    if (own !== undefined) report.refused.push({ ...own, problems });
  }
  report.done += items.length - remaining.length;
  return remaining;
};

const problemsByIndex = (problems: readonly Problem[]): Map<number, Problem[]> => {
  const named = new Map<number, Problem[]>();
  for (const problem of problems)
    if (problem.index !== undefined) named.set(problem.index, [...(named.get(problem.index) ?? []), problem]);
  return named;
};

/** Adds an answer to the report, by the places that the items have in the source. */
const note = <Item>(
  answer: BatchAnswer & { readonly conflicts?: unknown },
  items: readonly LeftOut<Item>[],
  report: PushReport<Item>,
): void => {
  const { metadata } = answer;
  const conflicts = Array.isArray(answer.conflicts) ? (answer.conflicts as { readonly index: number }[]) : [];
  const inConflict = new Set(conflicts.map(({ index }) => index));
  report.done += items.length;
  report.success += metadata?.success ?? items.length;
  report.dryRun ||= metadata?.['dry-run'] === true;
  for (const detail of metadata?.skipped_items ?? []) {
    const own = items[detail.index];
    if (own !== undefined && !inConflict.has(detail.index))
      report.skipped.push({ ...own, reason: detail.reason, detail });
  }
  for (const { index, path, reason } of metadata?.ignored_fields ?? []) {
    const own = items[index];
    if (own !== undefined) report.ignored.push({ ...own, path, reason });
  }
  for (const detail of conflicts) {
    const own = items[detail.index];
    if (own !== undefined) report.conflicts.push({ ...own, detail: { ...detail } });
  }
};
