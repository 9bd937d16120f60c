import { Hours, Minutes } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { scoping } from './testing/scoping.ts';

describe.each(ENGINES)('a source on $name', ({ open }) => {
  const { on, warnings, feed } = scoping(open);

  describe('a sync that is refused', () => {
    const refused = (memberIds: readonly string[]) =>
      on.db.write((tx) => on.world.scopes.refused(tx, { ...on.source, memberIds, reason: 'overlapping_blocks' }));
    const pushed = (memberIds: readonly string[]) =>
      on.db.write((tx) => on.world.scopes.pushed(tx, { ...on.source, memberIds }));

    it('is warned of after an hour, to staff and partner, and no more once it is taken', async () => {
      await refused(['M-1']);
      await on.clock.advance(Minutes(59));
      await on.world.scopes.sweepRefusals();
      expect(await warnings()).toEqual([]);
      await on.clock.advance(Minutes(1));
      await on.world.scopes.sweepRefusals();
      await on.world.scopes.sweepRefusals();
      expect(await warnings()).toMatchObject([{ kind: 'sync_refused', count: 1, subject: on.world.partnerId }]);
      await pushed(['M-1']);
      expect(await warnings()).toEqual([]);
      expect((await feed()).map(({ kind, data }) => [kind, data.state])).toEqual([
        ['warning.sync_refused', 'open'],
        ['warning.sync_refused', 'closed'],
      ]);
    });

    it('goes on while the others are taken: a client that leaves the refused member out hides nothing', async () => {
      await refused(['M-1']);
      for (let quarter = 0; quarter < 4; quarter++) {
        await pushed(['M-2', 'M-3']);
        await on.clock.advance(Minutes(15));
      }
      await on.world.scopes.sweepRefusals();
      expect(await warnings()).toMatchObject([{ kind: 'sync_refused', message: expect.stringContaining('M-1') }]);
    });

    it('is over when it has not been repeated for two days', async () => {
      await refused(['M-1']);
      await on.clock.advance(Hours(2));
      await on.world.scopes.sweepRefusals();
      await on.clock.advance(Hours(47));
      await on.world.scopes.sweepRefusals();
      expect(await warnings()).toEqual([]);
      expect(await on.world.scopes.sweepRefusals()).toBe(0);
    });

    it('without a member ends with the next push, and its clock starts anew', async () => {
      await refused([]);
      await on.clock.advance(Minutes(50));
      await pushed(['M-9']);
      await refused([]);
      await on.clock.advance(Minutes(50));
      await on.world.scopes.sweepRefusals();
      expect(await warnings()).toEqual([]);
      expect(await on.world.scopes.listSources(on.world.facilityId)).toMatchObject([
        { lastPushAt: expect.any(Number), refusedSince: on.clock.wallMs() - Minutes(50), suspended: false },
      ]);
    });

    it('is over for a member in however large a batch', async () => {
      await refused(['M-1']);
      await pushed(Array.from({ length: 100_000 }, (_m, i) => `M-${i}`));
      expect(await on.world.scopes.listSources(on.world.facilityId)).toMatchObject([{ refusedSince: undefined }]);
    });

    it('keeps a bounded list, whatever ids a client makes up', async () => {
      for (let i = 0; i < 12; i++) await refused(Array.from({ length: 100 }, (_m, n) => `M-${i}-${n}`));
      const rows = await on.db.read((tx) => tx.selectFrom('refused_member').select('member_id').execute());
      expect(rows).toHaveLength(1_000);
    });
  });

  it('a source is suspended while its integration is not enabled, and either is a change of access', async () => {
    await on.db.write((tx) => on.world.scopes.pushed(tx, { ...on.source, memberIds: [] }));
    const version = () => on.db.read((tx) => on.world.scopes.versionOf(tx, on.world.facilityId));
    const enabled = await version();
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: false }),
    );
    expect(await on.world.scopes.listSources(on.world.facilityId)).toMatchObject([{ suspended: true }]);
    const disabled = await version();
    expect(disabled).toBeGreaterThan(enabled);
    await on.world.db.write((tx) =>
      on.world.partners.setIntegration(tx, on.world.partnerId, on.world.facilityId, { enabled: true }),
    );
    expect(await version()).toBeGreaterThan(disabled);
  });

  it('a source that many enable and disable at once is a change of access each time that it turns', async () => {
    const { db, partners, scopes, partnerId, facilityId } = on.world;
    const state = () =>
      on.db.read(async (tx) => ({
        version: await scopes.versionOf(tx, facilityId),
        enabled: (await partners.facilitiesOf(tx, on.world.caller, [facilityId])).get(facilityId)?.enabled,
      }));
    const before = await state();
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        db.write((tx) => partners.setIntegration(tx, partnerId, facilityId, { enabled: n % 2 === 0 })),
      ),
    );
    const after = await state();
    const turned = (after.version - before.version) % 2 === 1;
    expect(after.enabled).toBe(turned ? !before.enabled : before.enabled);
  });
});
