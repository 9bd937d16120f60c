import { describe, expect, it } from 'vitest';
import { PartnerApiError, type Problem } from './errors.ts';
import { type BatchAnswer, PushStoppedError, pushAll } from './push.ts';
import { withWindows } from './windows.ts';

interface Row {
  readonly member_id: string;
  readonly bad?: 'window' | 'skip' | 'conflict';
  readonly text?: string;
}
const rows = (count: number): Row[] => Array.from({ length: count }, (_, n) => ({ member_id: `M-${n}` }));
const metadataOf = (items: readonly Row[]) => {
  const skipped_items = items.flatMap(({ bad }, index) =>
    bad === 'skip' || bad === 'conflict' ? [{ index, reason: `is ${bad}`, member_id: items[index]?.member_id }] : [],
  );
  return { success: items.length - skipped_items.length, skipped: skipped_items.length, skipped_items };
};
const refusal = (status: number, body: object) => new PartnerApiError(status, body as never, { attempts: 1 });

/** A batch endpoint by the documented rules: bad windows refuse the request, named at most `named` at a time. */
const endpoint = (named = 100) => {
  const sent: Row[][] = [];
  const applied: string[] = [];
  const send = async (items: Row[]): Promise<BatchAnswer> => {
    sent.push(items);
    const errors: Problem[] = items.flatMap(({ bad }, index) =>
      bad === 'window' ? [{ index, path: 'access_time_windows[0].from', code: 'not_an_integer', message: 'No.' }] : [],
    );
    if (errors.length > 0)
      throw refusal(422, { error: 'validation_failed', errors: errors.slice(0, named), error_count: errors.length });
    applied.push(...items.filter(({ bad }) => bad === undefined).map(({ member_id }) => member_id));
    const metadata = metadataOf(items);
    const conflicts = metadata.skipped_items.filter(({ index }) => items[index]?.bad === 'conflict');
    if (conflicts.length > 0) throw refusal(409, { error: 'revision_conflict', metadata, conflicts });
    return { metadata };
  };
  return { send, sent, applied };
};

describe('pushing', () => {
  it('splits at 1000 items, in order, and sends nothing for nothing', async () => {
    const { send, sent } = endpoint();
    expect(await pushAll(rows(2_001), send)).toMatchObject({ success: 2_001, done: 2_001, skipped: [], refused: [] });
    expect(sent.map((items) => items.length)).toEqual([1_000, 1_000, 1]);
    expect(sent.flat()).toEqual(rows(2_001));
    const none = endpoint();
    expect(await pushAll([], none.send)).toMatchObject({ done: 0 });
    expect(none.sent).toEqual([]);
  });
  it('splits by bytes as well, and leaves out what no request could hold', async () => {
    const { send, sent } = endpoint();
    const items = [
      ...rows(3).map((row) => ({ ...row, text: 'é'.repeat(200) })),
      { member_id: 'huge', text: 'x'.repeat(2_000) },
    ];
    const report = await pushAll(items, send, { bytesMax: 1_000 });
    expect(sent.map((chunk) => chunk.length)).toEqual([2, 1]);
    for (const chunk of sent) expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThanOrEqual(1_001);
    expect(report).toMatchObject({ success: 3, done: 4, refused: [{ index: 3, problems: [{ code: 'too_large' }] }] });
  });
  it('[R47] sends again without the items that a 422 named, until the rest is taken', async () => {
    const { send, sent, applied } = endpoint(2);
    const items = rows(8).map((row, n): Row => (n % 2 === 1 ? { ...row, bad: 'window' } : row));
    const report = await pushAll(items, send);
    expect(sent.map((chunk) => chunk.length)).toEqual([8, 6, 4]);
    expect(applied).toEqual(['M-0', 'M-2', 'M-4', 'M-6']);
    expect(report).toMatchObject({ success: 4, done: 8 });
    expect(report.refused.map(({ index, item, problems }) => [index, item.member_id, problems[0]?.code])).toEqual(
      [1, 3, 5, 7].map((n) => [n, `M-${n}`, 'not_an_integer']),
    );
  });
  it('takes a 409 for an answer: the others were applied, and each conflict is named', async () => {
    const { send } = endpoint();
    const items: Row[] = [...rows(2), { member_id: 'C', bad: 'conflict' }, { member_id: 'S', bad: 'skip' }];
    const report = await pushAll(items, send, { itemsMax: 3 });
    expect(report).toMatchObject({
      success: 2,
      done: 4,
      conflicts: [{ index: 2, item: { member_id: 'C' } }],
      skipped: [{ index: 3, item: { member_id: 'S' }, reason: 'is skip' }],
    });
  });
  it.each([
    [
      'a 422 that names no item',
      refusal(422, { error: 'validation_failed', errors: [{ path: 'snapshots', message: 'x' }] }),
    ],
    ['a 422 that names an item that was not sent', refusal(422, { errors: [{ index: 9, path: '', message: 'x' }] })],
    ['a refused key', refusal(401, { error: 'unauthenticated' })],
  ])('stops at %s, and says how far it came', async (_what, error) => {
    let calls = 0;
    const stopped = pushAll(
      rows(5),
      async (items) => {
        if (++calls > 1) throw error;
        return { metadata: metadataOf(items) };
      },
      { itemsMax: 2 },
    );
    await expect(stopped).rejects.toMatchObject({
      name: 'PushStoppedError',
      cause: error,
      report: { done: 2, success: 2 },
    });
    expect(calls).toBe(2);
  });
  it('a source that fails sends nothing of what it had not finished, and no empty list in its place', async () => {
    const { send, sent } = endpoint();
    async function* failing() {
      yield* rows(3);
      throw new Error('the database of members is down');
    }
    const stopped = await pushAll(failing(), send, { itemsMax: 2 }).catch((error) => error);
    expect(stopped).toBeInstanceOf(PushStoppedError);
    expect(stopped.message).toContain('the database of members is down');
    expect(sent.map((items) => items.length)).toEqual([2]);
  });
  it('counts every item exactly once, whatever becomes of it: every batch of up to five items, in chunks of every size', async () => {
    const kinds = [undefined, 'window', 'skip', 'conflict'] as const;
    const batches = (length: number): Row[][] =>
      length === 0
        ? [[]]
        : batches(length - 1).flatMap((batch) =>
            kinds.map((bad) => [...batch, { member_id: `M-${length}`, ...(bad === undefined ? {} : { bad }) }]),
          );
    for (const items of [0, 1, 2, 3, 4, 5].flatMap(batches))
      for (const itemsMax of [1, 2, 5]) {
        const report = await pushAll(items, endpoint(2).send, { itemsMax });
        const named = [report.skipped, report.refused, report.conflicts].flat().map(({ index }) => index);
        const apart = items.flatMap(({ bad }, index) => (bad === undefined ? [] : [index]));
        expect([report.done, report.success]).toEqual([items.length, items.length - apart.length]);
        expect(named.sort()).toEqual(apart);
      }
  });
});

describe('the windows of a member', () => {
  const member = { member_id: 'M-1', first_name: 'Ada', access_time_windows: [], access_time_windows_revision: 3 };
  const snapshot = { access_time_windows: [{ external_id: 'w' }], access_time_windows_revision: 4 };

  it('are added with their revision', async () =>
    expect(await withWindows(member, async () => snapshot)).toEqual({ member: { ...member, ...snapshot } }));
  it('may be an empty list, where the source says so', async () =>
    expect(await withWindows(member, async () => ({ ...snapshot, access_time_windows: [] }))).toMatchObject({
      member: { access_time_windows: [], access_time_windows_revision: 4 },
    }));
  it('[R54] are left out, both fields, where the source cannot be read: never an empty list', async () => {
    const failure = new Error('timeout');
    for (const read of [
      async () => Promise.reject(failure),
      async () => undefined as never,
      async () => ({ ...snapshot, access_time_windows: undefined as never }),
      async () => ({ ...snapshot, access_time_windows_revision: Number.NaN }),
    ]) {
      const result = await withWindows(member, read);
      expect(result.member).toEqual({ member_id: 'M-1', first_name: 'Ada' });
      expect(result.failure).toBeInstanceOf(Error);
    }
  });
});
