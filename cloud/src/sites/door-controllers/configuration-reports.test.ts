import { type Duration, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import type { ConfigurationReport } from '@gatehouse/shared/wire/configuration-report.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { type PlatformApi, servePlatformApi } from '../../testing/platform-api.ts';
import { confirms, scriptedLink } from '../../testing/world.ts';
import { askingControllers, at } from './testing/asking-controllers.ts';

describe.each(ENGINES)('what a box reports of its configuration on $name', ({ open }) => {
  let clock: ManualClock;
  let api: PlatformApi;
  beforeEach(async () => {
    clock = new ManualClock();
    api = await servePlatformApi(await open(), clock, scriptedLink(confirms).link);
  });
  afterEach(() => api.close());
  const { configOf, update, ok, desired } = askingControllers(() => ({ clock, api }));

  const aReport = async (overrides: Partial<ConfigurationReport> = {}): Promise<ConfigurationReport> => ({
    v: 1,
    agentVersion: '1.2.3',
    revision: (await desired()).revision,
    hardware: { buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null, readers: [] }], readers: [] },
    refused: [],
    ...overrides,
  });
  const reports = async (overrides: Partial<ConfigurationReport> = {}) => {
    const { db, boxes, boxId } = api.world;
    const report = await aReport(overrides);
    await db.write((tx) => boxes.takeReport(tx, boxId, report));
  };
  const refused = async () => [
    { doorId: api.world.doorId, door: 'Front door', field: 'relay', rule: 'bus_missing', message: 'relay: no bus' },
  ];
  const openWarnings = async () =>
    (await api.world.warnings.list(api.world.facilityId)).filter(({ kind }) => kind === 'box_configuration_differs');
  const lookAfter = async (time: Duration, configRevision?: number) => {
    await clock.advance(time);
    await api.world.beacon();
    if (configRevision !== undefined)
      await api.world.db.write(async (tx) => {
        const row = await tx.selectFrom('box_presence').select('beacon').executeTakeFirstOrThrow();
        const beacon = JSON.stringify({ ...JSON.parse(row.beacon), configRevision });
        await tx.updateTable('box_presence').set({ beacon }).execute();
      });
    await api.world.doorControllers.lookAtDifferences();
  };

  it('is shown beside what is wanted, with its time and its version', async () => {
    await lookAfter(Seconds(1), 1e6);
    await reports();
    expect(await configOf()).toMatchObject({
      reported: {
        at: new Date(clock.wallMs() - 100).toISOString(),
        agentVersion: '1.2.3',
        version: 1,
        buses: [{ name: 'rs485-1', kind: 'modbus-rtu', boards: null }],
        refused: [],
      },
      differences: [],
    });
  });

  it('keeps staff from wiring a door to what the box has not', async () => {
    const boards = [{ unit: 1, relays: 4, inputs: 8 }];
    await reports({ hardware: { buses: [{ name: 'rs485-1', kind: 'gpio', boards, readers: [] }], readers: [] } });
    const answer = await update({ doors: [{ doorId: api.world.doorId, relay: at(4) }] });
    expect(answer.json).toMatchObject({
      problems: [
        {
          field: 'relay',
          rule: 'no_such_relay',
          message: 'relay: channel 4 must be below 4: the board has 4 relays',
        },
      ],
    });
    expect((await update({ doors: [{ doorId: api.world.doorId, rex: { ...at(0), bus: 'usb' } }] })).json).toMatchObject(
      {
        problems: [{ field: 'rex', rule: 'bus_missing' }],
      },
    );
  });

  it('is warned of when a refusal lasts, and no longer once it is over', async () => {
    await lookAfter(Seconds(1), 1e6);
    await reports({ refused: await refused() });
    expect((await configOf()).differences).toMatchObject([{ kind: 'refused', field: 'relay', rule: 'bus_missing' }]);
    for (const time of [Seconds(1), Minutes(5), Minutes(4)]) {
      await lookAfter(time, 1e6);
      expect(await openWarnings()).toEqual([]);
    }
    await lookAfter(Minutes(1), 1e6);
    expect(await openWarnings()).toMatchObject([
      { subject: api.world.boxId, message: expect.stringContaining('Front door: relay: no bus') },
    ]);
    await reports();
    await lookAfter(Seconds(1), 1e6);
    expect(await openWarnings()).toEqual([]);
  });

  it('that it does not follow the newest version is warned of while it is online, and by beacons alone', async () => {
    await ok(update({ doors: [{ doorId: api.world.doorId, holdSeconds: 8 }] }));
    await lookAfter(Minutes(60), 1);
    expect(await openWarnings()).toEqual([]);
    await lookAfter(Minutes(10), 1);
    expect((await configOf()).differences).toMatchObject([{ kind: 'not_applied' }]);
    expect(await openWarnings()).toHaveLength(1);
    await lookAfter(Seconds(1), (await desired()).revision);
    expect(await openWarnings()).toEqual([]);
    // A box that is offline is another matter.
    await lookAfter(Seconds(1), 1);
    await clock.advance(Minutes(1));
    expect((await configOf()).differences).toEqual([]);
  });

  it('that a bus has gone under a door is warned of too', async () => {
    await reports({ hardware: { buses: [], readers: [] } });
    await lookAfter(Seconds(1), 1e6);
    await lookAfter(Minutes(10), 1e6);
    expect((await configOf()).differences).toMatchObject([
      { kind: 'undrivable', rule: 'bus_missing' },
      { kind: 'undrivable' },
    ]);
    expect(await openWarnings()).toHaveLength(1);
  });
});
