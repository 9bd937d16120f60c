import { Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type FailingDisk, failingDisk } from '../fakes/failing-disk.ts';
import { aBoxWith, card, member, startBox } from './access.kit.ts';
import { aPerson, cardKey, memberKey } from './snapshot.kit.ts';

let disk: FailingDisk;
afterEach(() => disk.mend());
const people = [
  { kind: 'person', id: '5', data: aPerson({}, { keys: [memberKey('M-5')] }) },
  { kind: 'person', id: '6', data: aPerson({}, { keys: [cardKey('A6')] }) },
] as const;

describe('S4 the access rules on a full disk', () => {
  it('are confirmed by every beacon of a restarted agent, which goes on and knows how old they are', async () => {
    disk = failingDisk();
    const first = await aBoxWith(people);
    await first.run.stop();
    const run = startBox(first.box, first.run.clock);
    disk.failing((sql) => (/INSERT|DELETE|UPDATE/.test(sql) ? 'SQLITE_FULL' : undefined));
    for (let beacon = 0; beacon < 20; beacon++) {
      await run.clock.advance(Seconds(5));
      run.access.confirm(run.access.mark(), run.clock.monoMs());
    }
    expect(run.access.standing()).toMatchObject({ ageMs: 0, staleness: 'fresh' });
    expect(run.reasonFor(card('A6'))).toBe('granted');
    await run.clock.advance(Minutes(2));
    expect(run.access.standing().ageMs).toBe(Minutes(2));
    disk.failing(undefined);
    await run.clock.advance(Seconds(5));
    expect(run.store.standing()).toEqual({ writable: true, waiting: 0 });
    await run.stop();
  });

  it('keep somebody out who is banned meanwhile, over a restart too once there is room, and say who does not hear of it', async () => {
    disk = failingDisk();
    const { box, run } = await aBoxWith(people);
    disk.failing((sql) => (/INSERT|DELETE|UPDATE/.test(sql) ? 'SQLITE_FULL' : undefined));
    run.state.unwritable = true;
    const ban = run.access.ban({ person: 5, by: 'Sam', reason: 'Theft' });
    await expect(ban).rejects.toMatchObject({ code: 'access.ban_not_told' });
    expect(run.reasonFor(member('M-5'))).toBe('banned');
    disk.failing(undefined);
    await run.clock.advance(Seconds(5));
    const again = startBox(box, run.clock); // As after a cut: nothing was closed.
    expect(again.reasonFor(member('M-5'))).toBe('banned');
    await again.stop();
    await run.stop();
  });
});
