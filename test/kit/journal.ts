import { BootId } from '@gatehouse/shared/ids/ids.ts';
import { FactBody, type FactKind, genesisHash, verifyChain } from '@gatehouse/shared/journal/fact.ts';
import { z } from 'zod';
import { eventually } from './eventually.ts';

const Row = z.object({
  epoch: z.string(),
  seq: z.number(),
  boot_id: z.string(),
  mono_ms: z.number(),
  wall_ms: z.number(),
  clock_trusted: z.number(),
  body: z.string(),
  prev: z.string(),
  hash: z.string(),
});
/** A row of the cloud's `box_fact` as the box wrote it. Throws for what is none. */
export const storedFact = (raw: unknown) => {
  const row = Row.parse(raw);
  return {
    epoch: row.epoch,
    seq: row.seq,
    bootId: BootId.parse(row.boot_id),
    monoMs: row.mono_ms,
    wallMs: row.wall_ms,
    clockTrusted: row.clock_trusted === 1,
    body: FactBody.parse(JSON.parse(row.body)),
    prev: row.prev,
    hash: row.hash,
  };
};
const Facts = z.object({ facts: z.array(z.unknown()) });
const Status = z.object({
  journal: z.object({ epoch: z.string(), lastSeq: z.number(), waiting: z.number(), writable: z.boolean() }),
});
type Control = (command: string, body?: unknown) => Promise<unknown>;
type DataOf<Kind extends FactKind> = Extract<FactBody, { kind: Kind }>['data'];

/** The box's journal as both of its keepers see it. */
export const journalOf = (boxId: string, { cloud, edge }: { cloud: Control; edge: Control }) => {
  /** What the cloud has stored, oldest first, as the box wrote it. */
  const inCloud = async () => {
    const { facts } = Facts.parse(await cloud('facts', { boxId, limit: 1_000 }));
    return facts.map(storedFact).sort((a, b) => a.seq - b.seq);
  };
  const standing = async () => Status.parse(await edge('status')).journal;
  const lastSeq = async () => (await inCloud()).at(-1)?.seq ?? 0;
  /** The data of every fact of this kind that the cloud has, with `since` only those after that number. */
  const of = async <Kind extends FactKind>(kind: Kind, since = 0): Promise<readonly DataOf<Kind>[]> =>
    (await inCloud())
      .filter(({ seq, body }) => seq > since && body.kind === kind)
      .map(({ body }) => body.data as DataOf<Kind>);

  return {
    inCloud,
    standing,
    lastSeq,
    of,
    /** Waits until a fact of this kind that fits is in the cloud, and resolves with it. */
    until: async <Kind extends FactKind>(
      kind: Kind,
      fits: (data: DataOf<Kind>) => boolean = () => true,
      since = 0,
    ): Promise<DataOf<Kind>> => {
      let found: DataOf<Kind> | undefined;
      await eventually(async () => {
        found = (await of(kind, since)).find(fits);
        return found !== undefined;
      }, `a fact ${kind} reaches the cloud`);
      if (found === undefined) throw new TypeError('found and lost');
      return found;
    },
    /** Everything that the box has recorded by now is in the cloud. */
    drained: () => eventually(async () => (await standing()).waiting === 0, 'every fact is in the cloud'),
    /** I4: each fact once, in order, every link unbroken, on the box and in the cloud. */
    prove: async (): Promise<void> => {
      await eventually(async () => (await standing()).waiting === 0, 'every fact is in the cloud');
      const { ok } = z.object({ ok: z.boolean() }).parse(await edge('journal-verify'));
      if (!ok) throw new Error('the chain on the box is broken');
      const facts = await inCloud();
      const epochs = new Set(facts.map(({ epoch }) => epoch));
      const [epoch] = epochs;
      if (epoch === undefined || epochs.size !== 1) throw new Error(`${epochs.size} epochs in the cloud`);
      const verdict = verifyChain(facts, { seq: 0, hash: genesisHash(boxId, epoch) });
      if (!verdict.ok) throw new Error(`the chain in the cloud breaks at ${verdict.atSeq}: ${verdict.why}`);
    },
  };
};
