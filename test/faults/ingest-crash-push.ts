import { batchKind } from '@gatehouse/cloud/access/members/members.batch.ts';
import { createMembersService } from '@gatehouse/cloud/access/members/members.service.ts';
import { createScopesService } from '@gatehouse/cloud/access/scopes/scopes.service.ts';
import { openDatabase } from '@gatehouse/cloud/kit/db/open-database.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import type { OwnCall } from '@gatehouse/cloud/kit/http/endpoint.ts';
import { compileKind } from '@gatehouse/cloud/kit/ingest/compile-kind.ts';
import { createIngest } from '@gatehouse/cloud/kit/ingest/ingest.ts';
import { judgeBatch, type OpenBatch } from '@gatehouse/cloud/kit/ingest/judge-batch.ts';
import type { JudgeThread } from '@gatehouse/cloud/kit/ingest/judge-thread.ts';
import { openFileObjectStore } from '@gatehouse/cloud/kit/objects/file-object-store.ts';
import type { ObjectStore } from '@gatehouse/cloud/kit/objects/object-store.ts';
import { createEventsService } from '@gatehouse/cloud/partner/events/events.service.ts';
import type { PartnerCaller } from '@gatehouse/cloud/partner/partners/partners.module.ts';
import { createPartnersService } from '@gatehouse/cloud/partner/partners/partners.service.ts';
import { createWarningsService } from '@gatehouse/cloud/sites/warnings/warnings.service.ts';
import { aroundStatements } from '@gatehouse/cloud/testing/around-statements.ts';
import { ownWrite } from '@gatehouse/cloud/testing/own-write.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';

export interface CrashSetup {
  readonly url: string;
  readonly objects: string;
  readonly partnerId: PartnerId;
  /** Which reaches the organisation of both facilities. */
  readonly keyId: string;
  readonly body: string;
}

/** Told at every point at which a process may die: after each statement, each commit, and each object put or removed. */
export type AtPoint = (what: 'statement' | 'commit' | 'object') => void | Promise<void>;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The members' service on a database and a folder, as a cloud process has them; judging in the same thread. */
export const openMembers = async (
  { url, objects }: Pick<CrashSetup, 'url' | 'objects'>,
  atPoint: AtPoint = () => undefined,
) => {
  const opened = await openDatabase(url, { clock: systemClock, log: quiet });
  const db = watchedDatabase(opened, atPoint);
  const store = await openFileObjectStore(objects, { clock: systemClock, random: systemRandom });
  const common = { db, clock: systemClock, random: systemRandom };
  const warnings = createWarningsService({
    ...common,
    events: createEventsService(common),
    tellOperators: async () => undefined,
    acknowledged: async () => undefined,
  });
  const scopes = createScopesService({
    ...common,
    warnings,
    onRecorded: () => undefined,
    namesScope: async () => undefined,
  });
  const partners = createPartnersService({
    ...common,
    sessionLives: async () => false,
    integrationOff: async () => false,
    accessChanged: (tx, facilityId) => scopes.recordChanges(tx, facilityId, ['facility']),
  });
  const members = createMembersService({
    ...common,
    objects: watchedStore(store, atPoint),
    ingest: createIngest({ clock: systemClock, thread: sameThread() }),
    partners,
    scopes,
    log: quiet,
  });
  const close = async () => {
    await partners.close();
    await opened.close();
  };
  return { db: opened, watched: db, members, close };
};

/** What a partner's live key makes of a request. */
const nowhere = () => Promise.reject(new Bug('a push has reads of its own'));

export const callBy = (
  db: Database,
  { partnerId, keyId }: Pick<CrashSetup, 'partnerId' | 'keyId'>,
): OwnCall<PartnerCaller> => ({
  requestId: 'req_0123456789abcdef',
  caller: {
    actor: `partner:${partnerId}/${keyId}`,
    tenant: partnerId,
    partnerId,
    partnerName: 'Acme Members',
    linkingMethod: 'facility_id',
    keyId,
    keyType: 'live',
  },
  remoteAddress: '127.0.0.1',
  startedMonoMs: 0,
  header: () => undefined,
  at: () => undefined,
  about: () => undefined,
  ask: nowhere,
  read: nowhere,
  resource: undefined,
  write: ownWrite(db),
});

const compiled = compileKind(batchKind);

/** Starting a worker in each of many short-lived processes would take most of the test's time. */
const sameThread = (): JudgeThread => {
  const open = new Map<number, OpenBatch>();
  return {
    ask: async (message) => {
      const { batch } = message;
      if (message.ask === 'next') return { batch, piece: open.get(batch)?.next() };
      const judged = judgeBatch(compiled, Buffer.from(message.bytes), message.linkKey);
      open.set(batch, judged);
      return { batch, head: judged.head, piece: judged.next() };
    },
    forget: (batch) => void open.delete(batch),
    close: async () => undefined,
  };
};

const watchedDatabase = (db: Database, atPoint: AtPoint): Database => ({
  ...db,
  write: async (work) => {
    const result = await db.write((tx) => work(aroundStatements(tx, { after: () => atPoint('statement') })));
    await atPoint('commit');
    return result;
  },
});

const watchedStore = (store: ObjectStore, atPoint: AtPoint): ObjectStore => ({
  ...store,
  put: async (key, object) => {
    await store.put(key, object);
    await atPoint('object');
  },
  remove: async (key) => {
    await store.remove(key);
    await atPoint('object');
  },
});
