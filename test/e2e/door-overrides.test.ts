import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../kit/eventually.ts';
import { type Mark, type Site, startSite } from '../kit/site.ts';

let site: Site;
let facilityId: string;
beforeAll(async () => {
  site = await startSite({ holdSeconds: 1 });
  facilityId = (await site.readDoor('front')).facility_id;
});
afterAll(() => site.close());

interface Answered {
  readonly override: { readonly overrideId: string; readonly state: string; readonly seen: number };
}
const override = async (command: 'maintenance' | 'lockdown', what: object): Promise<Answered['override']> => {
  const body = { facilityId, doorId: site.doorIds.front, by: 'Desk', reason: 'Testing', ...what };
  return ((await site.cloudControl(command, body)) as Answered).override;
};
const shown = (mode: string) =>
  eventually(async () => (await site.readDoor('front')).maintenance_mode === mode, `the cloud shows ${mode}`);

describe('overrides by staff in the cloud', () => {
  let before: Mark;
  beforeEach(async () => {
    before = await site.settled();
  });
  afterEach(() => site.journal.prove());

  it('[R62] [R69] a lockdown reaches the door, is force-closed to partners, lets out, and ends by its own release only', async () => {
    expect(await override('lockdown', { active: true })).toMatchObject({ state: 'taken' });
    await shown('force-closed');
    expect(await site.unlock('front')).toMatchObject({
      status: 409,
      json: { reason: 'maintenance_mode_active', mode: 'force-closed', until: null },
    });
    await site.maintain('front', 'off');
    expect((await site.unlock('front')).status).toBe(409);
    expect(site.building.pulses('front', before.happened)).toBe(0);
    await site.building.door('front', 'press-rex');
    await site.building.untilLock('front', 'unlocked', Seconds(1));
    await site.building.untilLock('front', 'locked', Seconds(5));
    expect(await override('lockdown', { active: false })).toMatchObject({ state: 'taken' });
    await shown('off');
    expect((await site.unlock('front')).status).toBe(200);
    expect(await site.journal.of('lockdown.changed', before.seq)).toMatchObject([
      { lockdown: { active: true, by: 'Desk', reason: 'Testing' } },
      { lockdown: { active: false } },
    ]);
  });

  it('[R69] a maintenance asked for in the cloud is the one the door reports, and its end too', {
    tags: 'long',
  }, async () => {
    expect(await override('maintenance', { mode: 'force-open' })).toMatchObject({ state: 'taken' });
    await site.building.untilLock('front', 'unlocked', Seconds(2));
    await shown('force-open');
    expect(await override('maintenance', { mode: 'off' })).toMatchObject({ state: 'taken' });
    await site.building.untilLock('front', 'locked', Seconds(2));
    await shown('off');
  });

  it('of two who change a door at once, in the cloud and at the box, one wins and the other is told', {
    tags: 'long',
  }, async () => {
    const { seen } = await override('maintenance', { mode: 'off' });
    const generation = seen + 1;
    const [there, here] = await Promise.all([
      override('maintenance', { mode: 'force-closed', seen: generation }),
      site.maintain('front', 'force-open', { seen: generation }).then(
        () => 'taken',
        () => 'refused',
      ),
    ]);
    expect([there.state, here].sort()).toEqual(['refused', 'taken']);
    const winner = there.state === 'taken' ? 'force-closed' : 'force-open';
    await shown(winner);
    const refusals = await site.journal.of('maintenance.refused', before.seq);
    expect(refusals).toHaveLength(there.state === 'refused' ? 1 : 0);
    await site.maintain('front', 'off');
    await shown('off');
  });

  it('[R62] a lockdown stands after the agent was killed, and what was asked for meanwhile is taken when it is back', {
    tags: 'long',
    timeout: 60_000,
  }, async () => {
    expect(await override('lockdown', { active: true })).toMatchObject({ state: 'taken' });
    await site.kill(site.processes.edge);
    await site.untilOffline();
    const meanwhile = await override('maintenance', { mode: 'force-closed' });
    expect(meanwhile).toMatchObject({ state: 'pending' });
    await site.startEdge();
    await site.untilOnline();
    await site.journal.until('maintenance.changed', ({ wishId }) => wishId === meanwhile.overrideId, before.seq);
    expect(await override('lockdown', { active: false })).toMatchObject({ state: 'taken' });
    expect((await site.unlock('front')).status).toBe(409);
    expect(site.building.moves('front', before.happened)).toEqual([]);
    expect(await override('maintenance', { mode: 'off' })).toMatchObject({ state: 'taken' });
    await shown('off');
    expect((await site.unlock('front')).status).toBe(200);
  });
});
