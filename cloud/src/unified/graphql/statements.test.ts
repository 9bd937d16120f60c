import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import type { Database } from '../../kit/db/unit-of-work.ts';
import { aroundStatements } from '../../testing/around-statements.ts';
import { BARE_DOOR } from '../../testing/bare-door.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { graphOver } from './testing/ask-graph.ts';

describe.each(ENGINES)('statements of a query ($name)', ({ open }) => {
  let api: PlatformApi;
  let graph: ReturnType<typeof graphOver>;
  let count = 0;
  beforeAll(async () => {
    const db = await open();
    api = await servePlatformApi(db, new ManualClock());
    const before = () => {
      count++;
    };
    const counting: Database = {
      ...api.world.db,
      engine: db.engine,
      read: (work) => api.world.db.read((tx) => work(aroundStatements(tx, { before }))),
      write: (work) => api.world.db.write((tx) => work(aroundStatements(tx, { before }))),
    };
    graph = graphOver(api, { db: counting });
    const { organisations, doors } = api.world;
    for (let i = 0; i < 100; i++) {
      const facilityId = await organisations.createFacility({
        orgId: api.world.orgId,
        name: `Gym ${i}`,
        timezone: 'UTC',
      });
      await doors.create({ ...BARE_DOOR, facilityId, name: 'Front' });
      await api.world.aBox(facilityId);
    }
  }, 60_000);
  afterAll(async () => {
    await graph.close();
    await api.close();
  });
  beforeEach(() => api.moveOn());

  const statementsOf = async (document: string) => {
    count = 0;
    const answer = await graph.ask(document);
    expect(answer.errors).toBeUndefined();
    return { count, answer };
  };
  const list = (limit: number, inside: string) =>
    `{ clubsList(limit: ${limit}, organisationId: "${api.world.orgId}") { data { facilityId ${inside} } } }`;
  const DOORS_AND_STATES = 'doors { data { doorId name } } doorStates { data { doorId lock presence } }';

  it('do not grow with rows: 100 facilities with their doors and states take six more than their list alone', async () => {
    const alone = await statementsOf(list(100, ''));
    const few = await statementsOf(list(2, DOORS_AND_STATES));
    const many = await statementsOf(list(100, DOORS_AND_STATES));
    expect(JSON.stringify(many.answer.data).match(/"name":"Front"/g)?.length).toBeGreaterThan(97);
    expect(many.count).toBe(few.count);
    expect(many.count - alone.count).toBeLessThanOrEqual(6);
  });

  it('do not grow with boxes and devices: of 100 facilities they are read as those of two', async () => {
    const there = 'boxes { data { uuid doors } } devices { data { __typename } }';
    const few = await statementsOf(list(2, there));
    const many = await statementsOf(list(100, there));
    expect(JSON.stringify(many.answer.data).match(/"boxes":/g)?.length).toBeGreaterThan(97);
    expect(many.count).toBe(few.count);
    for (let n = 0; n < 5; n++) await api.world.aBox();
    expect((await statementsOf(list(100, there))).count).toBe(many.count);
  });

  it('of a node that is read in part are one read for all of them', async () => {
    const few = await statementsOf(list(2, 'latitude websiteUrl'));
    const many = await statementsOf(list(100, 'latitude websiteUrl'));
    expect(many.count).toBe(few.count);
  });
});
