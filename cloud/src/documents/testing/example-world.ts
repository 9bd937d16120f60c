import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { aPhone } from '@gatehouse/shared/pass/testing/a-phone.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { ENGINES } from '../../kit/db/engines.ts';
import { byteBudget } from '../../kit/http/byte-budget.ts';
import type { ClientAnswer, ClientRequest } from '../../kit/http/testing/https-client.ts';
import type { Link } from '../../link/link.ts';
import { basic, type PartnerApi, servePartnerApi } from '../../testing/partner-api.ts';
import { confirms, scriptedLink, simulates } from '../../testing/world.ts';
import type { Operation } from '../document.ts';

/** A server that holds everything that the document's examples speak of, and a way to send them. */
export interface ExampleWorld {
  readonly api: PartnerApi;
  /** One whose database is gone. */
  readonly broken: PartnerApi;
  /** One that has no room for another large request. */
  readonly busy: PartnerApi;
  readonly clock: ManualClock;
  readonly live: Record<string, string>;
  readonly readOnly: Record<string, string>;
  readonly dryrun: Record<string, string>;
  /** How the box answers from now on. */
  script(box: Partial<Pick<Link, 'unlock' | 'simulate'>>): void;
  /** The request of an operation's example, by the ids of this server, with the live key. */
  requestOf(operation: Operation): ClientRequest;
  send(request: ClientRequest): Promise<ClientAnswer>;
  close(): Promise<void>;
}

const newDatabase = () => {
  const [sqlite] = ENGINES;
  if (sqlite === undefined) throw new Bug('there is no engine');
  return sqlite.open();
};

export const openExampleWorld = async (): Promise<ExampleWorld> => {
  const clock = new ManualClock();
  let box: Pick<Link, 'unlock' | 'simulate'> = { unlock: confirms, simulate: simulates };
  const { link } = scriptedLink(
    (order) => box.unlock(order),
    (order) => box.simulate(order),
  );
  const database = await newDatabase();
  const api = await servePartnerApi(database, clock, link);
  const nothing = byteBudget({ total: 1, perTenant: 1 });
  const busy = await servePartnerApi(database, clock, link, { bodies: { hot: nothing, others: nothing } });
  const lost = await newDatabase();
  const broken = await servePartnerApi(lost, clock, link);
  await lost.close();
  const live = basic((await api.keyOf('live')).text);
  await seed(api);
  await seedPass({ world: api.world, clockS: clock.wallMs() / 1_000 });
  const { facilityId, doorId } = api.world;

  const ours = <T>(value: T): T =>
    JSON.parse(
      (JSON.stringify(value) ?? 'null')
        .replaceAll('fac_0123456789abcdef', facilityId)
        .replaceAll('door_0123456789abcdef', doorId),
    );
  return {
    api,
    broken,
    busy,
    clock,
    live,
    readOnly: basic((await api.keyOf('read-only')).text),
    dryrun: basic((await api.keyOf('dryrun')).text),
    script: (next) => {
      box = { unlock: confirms, simulate: simulates, ...next };
    },
    requestOf: ({ method, path, parameters, body }) => {
      const examples = ours(Object.fromEntries(parameters.map(({ name, example }) => [name, example])));
      const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(examples[name])));
      const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
      const search = new URLSearchParams(query.map(({ name }) => [name, String(examples[name])] as [string, string]));
      return {
        method: method.toUpperCase(),
        path: search.size === 0 ? filled : `${filled}?${search}`,
        headers: live,
        ...(body === undefined ? {} : { body: ours(body.example) }),
      };
    },
    send: (request) => api.send(request),
    close: async () => {
      await Promise.all([api, broken, busy].map((server) => server.close()));
    },
  };
};

/** A member whom staff let in everywhere, with a pass of the id that the examples name. */
const seedPass = async ({ world, clockS }: { world: PartnerApi['world']; clockS: number }): Promise<void> => {
  const { partnerId, facilityId, access } = world;
  await world.members.put([{ partnerId, facilityId, memberId: 'M-1001', firstName: 'Ada', lastName: 'Byron' }]);
  const personId = await world.db.write((tx) =>
    access.personFor(tx, { partnerId, facilityId, memberId: 'M-1001' }, 'Sam'),
  );
  await world.db.write((tx) => access.grant(tx, { facilityId, personId }, { target: { to: 'facility' } }, 'Sam'));
  const row = {
    id: 'pass_0123456789abcdef',
    facility_id: facilityId,
    partner_id: partnerId,
    member_id: 'M-1001',
    member_hash: 'A'.repeat(22),
    doors: '[0]',
    phone: aPhone().key,
    from_s: clockS,
    until_s: clockS + 3_600,
    uses: 10,
    issued_at: clockS * 1_000,
    issued_by: 'seed',
    revoked_at: null,
    revoked_why: null,
    forgotten: 0,
    checked_version: 0,
  };
  await world.db.write((tx) => tx.insertInto('outage_pass').values(row).execute());
};

/** What the examples of answers show beyond what every world has. */
const seed = async ({ world }: PartnerApi): Promise<void> => {
  const { partnerId, facilityId, doorId } = world;
  await world.sandbox.setFacility(facilityId, true);
  await world.db.write(async (tx) => {
    await tx
      .updateTable('facility')
      .set({
        brand: 'Riverside Strength',
        website_url: 'https://riverside.example',
        latitude: -27.4698,
        longitude: 153.0251,
        social_links: JSON.stringify({ instagram: { handle: 'riverside.strength' } }),
        place_data: JSON.stringify({
          address_1: '12 River Lane',
          city: { full_name: 'Brisbane', short_name: 'BNE' },
          country: { en_full_name: 'Australia', full_name: 'Australia', iso_code: 'AU' },
          formatted_address: '12 River Lane, Brisbane QLD 4000, Australia',
          isManual: true,
          postcode: '4000',
          province: { abbreviation: 'QLD', full_name: 'Queensland' },
        }),
      })
      .where('id', '=', facilityId)
      .execute();
    await tx
      .updateTable('door')
      .set({ zone: 'Entrance', location: 'Ground floor, street side' })
      .where('id', '=', doorId)
      .execute();
    await world.events.add(tx, {
      partnerId,
      facilityId,
      kind: 'unlock',
      data: {
        outcome: 'unlocked',
        event_id: 'evt_0123456789abcdef',
        command_id: 'cmd_0123456789abcdef',
        door_id: doorId,
        member_id: 'M-1001',
      },
    });
  });
};
