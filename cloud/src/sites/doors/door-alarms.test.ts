import { randomUUID } from 'node:crypto';
import type { FactBody } from '@gatehouse/shared/journal/fact.ts';
import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { ENGINES } from '../../kit/db/engines.ts';
import { aFactChain } from '../../testing/fact-chain.ts';
import { confirms, createWorld, scriptedLink, type World } from '../../testing/world.ts';

describe.each(ENGINES)('what happens at doors and needs somebody now, on $name', ({ open }) => {
  let clock: ManualClock;
  let world: World;
  let tell: (...bodies: readonly FactBody[]) => Promise<unknown>;
  beforeEach(async () => {
    clock = new ManualClock();
    world = await createWorld(await open(), clock, scriptedLink(confirms).link);
    const epoch = randomUUID();
    const write = aFactChain(world.boxId, epoch);
    tell = (...bodies) =>
      world.journal.storeFacts(
        world.boxId,
        epoch,
        bodies.map((body) => write(body)),
      );
  });
  const opened = async () => (await world.warnings.list(world.facilityId)).map(({ kind, count }) => `${kind} ${count}`);
  const door = () => ({ doorId: world.doorId });

  it('is a warning for as long as the door says so, and no warning where a door opened as it should', async () => {
    await tell({ kind: 'door.opened', data: { ...door(), expected: true } });
    expect(await opened()).toEqual([]);
    await tell({ kind: 'door.held_open', data: { ...door(), seconds: 30 } });
    expect(await world.warnings.list(world.facilityId)).toMatchObject([
      {
        ...{ kind: 'door_held_open', subject: world.doorId },
        message: 'The door Front door stands open for more than 30 seconds.',
      },
    ]);
    await tell({ kind: 'door.alarm_cleared', data: { ...door(), alarm: 'held_open' } });
    expect(await opened()).toEqual([]);
    await tell(
      { kind: 'fire.raised', data: door() },
      { kind: 'board.lost', data: { bus: 'rs485-1', unit: 1, why: 'no answer' } },
    );
    expect((await opened()).sort()).toEqual(['board_lost 1', 'fire_raised 1']);
    await tell(
      { kind: 'fire.reset', data: { ...door(), by: 'Sam' } },
      { kind: 'board.found', data: { bus: 'rs485-1', unit: 1 } },
    );
    expect(await opened()).toEqual([]);
  });

  it('stays a warning until somebody has looked, where it is over before anybody comes', async () => {
    await tell(
      { kind: 'door.opened', data: { ...door(), expected: false } },
      { kind: 'door.closed', data: door() },
      { kind: 'door.alarm_cleared', data: { ...door(), alarm: 'forced_open' } },
      { kind: 'door.opened', data: { ...door(), expected: false } },
      { kind: 'reader.tampered', data: { ...door(), reader: 'in' } },
      { kind: 'reader.tamper_over', data: { ...door(), reader: 'in' } },
    );
    expect((await opened()).sort()).toEqual(['door_forced_open 2', 'reader_tampered 1']);
  });

  it('is over where no fact says so but the door does, or is no more', async () => {
    const later = async (by: ReturnType<typeof Minutes>) => {
      await clock.advance(by);
      await world.beacon({ alarms: [] });
      await world.doors.closeWhatIsOver();
    };
    await tell(
      { kind: 'door.held_open', data: { ...door(), seconds: 30 } },
      { kind: 'fire.raised', data: door() },
      { kind: 'board.lost', data: { bus: 'rs485-1', unit: 1, why: 'no answer' } },
    );
    await world.beacon({ alarms: [] });
    await world.doors.closeWhatIsOver();
    expect(await opened()).toHaveLength(3);
    await clock.advance(Minutes(2));
    await world.beacon({ alarms: ['held_open', 'fire'], reachable: false });
    await world.doors.closeWhatIsOver();
    expect(await opened()).toHaveLength(3);
    // Nobody knows of a door that is not heard.
    await clock.advance(Minutes(2));
    await world.doors.closeWhatIsOver();
    expect(await opened()).toHaveLength(3);
    await later(Minutes(1));
    expect(await opened()).toEqual([]);
  });

  it('is a box that drives doors and is away, until it is back', async () => {
    await clock.advance(Minutes(1));
    await world.beacon();
    await world.aBox();
    await world.webhooks.watchBoxes();
    await clock.advance(Minutes(2));
    for (let twice = 0; twice < 2; twice += 1) await world.webhooks.watchBoxes();
    expect(await world.warnings.list(world.facilityId)).toMatchObject([
      { kind: 'box_offline', subject: world.boxId, count: 1 },
    ]);
    await world.beacon();
    await world.webhooks.watchBoxes();
    expect(await opened()).toEqual([]);
  });
});
