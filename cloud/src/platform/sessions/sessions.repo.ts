import type { OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { Insertable } from 'kysely';
import { prepared } from '../../kit/db/prepared.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { ConsoleSessionTable, Realm } from './sessions.tables.ts';

/** Asked with every request of a browser. */
const staffSession = prepared((tx, { hash }: { hash: string }) =>
  tx
    .selectFrom('console_session as session')
    .innerJoin('platform_user as holder', 'holder.id', 'session.subject_id')
    .where('session.hash', '=', hash)
    .where('session.realm', '=', 'staff')
    .where('session.revoked_at', 'is', null)
    .where('holder.deleted_at', 'is', null)
    .select([
      'session.id as session_id',
      'session.seen_at',
      'session.ends_at',
      'session.stepped_up_at',
      'session.desk_id',
      'session.organisation_id',
    ])
    .selectAll('holder'),
);

const openSession = prepared((tx, { realm, hash }: { realm: Realm; hash: string }) =>
  tx
    .selectFrom('console_session')
    .where('hash', '=', hash)
    .where('realm', '=', realm)
    .where('revoked_at', 'is', null)
    .select(['id as session_id', 'subject_id', 'seen_at', 'ends_at', 'stepped_up_at']),
);

export const sessionsRepo = (tx: Tx) => ({
  insert: (row: Insertable<ConsoleSessionTable>): Promise<unknown> =>
    tx.insertInto('console_session').values(row).execute(),

  /** Of staff that nobody has ended or deleted, with its user; whether it is over by the clock, the caller sees. */
  ofStaff: async (hash: string) => (await staffSession(tx, { hash }))[0],

  /** One that nobody has ended; whether it is over by the clock, the caller sees. */
  openOf: async (realm: Realm, hash: string) => (await openSession(tx, { realm, hash }))[0],

  /** Those that have ended too. */
  findByHash: (realm: Realm, hash: string) =>
    tx
      .selectFrom('console_session')
      .where('hash', '=', hash)
      .where('realm', '=', realm)
      .select(['id', 'subject_id'])
      .executeTakeFirst(),

  /** Whose session this is, if it goes on. */
  liveSubject: async (
    id: string,
    { now, seenAfter }: { now: number; seenAfter: number },
  ): Promise<string | undefined> => {
    const row = await tx
      .selectFrom('console_session')
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', now)
      .where('seen_at', '>', seenAfter)
      .select('subject_id')
      .executeTakeFirst();
    return row?.subject_id;
  },

  find: (realm: Realm, subjectId: string, id: string) =>
    tx
      .selectFrom('console_session')
      .where('realm', '=', realm)
      .where('subject_id', '=', subjectId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),

  /** The newest first, those before `before` where that is given. */
  list: (
    of: { readonly realm: Realm; readonly subjectId: string },
    {
      before,
      limit,
    }: { readonly before?: { readonly at: number; readonly id: string } | undefined; readonly limit: number },
  ) =>
    tx
      .selectFrom('console_session')
      .where('realm', '=', of.realm)
      .where('subject_id', '=', of.subjectId)
      .$if(before !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('created_at', '<', before?.at ?? 0),
            eb.and([eb('created_at', '=', before?.at ?? 0), eb('id', '<', before?.id ?? '')]),
          ]),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .selectAll()
      .execute(),

  touch: (id: string, at: number): Promise<unknown> =>
    tx
      .updateTable('console_session')
      .set({ seen_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('seen_at', '<', at)
      .execute(),

  setSteppedUp: (id: string, at: number): Promise<unknown> =>
    tx.updateTable('console_session').set({ stepped_up_at: at }).where('id', '=', id).execute(),

  /** Those that have not ended, of one subject: all of them, or the one that is named. Resolves with their ids. */
  end: async (
    realm: Realm,
    of: { readonly subjectId: string; readonly id?: string },
    at: number,
  ): Promise<string[]> => {
    const { id } = of;
    const ended = await tx
      .updateTable('console_session')
      .set({ revoked_at: at, ends_at: at })
      .where('realm', '=', realm)
      .where('subject_id', '=', of.subjectId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', at)
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .returning('id')
      .execute();
    return ended.map((row) => row.id);
  },

  endOfProvider: async (organisationId: OrgId, at: number): Promise<string[]> => {
    const ended = await tx
      .updateTable('console_session')
      .set({ revoked_at: at, ends_at: at })
      .where('organisation_id', '=', organisationId)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', at)
      .returning('id')
      .execute();
    return ended.map((row) => row.id);
  },

  endById: async (id: string, at: number): Promise<boolean> => {
    const { numUpdatedRows } = await tx
      .updateTable('console_session')
      .set({ revoked_at: at, ends_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', at)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },

  removeEndedBefore: async (at: number, limit: number): Promise<number> =>
    (
      await tx
        .deleteFrom('console_session')
        .where('id', 'in', (db) =>
          db.selectFrom('console_session').where('ends_at', '<', at).orderBy('ends_at').select('id').limit(limit),
        )
        .returning('id')
        .execute()
    ).length,
});
