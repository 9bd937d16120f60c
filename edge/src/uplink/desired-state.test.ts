import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MaintenanceOverride } from '@gatehouse/shared/door/maintenance.ts';
import { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { DesiredState } from '@gatehouse/shared/wire/device-api.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { signState } from '@gatehouse/shared/wire/signed-state.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { A_DOOR } from '../fakes/a-door.ts';
import { everyWiring } from '../fakes/every-wiring.ts';
import { A_FACILITY, fakeCloud } from '../fakes/fake-cloud.ts';
import { fakeDoors } from '../fakes/fake-doors.ts';
import { silentLog } from '../fakes/silent-log.ts';
import { cloudHttps } from '../identity/cloud-https.ts';
import { openBoxStore } from '../store/box-store.ts';
import { DesiredMark, DesiredSigned, DesiredWiring, StoredDesiredState } from './desired-slots.ts';
import { createDesiredStateKeeper } from './desired-state.ts';
import { pinnedKey } from './signed-command.ts';

const BOX = BoxId.parse('11111111-1111-4111-8111-111111111111');

describe('the desired state', () => {
  let it_: Awaited<ReturnType<typeof fakeCloud>>;
  beforeEach(async () => {
    it_ = await fakeCloud();
    it_.cloud.desired = aState(1);
  });
  afterEach(() => it_.close());
  const aState = (revision: number, changed: Partial<DesiredState> = {}): DesiredState => ({
    v: 1,
    revision,
    facility: { id: A_FACILITY, name: 'Gym', timezone: 'Australia/Brisbane' },
    beaconSeconds: 5,
    commandKeys: it_.cloud.commandKeys,
    doors: [A_DOOR],
    maintenanceWishes: [],
    lockdownWishes: [],
    ...changed,
  });
  const setup = (path = join(mkdtempSync(join(tmpdir(), 'desired-')), 'box.db')) => {
    const clock = new ManualClock();
    const { fake, doors } = fakeDoors();
    const box = openBoxStore(path, { nowMs: 0, log: silentLog });
    const record = vi.fn(async () => []);
    const onCommandKeys = vi.fn();
    const onMoved = vi.fn();
    const reports = { send: vi.fn(async () => undefined), forget: vi.fn() };
    let issued = 0;
    const token = async () => ({ token: `edge-token-${++issued}`, expiresInSeconds: 600, brokerUrl: '' });
    const keeper = createDesiredStateKeeper({
      onStood: () => {},
      cloud: cloudHttps({ url: it_.url, ca: it_.ca, clock }),
      tokens: { current: token, fresh: token, drop: vi.fn() },
      slot: box.slot('desired', StoredDesiredState),
      marks: box.slot('desired_mark', DesiredMark),
      wirings: box.slot('desired_wiring', DesiredWiring),
      signed: box.slot('desired_signed', DesiredSigned),
      boxId: BOX,
      commandKey: pinnedKey(() => it_.cloud.commandKeys),
      doors,
      wiring: everyWiring(doors),
      journal: { record },
      facilityId: () => A_FACILITY,
      onCommandKeys,
      onApplied: () => {},
      onMoved,
      reports,
      clock,
      log: silentLog,
    });
    return { clock, fake, keeper, record, onCommandKeys, onMoved, reports, path };
  };

  it('is pulled, kept, applied, and journalled once a revision', async () => {
    const { keeper, fake, record, onCommandKeys } = setup();
    await keeper.pull();
    await keeper.pull();
    expect(fake.applied).toEqual([[A_DOOR]]);
    expect(record.mock.calls).toEqual([[{ kind: 'config.applied', data: { revision: 1 } }]]);
    expect(onCommandKeys).toHaveBeenCalledWith(it_.cloud.commandKeys);
    expect(it_.cloud.seen.at(-1)?.headers['if-none-match']).toBe('"1"');
    expect(keeper.appliedRevision()).toBe(1);
  });

  it('N10 counts unsigned until the cloud has signed one, and from then on only as signed for this box by a pinned key', async () => {
    const { keeper, fake, path } = setup();
    await keeper.pull();
    it_.cloud.desired = signState(BOX, aState(2, { doors: [] }), it_.cloud.signingKey);
    await keeper.pull();
    expect(fake.applied).toEqual([[A_DOOR], []]);

    const { signature } = it_.cloud.desired;
    const stranger = { kid: 'k1', privateKey: importPrivateKey(newDeviceKey().privateKeyPem) };
    const other = BoxId.parse('22222222-2222-4222-8222-222222222222');
    for (const forged of [
      aState(3),
      aState(3, { signature }),
      aState(3, { signature: '' }),
      aState(3, { signature: 'a.b.c' }),
      signState(BOX, aState(3), stranger),
      signState(BOX, aState(3), { ...it_.cloud.signingKey, kid: 'k9' }),
      signState(other, aState(3), it_.cloud.signingKey),
      { ...signState(BOX, aState(3), it_.cloud.signingKey), lockdownWishes: undefined },
      { ...signState(BOX, aState(3), it_.cloud.signingKey), beaconSeconds: 6 },
    ]) {
      it_.cloud.desired = forged as DesiredState;
      await keeper.pull();
    }
    const restarted = setup(path);
    it_.cloud.desired = aState(4);
    await restarted.keeper.pull();
    restarted.keeper.forget(); // Another facility is still the same cloud's.
    await restarted.keeper.pull();
    expect([fake.applied.length, restarted.fake.applied.flat()]).toEqual([2, []]);

    it_.cloud.desired = signState(BOX, aState(5), it_.cloud.signingKey);
    await restarted.keeper.pull();
    expect(restarted.fake.applied.at(-1)).toEqual([A_DOOR]);
  });

  it('is applied from the store at the next start, with no cloud in reach', async () => {
    const first = setup();
    await first.keeper.pull();
    it_.close();
    const second = setup(first.path);
    await second.keeper.applyStored();
    expect(second.fake.applied).toEqual([[A_DOOR]]);
    expect(second.keeper.current()?.revision).toBe(1);
  });

  it('never goes back to an older revision, nor to another facility’s', async () => {
    const { keeper, fake, onMoved } = setup();
    it_.cloud.desired = aState(7);
    await keeper.pull();
    it_.cloud.desired = aState(6, { doors: [] });
    await keeper.pull();
    it_.cloud.desired = aState(8, {
      doors: [],
      facility: { id: FacilityId.parse('fac_zzzzzzzzzzzzzzzz'), name: '', timezone: '' },
    });
    await keeper.pull();
    expect(fake.applied).toEqual([[A_DOOR]]);
    expect(keeper.appliedRevision()).toBe(7);
    // Whose box it is it asks anew.
    expect(onMoved).toHaveBeenCalledTimes(1);
  });

  it('is refused whole when any part of it is malformed', async () => {
    const { keeper, fake } = setup();
    it_.cloud.desired = aState(1, { doors: [A_DOOR, { ...A_DOOR, holdSeconds: 600 }] });
    await keeper.pull();
    expect(fake.applied).toEqual([]);
  });

  it('that the doors could not take is tried again, though the cloud has nothing newer', async () => {
    const { keeper, fake } = setup();
    fake.failing = new Error('no board');
    await keeper.pull();
    expect(keeper.appliedRevision()).toBe(0);
    fake.failing = undefined;
    await keeper.pull();
    expect(fake.applied).toHaveLength(1);
  });

  it('is told back with what was refused of it, and settled anew when the box has other buses', async () => {
    const { keeper, fake, reports } = setup();
    const problem = {
      doorId: A_DOOR.doorId,
      door: 'Front door',
      field: 'relay',
      rule: 'bus_missing',
      message: '',
    } as const;
    fake.refused = [problem];
    await keeper.pull();
    expect(reports.send).toHaveBeenLastCalledWith(expect.objectContaining({ revision: 1, refused: [problem] }));
    fake.refused = [];
    keeper.hardwareChanged();
    await vi.waitFor(() =>
      expect(reports.send).toHaveBeenLastCalledWith(expect.objectContaining({ revision: 1, refused: [] })),
    );
    expect(fake.applied).toHaveLength(2);
  });

  it('is pulled at a nudge about something newer, and each minute without one', async () => {
    const { keeper, clock, fake } = setup();
    keeper.start();
    await vi.waitFor(() => expect(fake.applied).toHaveLength(1));
    keeper.nudged(1);
    expect(it_.cloud.seen).toHaveLength(1);
    it_.cloud.desired = aState(2);
    keeper.nudged(2);
    await vi.waitFor(() => expect(fake.applied).toHaveLength(2));
    it_.cloud.desired = aState(3);
    await clock.advance(Minutes(1));
    await vi.waitFor(() => expect(fake.applied).toHaveLength(3));
    keeper.close();
  });

  describe('N4 of a cloud that was restored', () => {
    const [before, after] = ['5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11', '6f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11'];
    const OTHER_DOOR = { ...A_DOOR, holdSeconds: 9 };
    const lockdown = {
      wishId: 'ovr_0000000000000009',
      doorId: A_DOOR.doorId,
      active: true,
      by: 'desk',
      reason: 'threat',
      seen: 0,
    };

    it('is taken under a lower number with its overrides, once its epoch is another one', async () => {
      const { keeper, fake } = setup();
      it_.cloud.desired = aState(7, { epoch: before });
      await keeper.pull();
      it_.cloud.desired = aState(3, { epoch: after, doors: [OTHER_DOOR], lockdownWishes: [lockdown] });
      keeper.nudged(3);
      await vi.waitFor(() => expect(fake.overrides.at(-1)?.lockdownWishes).toEqual([lockdown]));
      expect(fake.applied.at(-1)).toEqual([OTHER_DOOR]);
      it_.cloud.desired = aState(2, { epoch: after, doors: [] });
      await keeper.pull();
      expect(fake.applied).toHaveLength(2);
      expect(it_.cloud.seen.at(-1)?.path).toBe('/edge/v1/desired-state?with=epoch&wiring=confirmed');
    });

    it('is taken under an equal number where its contents are others', async () => {
      const { keeper, fake } = setup();
      it_.cloud.desired = aState(7);
      await keeper.pull();
      it_.cloud.instead = () => ({
        status: 200,
        body: aState(7, { doors: [OTHER_DOOR] }),
        headers: { etag: '"other"' },
      });
      await keeper.pull();
      expect(fake.applied).toEqual([[A_DOOR], [OTHER_DOOR]]);
    });

    it('leaves the doors as they are while they are held, over a restart too, and takes its orders', async () => {
      const first = setup();
      it_.cloud.desired = aState(7, { doorsHash: 'aa'.repeat(32) });
      await first.keeper.pull();
      const held = { epoch: after, held: true, doors: [OTHER_DOOR], doorsHash: 'bb'.repeat(32) };
      it_.cloud.desired = aState(3, { ...held, lockdownWishes: [lockdown] });
      await first.keeper.pull();
      expect(first.fake.overrides.at(-1)?.lockdownWishes).toEqual([lockdown]);
      const { keeper, fake, reports } = setup(first.path);
      await keeper.applyStored();
      await keeper.pull();
      expect([...first.fake.applied, ...fake.applied].every(([door]) => door?.holdSeconds === A_DOOR.holdSeconds)).toBe(
        true,
      );
      expect(reports.send).toHaveBeenLastCalledWith({ revision: 3, doorsHash: 'aa'.repeat(32), refused: [] });
      it_.cloud.desired = aState(4, { ...held, held: undefined });
      await keeper.pull();
      expect(fake.applied.at(-1)).toEqual([OTHER_DOOR]);
      expect(reports.send).toHaveBeenLastCalledWith({ revision: 4, doorsHash: 'bb'.repeat(32), refused: [] });
    });

    it('is kept in words that the release before reads, for an update may be undone', async () => {
      const { keeper, path } = setup();
      it_.cloud.desired = aState(7, { epoch: after, held: true, doorsHash: 'aa'.repeat(32) });
      await keeper.pull();
      const slot = openBoxStore(path, { nowMs: 0, log: silentLog }).slot('desired', z.unknown());
      const kept = StoredDesiredState.parse(slot.load());
      expect(Object.keys(kept.state).sort()).toEqual(Object.keys(aState(7)).sort());
    });
  });

  describe('its overrides of doors', () => {
    const closing: MaintenanceOverride = {
      wishId: 'ovr_0000000000000001',
      doorId: A_DOOR.doorId,
      mode: 'force-closed',
      untilMs: null,
      by: 'desk',
      reason: 'cleaning',
      seen: 0,
    };
    const asked = { maintenanceWishes: [closing] };

    it('is given to the doors with every answer that it stands in, once the doors are as it says', async () => {
      const { keeper, fake } = setup();
      it_.cloud.desired = aState(1, asked);
      await keeper.pull();
      await keeper.pull(); // Unchanged: the cloud stands by it still.
      expect(fake.overrides.map(({ maintenanceWishes }) => maintenanceWishes)).toEqual([[closing], [closing]]);
      it_.cloud.desired = aState(2);
      await keeper.pull();
      expect(fake.overrides.at(-1)?.maintenanceWishes).toEqual([]);
    });

    it('is not taken from the store, where it may have lapsed since', async () => {
      const first = setup();
      it_.cloud.desired = aState(1, asked);
      await first.keeper.pull();
      it_.close();
      const second = setup(first.path);
      await second.keeper.applyStored();
      await second.keeper.pull();
      expect(second.fake.overrides).toEqual([]);
    });

    it('is not taken from an older answer, nor from another facility’s', async () => {
      const { keeper, fake } = setup();
      it_.cloud.desired = aState(7);
      await keeper.pull();
      fake.overrides.length = 0;
      it_.cloud.desired = aState(6, asked);
      await keeper.pull();
      const facility = { id: FacilityId.parse('fac_zzzzzzzzzzzzzzzz'), name: '', timezone: '' };
      it_.cloud.desired = aState(8, { ...asked, facility });
      await keeper.pull();
      expect(fake.overrides).toEqual([]);
    });
  });
});
