import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '@gatehouse/shared/journal/fact.ts';
import { type Clock, sleep } from '@gatehouse/shared/time/clock.ts';
import { Milliseconds } from '@gatehouse/shared/time/duration.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import type { Gauge } from 'prom-client';
import type { JournalStanding } from '../journal/sqlite-journal.ts';
import type { BoxStore } from '../store/box-store.ts';
import type { HealthDeps, HealthStatus } from './health.ts';

export interface MetricsDeps {
  readonly dataDir: string;
  readonly version: string;
  readonly clock: Clock;
  readonly clockTrusted: () => boolean;
  readonly linkConnected: () => boolean;
  readonly journal: { standing(): JournalStanding; after(seq: number, limit: number): readonly Fact[] };
  readonly doors: { report(): readonly DoorReport[]; loopAgeMs(): number };
  readonly box: Pick<BoxStore, 'standing'>;
  readonly access: HealthDeps['access'];
  readonly readers: HealthDeps['readers'];
  readonly status: () => HealthStatus;
}

const STORES = ['journal.db', 'journal.db-wal', 'journal.reserve', 'box.db', 'access.db'] as const;
const FACTS_AT_ONCE = 1_000;

/** What a decision or an order at a door came to, or `undefined` for facts of another kind. */
const outcomeOf = ({ body }: Fact): readonly [kind: string, outcome: string] | undefined => {
  switch (body.kind) {
    case 'access.granted':
      return ['entry', body.data.via];
    case 'access.denied':
      return ['entry', body.data.reason];
    case 'unlock.confirmed':
      return ['unlock', 'confirmed'];
    case 'unlock.refused':
    case 'unlock.failed':
      return ['unlock', body.data.reason];
    default:
      return undefined;
  }
};

/** Where the counting begins. */
interface Since {
  epoch: string;
  seq: number;
  readonly monoMs: number;
}

/** The agent's state for Prometheus, gathered when it is asked for. Resolves with the text exposition format 0.0.4. */
export const createMetrics = (deps: MetricsDeps): { readonly contentType: string; text(): Promise<string> } => {
  const { epoch, lastSeq: seq } = deps.journal.standing();
  const since = { epoch, seq, monoMs: deps.clock.monoMs() };
  let gathered: Promise<() => Promise<string>> | undefined;
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    text: async () => {
      gathered ??= gather(deps, since); // A box that nobody scrapes need not keep the library in memory.
      return (await gathered)();
    },
  };
};

/** How often each combination of labels comes. */
const counted = <Labels extends Readonly<Record<string, string>>>(
  all: readonly Labels[],
): (readonly [Labels, number])[] => {
  const counts = new Map<string, number>();
  for (const labels of all) {
    const key = JSON.stringify(labels);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => [JSON.parse(key), count] as const);
};

const gather = async (deps: MetricsDeps, since: Since): Promise<() => Promise<string>> => {
  const { Counter, collectDefaultMetrics, Gauge, Registry } = await import('prom-client');
  const { journal, doors, clock } = deps;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, collect: (to: Gauge) => void): void => {
    new Gauge({
      name: `gatehouse_edge_${name}`,
      help,
      registers,
      collect() {
        collect(this);
      },
    });
  };
  const labelled = <Label extends string>(
    [name, help]: readonly [string, string],
    labelNames: readonly Label[],
    rows: () => Iterable<readonly [Readonly<Record<Label, string>>, number]>,
  ): void => {
    new Gauge<Label>({
      name: `gatehouse_edge_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of rows()) this.set(labels as never, value);
      },
    });
  };

  labelled(['info', 'The version that runs.'], ['version'], () => [[{ version: deps.version }, 1]]);
  gauge('healthy', '1: ok, 0.5: degraded, 0: failing.', (to) =>
    to.set({ ok: 1, degraded: 0.5, failing: 0 }[deps.status()]),
  );
  labelled(['doors', 'Doors by the state of lock and maintenance.'], ['lock', 'maintenance', 'reachable'], () =>
    counted(
      doors.report().map(({ lock, maintenance, reachable }) => ({
        lock,
        maintenance: maintenance.mode,
        reachable: String(reachable),
      })),
    ),
  );
  labelled(
    ['readers', 'Readers on buses, by whether they answer and their housing is open.'],
    ['state', 'tampered'],
    () => counted(deps.readers().map(({ state, tampered }) => ({ state, tampered: String(tampered) }))),
  );
  labelled(['door_alarms', 'Alarms that stand, by kind.'], ['alarm'], () =>
    counted(doors.report().flatMap(({ alarms }) => alarms.map((alarm) => ({ alarm })))),
  );
  gauge('door_loop_age_seconds', 'Since the slowest relay board was last asked.', (to) =>
    to.set(doors.loopAgeMs() / 1_000),
  );
  gauge('link_connected', 'Whether the device link to the cloud stands.', (to) => to.set(Number(deps.linkConnected())));
  gauge('clock_trusted', 'Whether the box believes its wall clock.', (to) => to.set(Number(deps.clockTrusted())));
  gauge('journal_last_seq', 'The number of the newest fact.', (to) => to.set(journal.standing().lastSeq));
  gauge('journal_waiting_facts', 'Facts that the cloud has not acknowledged.', (to) => {
    const { lastSeq, acknowledged } = journal.standing();
    to.set(lastSeq - acknowledged);
  });
  gauge('journal_writable', 'Whether the disk takes facts.', (to) => to.set(Number(journal.standing().writable)));
  gauge('journal_reserve', 'Whether there is room set aside for a full disk.', (to) =>
    to.set(Number(journal.standing().reserve)),
  );
  gauge('journal_lost_facts', 'Facts that the disk did not take and the chain does not tell yet.', (to) =>
    to.set(journal.standing().lost?.facts ?? 0),
  );
  gauge('box_store_writable', 'Whether the disk takes what the box is to remember.', (to) =>
    to.set(Number(deps.box.standing().writable)),
  );
  gauge('box_store_waiting', 'Values that wait for the disk to take them; a restart would lose them.', (to) =>
    to.set(deps.box.standing().waiting),
  );
  gauge('snapshot_age_seconds', 'Since the cloud last confirmed the access rules; absent without any.', (to) => {
    to.reset();
    const rules = deps.access();
    if (rules !== undefined && rules.staleness !== 'none') to.set(rules.ageMs / 1_000);
    else to.remove();
  });
  labelled(['store_bytes', 'Size of the files in the data folder.'], ['file'], () =>
    STORES.flatMap((file) => {
      const size = statSync(join(deps.dataDir, file), { throwIfNoEntry: false })?.size;
      return size === undefined ? [] : [[{ file }, size] as const];
    }),
  );

  const outcomes = new Counter({
    name: 'gatehouse_edge_decisions_total',
    help: 'Entries decided here and unlocks ordered from afar, by outcome, since this process began.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const count = async (): Promise<void> => {
    const now = journal.standing();
    if (now.epoch !== since.epoch) [since.epoch, since.seq] = [now.epoch, 0];
    while (since.seq < now.lastSeq) {
      const facts = journal.after(since.seq, FACTS_AT_ONCE);
      for (const fact of facts) {
        const [kind, outcome] = outcomeOf(fact) ?? [];
        if (kind !== undefined && outcome !== undefined) outcomes.inc({ kind, outcome });
      }
      since.seq = facts.at(-1)?.seq ?? now.lastSeq;
      // There may be weeks of facts since the last scrape, and a door waits for none of them.
      if (since.seq < now.lastSeq) await sleep(clock, Milliseconds(1));
    }
  };
  gauge('uptime_seconds', 'Since this process began.', (to) => to.set((clock.monoMs() - since.monoMs) / 1_000));
  return async () => {
    await count();
    return registry.metrics();
  };
};
