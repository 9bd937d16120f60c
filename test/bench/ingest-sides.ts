import { join } from 'node:path';
import type { MemberRow } from '@gatehouse/cloud/access/members/member-row.ts';
import { batchKind } from '@gatehouse/cloud/access/members/members.batch.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { readJson } from '@gatehouse/cloud/kit/http/json-text.ts';
import { BATCH_LIMIT } from '@gatehouse/cloud/kit/ingest/batch-kind.ts';
import { compileKind } from '@gatehouse/cloud/kit/ingest/compile-kind.ts';
import { type ItemVerdict, judgeItem } from '@gatehouse/cloud/kit/ingest/judge-item.ts';
import { NO_SPOTS } from '@gatehouse/cloud/kit/ingest/spotted-json.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import Sqlite from 'better-sqlite3';
import type { PushedMember } from './ingest-body.ts';

const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const NO_INTEGERS: ReadonlySet<string> = new Set();

/** One push after the other through the finished service, in this process and its worker. */
export interface Pusher {
  readonly facilityId: string;
  /** Takes the bytes over. Throws unless all members were applied. */
  push(body: Buffer): Promise<void>;
  close(): Promise<void>;
}

export const openPusher = async (databaseUrl: string): Promise<Pusher> => {
  const db: Database = await openDatabase(databaseUrl, { clock: systemClock, log: silent });
  await db.migrate();
  const world = await createWorld(db, systemClock, scriptedLink(confirms).link);
  return {
    facilityId: world.facilityId,
    push: async (body) => {
      const { result } = await world.members.push(body, world.callBy());
      if (result.skipped > 0 || result.success === 0)
        throw new Error(`a push was not applied: ${JSON.stringify(result)}`);
    },
    close: async () => {
      await world.partners.close();
      await db.close();
    },
  };
};

const compiled = compileKind(batchKind);

/** The parts of a push, one by one in this thread. */
export const readBody = (body: Buffer): readonly unknown[] => {
  const read = readJson(body, BATCH_LIMIT);
  if (!('value' in read)) throw new Error(read.message);
  return (read.value as { readonly members: readonly unknown[] }).members;
};
export const judgeAll = (members: readonly unknown[]): readonly ItemVerdict[] =>
  members.map((member, index) =>
    judgeItem(compiled, member, {
      index,
      linkKey: 'facility_id',
      notIntegers: NO_INTEGERS,
      spots: NO_SPOTS,
      explained: true,
    }),
  );
export const buildAll = (verdicts: readonly ItemVerdict[]): readonly MemberRow[] =>
  verdicts.map((verdict) => {
    if (!('build' in verdict)) throw new Error('a member was not accepted');
    return verdict.build() as MemberRow;
  });

/** What the database alone can do: one row a member and one a window, each its JSON, in one transaction. Nothing is checked. */
export const openRawInserts = (folder: string) => {
  const db = new Sqlite(join(folder, 'raw.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 8000');
  db.pragma('synchronous = FULL');
  db.exec(`
    create table member (member_id text primary key, record text not null) strict, without rowid;
    create table member_window (
      member_id text not null, external_id text not null, revision integer not null, window text not null,
      primary key (member_id, external_id)
    ) strict, without rowid;`);
  const member = db.prepare('insert into member values (?, ?)');
  const window = db.prepare('insert into member_window values (?, ?, ?, ?)');
  const insertAll = db.transaction((members: readonly PushedMember[]) => {
    for (const { access_time_windows: windows, access_time_windows_revision: revision, ...record } of members) {
      member.run(record.member_id, JSON.stringify(record));
      for (const own of windows as readonly { external_id: string }[])
        window.run(record.member_id, own.external_id, revision, JSON.stringify(own));
    }
  });
  return {
    insert: (body: Buffer): void =>
      insertAll((JSON.parse(body.toString('utf8')) as { members: PushedMember[] }).members),
    clear: (): void => void db.exec('delete from member; delete from member_window;'),
    close: (): void => void db.close(),
  };
};

/** For the rows that a push stores of its members, as PostgreSQL is given them at best. */
export const COPY_COLUMNS =
  'member_id text, record text, revision bigint, hash text, canonical text, scope_keys text, program bytea';

export const copyLines = (rows: readonly MemberRow[]): Buffer =>
  Buffer.from(
    rows
      .map(({ memberId, record, windows }) =>
        [
          memberId,
          record,
          String(windows?.revision),
          windows?.hash,
          windows?.canonical,
          JSON.stringify(windows?.scopeKeys),
          `\\\\x${Buffer.from(windows?.program ?? []).toString('hex')}`,
        ].join('\t'),
      )
      .join('\n'),
  );
