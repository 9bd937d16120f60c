import { randomBytes } from 'node:crypto';
import { gathered } from '@gatehouse/cloud/content/attachments/attachments.service.ts';
import { aPdf, aStream } from '@gatehouse/cloud/content/attachments/testing/some-files.ts';
import type { Database } from '@gatehouse/cloud/kit/db/unit-of-work.ts';
import { memoryKit } from '@gatehouse/cloud/kit/http/testing/memory-kit.ts';
import { serve } from '@gatehouse/cloud/kit/http/testing/serve.ts';
import { confirms, createWorld, scriptedLink } from '@gatehouse/cloud/testing/world.ts';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { EventId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';

export type ContentWorld = Awaited<ReturnType<typeof contentWorld>>;

const CLUBS = 1_000;
const AGREEMENTS = 200;
export const CLUBS_SIGNING = 100;
const RECIPIENTS = 1_000;
const FILE_BYTES = 19_900_000;
const SLUG = 'riverside';
const KIM = { email: 'kim@example.com', firstName: 'Kim', lastName: 'Example' };
const SIGNER = {
  ...{ email: KIM.email, accountName: 'Kim Example', sessionId: null, keyId: null },
  ...{ requestId: 'req_0123456789abcdef', remoteAddress: '192.0.2.7', userAgent: 'Mozilla/5.0', isSimulated: false },
};

/** An organisation of a thousand clubs that are asked for two hundred agreements, and what a round of the bench does there. */
export const contentWorld = async (db: Database) => {
  const clock = new ManualClock('2026-03-01T12:00:00.000Z');
  const kit = memoryKit();
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const { agreements, landingPages, organisations, orgId, facilityId } = world;
  const { id: userId } = await db.write((tx) => world.users.addUser(tx, KIM, 'bench'));
  const clubs: FacilityId[] = [facilityId];
  while (clubs.length < CLUBS) {
    const name = `Club ${clubs.length}`;
    clubs.push(await organisations.createFacility({ orgId, name, timezone: 'Australia/Brisbane' }));
  }
  const anAgreement = (n: number) => {
    const said = { kind: 'club', requirement: 'checkbox', body: '# Rules\n\nOpen at six.\n'.repeat(20) } as const;
    return db.write((tx) =>
      agreements.save(
        tx,
        undefined,
        { organisationId: orgId, title: `Rules ${n}`, ...said, action: 'publish' },
        'user:bench',
      ),
    );
  };
  for (let n = 0; n < AGREEMENTS; n++) await anAgreement(n);
  const body = 'Open **late**.\n\n'.repeat(40);
  const draft = { title: 'Riverside', description: 'Ours', blocks: [{ kind: 'text' as const, body }] };
  await db.write(async (tx) => {
    const page = await landingPages.add(tx, orgId, {
      ...{ facilityId, slug: SLUG, locale: 'en', by: 'user:bench' },
      draft,
    });
    await landingPages.change(tx, page, { action: 'publish', by: 'user:bench' });
  });
  const pages = world
    .collected('pages')
    .flat()
    .filter(({ on, path }) => on === 'partner' && path === '/p');
  const served = await serve({ kit, surfaces: [], endpoints: [], pages });
  const get = async (path: string) => {
    await kit.clock.advance(Seconds(1)); // So that no limit is met.
    const { status } = await served.send({ method: 'GET', path, headers: { 'accept-encoding': 'identity' } });
    if (status !== 200) throw new Bug(`${path} is answered ${status}`);
  };
  const file = aPdf('', [aStream(randomBytes(FILE_BYTES))]);
  let round = 0;

  return {
    readPage: () => get(`/p/${SLUG}`),
    readFile: () => get('/p/style.css'),
    listOfClub: () =>
      db.read((tx) =>
        agreements.clubs.list(tx, facilityId, {
          ...{ sort: 'date-effective', acknowledgement: 'all', requirement: 'all', status: 'all' },
        }),
      ),
    scan: () =>
      db.read((tx) =>
        tx
          .selectFrom('agreement')
          .innerJoin('agreement_version as version', (join) =>
            join
              .onRef('version.agreement_id', '=', 'agreement.id')
              .onRef('version.number', '=', 'agreement.current_version'),
          )
          .where('agreement.org_id', '=', orgId)
          .select(['agreement.id', 'agreement.title', 'version.number', 'version.sha256', 'version.effective_on'])
          .execute(),
      ),
    /** A new agreement: some clubs sign it, and for others the same rows are inserted as they are. */
    toSign: async () => {
      const agreementId = await anAgreement(AGREEMENTS + ++round);
      const { standing } = await db.read((tx) => agreements.clubs.document(tx, facilityId, agreementId));
      const { documentSha256 } = standing;
      const at = (n: number) => clubs[n] as FacilityId;
      const sign = (n: number) =>
        db.write((tx) =>
          agreements.sign(tx, { facilityId: at(n), agreementId }, { documentSha256 }, { ...SIGNER, userId }),
        );
      await sign(2 * CLUBS_SIGNING);
      const { row, event } = await db.read(async (tx) => ({
        row: await tx
          .selectFrom('agreement_signature')
          .where('agreement_id', '=', agreementId)
          .selectAll()
          .executeTakeFirstOrThrow(),
        event: await tx
          .selectFrom('operator_event')
          .orderBy('written', 'desc')
          .selectAll()
          .limit(1)
          .executeTakeFirstOrThrow(),
      }));
      const bare = (n: number) =>
        db.write(async (tx) => {
          const facility_id = at(CLUBS_SIGNING + n);
          const { written: _order, ...told } = event;
          await tx
            .insertInto('agreement_signature')
            .values({ ...row, id: randomId('sig', systemRandom), facility_id })
            .execute();
          await tx
            .insertInto('operator_event')
            .values({ ...told, id: randomId('oev', systemRandom) as EventId, facility_id })
            .execute();
        });
      return { sign, bare };
    },
    /** A text to a thousand numbers, and its rows as they are. */
    toAccept: async () => {
      const given = {
        ...{ organisationId: orgId, facilityId, kind: 'marketing' as const },
        text: 'The pool is open until ten tonight.',
      };
      const ready = await world.smsMessages.ready(db.read, given);
      const recipients = Array.from({ length: RECIPIENTS }, (_, n) => ({ phoneNumber: `+614${10_000_000 + n}` }));
      const accept = () =>
        db.write((tx) => world.smsMessages.create(tx, given, ready, { recipients, time: {}, by: 'user:bench' }));
      const { messageId } = await accept();
      const message = await db.read((tx) => world.smsMessages.find(tx, messageId));
      const rows = await db.read((tx) => world.smsMessages.recipients(tx, messageId));
      if (message === undefined || rows.length !== RECIPIENTS) throw new Bug('a text was not accepted');
      const bare = () =>
        db.write(async (tx) => {
          const id = randomId('sms', systemRandom);
          await tx
            .insertInto('sms_message')
            .values({ ...message, id })
            .execute();
          await tx
            .insertInto('sms_recipient')
            .values(rows.map((row) => ({ ...row, message_id: id })))
            .execute();
        });
      return { accept, bare };
    },
    takeFile: async () => {
      const parts = Array.from({ length: Math.ceil(file.length / 65_536) }, (_, n) =>
        file.subarray(n * 65_536, (n + 1) * 65_536),
      );
      await world.attachments.keep(() => gathered({ fileName: 'rules.pdf', bytes: arriving(parts) }), 'user:bench');
    },
    close: async () => {
      await served.close();
      await world.attachmentJudge.close();
    },
  };
};

/** As a network brings them: each in a turn of its own. */
const arriving = async function* (parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await new Promise((resolve) => setImmediate(resolve));
    yield part;
  }
};
