import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { sql } from 'kysely';
import type { Tables } from '../kit/db/tables.ts';
import type { Database, Tx } from '../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from './world.ts';

/** What a backup has of the database, each with its key: parents first. */
const TABLES = {
  platform_user: ['id'],
  user_key: ['id'],
  role_grant: ['id'],
  partner_organisation: ['partner_id', 'org_id'],
  partner_contact: ['id'],
  partner_key: ['id'],
  partner_key_organisation: ['key_id', 'org_id'],
  access_policy: ['facility_id'],
  access_scope: ['id'],
  access_scope_door: ['scope_id', 'door_id'],
  scope_key: ['facility_id', 'partner_id', 'key'],
  plan_zone: ['facility_id', 'partner_id', 'name'],
  status_word: ['partner_id', 'word'],
  membership_plan: ['partner_id', 'facility_id', 'membership_plan_id'],
  device: ['id'],
  webhook_endpoint: ['id'],
  edge_release: ['version'],
  edge_release_offer: ['version', 'scope', 'target'],
  box: ['id'],
  snapshot_head: ['facility_id'],
  snapshot_entry: ['facility_id', 'kind', 'id'],
  facility_person: ['id'],
  person_member: ['partner_id', 'facility_id', 'member_id'],
  person_number: ['facility_id', 'number'],
  access_grant: ['id'],
  credential: ['id'],
  person_pin: ['person_id'],
  panel_staff: ['id'],
  member: ['partner_id', 'facility_id', 'member_id'],
  member_windows: ['partner_id', 'facility_id', 'member_id'],
  door_wish: ['id'],
  lockdown: ['id'],
  lockdown_door: ['lockdown_id', 'door_id'],
  partner_event: ['written'],
  partner_feed: ['partner_id'],
  operator_event: ['written'],
  operator_feed: ['org_id'],
  erasure: ['id'],
  revocation: ['id'],
  database_pulse: ['id'],
} as const satisfies { [Name in keyof Tables]?: readonly string[] };
type Name = keyof typeof TABLES;
type Row = Record<string, unknown>;
const NAMES = Object.keys(TABLES) as Name[];

/** Any table: what is read and written of it is the same text whichever it is. */
const of = (name: Name) => name as 'revocation';

const keyOf = (name: Name, row: Row): string => JSON.stringify(TABLES[name].map((column) => row[column]));

/** A row that is there is as it was; one that is gone is there again. */
const putBack = async (tx: Tx, name: Name, row: Row): Promise<void> => {
  const key: readonly string[] = TABLES[name];
  const rest = Object.fromEntries(Object.entries(row).filter(([column]) => !key.includes(column)));
  let found = tx.selectFrom(of(name)).select(sql`1`.as('one'));
  let changed = tx.updateTable(of(name)).set(rest);
  for (const column of key) {
    found = found.where(column as 'id', '=', row[column] as string);
    changed = changed.where(column as 'id', '=', row[column] as string);
  }
  if ((await found.executeTakeFirst()) === undefined)
    await tx
      .insertInto(of(name))
      .values(row as never)
      .execute();
  else if (Object.keys(rest).length > 0) await changed.execute();
};

const remove = async (tx: Tx, name: Name, row: Row): Promise<void> => {
  let gone = tx.deleteFrom(of(name));
  for (const column of TABLES[name]) gone = gone.where(column as 'id', '=', row[column] as string);
  await gone.execute();
};

/** A world whose database can be taken back to how it was, as by an operator with a backup. */
export const createRestorable = async (db: Database) => {
  const clock = new ManualClock();
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const rowsOf = (name: Name): Promise<Row[]> =>
    db.read((tx) => tx.selectFrom(of(name)).selectAll().execute()) as unknown as Promise<Row[]>;
  const backup = async (): Promise<ReadonlyMap<Name, readonly Row[]>> => {
    const kept = new Map<Name, readonly Row[]>();
    for (const name of NAMES) kept.set(name, await rowsOf(name));
    return kept;
  };
  const member = (memberId: string) => {
    const { partnerId, facilityId } = world;
    return { partnerId, facilityId, memberId };
  };
  return {
    clock,
    world,
    rowsOf,
    backup,
    restore: async (kept: ReadonlyMap<Name, readonly Row[]>): Promise<void> => {
      const now = await backup();
      const newer = (name: Name): Row[] => {
        const old = new Set((kept.get(name) ?? []).map((row) => keyOf(name, row)));
        return (now.get(name) ?? []).filter((row) => !old.has(keyOf(name, row)));
      };
      await db.write(async (tx) => {
        for (const name of NAMES.toReversed()) for (const row of newer(name)) await remove(tx, name, row);
        for (const name of NAMES) for (const row of kept.get(name) ?? []) await putBack(tx, name, row);
      });
    },
    member,
    /** The partner sends a member. */
    put: (memberId: string) => world.members.put([{ ...member(memberId), firstName: 'Ada', lastName: 'Byron' }]),
  };
};
export type Restorable = Awaited<ReturnType<typeof createRestorable>>;
