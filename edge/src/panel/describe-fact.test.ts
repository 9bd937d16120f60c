import { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { Fact, FactBody } from '@gatehouse/shared/journal/fact.ts';
import { describe, expect, it } from 'vitest';
import { A_DOOR } from '../fakes/a-door.ts';
import { A_BOOT } from '../fakes/journal-on-disk.ts';
import { describeFact } from './describe-fact.ts';

const { doorId } = A_DOOR;
const say = (body: unknown) => {
  const hash = '0'.repeat(64);
  const fact = {
    seq: 1,
    bootId: A_BOOT,
    monoMs: 0,
    wallMs: 0,
    clockTrusted: true,
    body: body as FactBody,
    prev: hash,
    hash,
  };
  const { text, tone } = describeFact(fact satisfies Fact, (id) => (id === doorId ? 'Front door' : undefined));
  return [text, tone];
};

describe('a fact in plain words', () => {
  it.each([
    [
      { kind: 'agent.started', data: { version: '1', after: 'unclean' } },
      'This box started (version 1, after it was cut off)',
      'plain',
    ],
    [
      { kind: 'unlock.refused', data: { doorId, reason: 'repeated' } },
      'Front door: unlock refused, it came twice',
      'plain',
    ],
    [
      { kind: 'unlock.failed', data: { doorId, reason: 'relay_fault' } },
      'Front door: unlock failed, the lock was not seen to move',
      'bad',
    ],
    [
      { kind: 'lock.moved', data: { doorId, to: 'unlocked', cause: 'rex' } },
      'Front door: lock unlocked by the exit button',
      'plain',
    ],
    [
      { kind: 'lock.moved', data: { doorId, to: 'unlocked', cause: 'unaccounted' } },
      'Front door: lock unlocked and this box did not do it',
      'bad',
    ],
    [{ kind: 'door.opened', data: { doorId, expected: false } }, 'Front door: opened by force', 'bad'],
    [{ kind: 'door.opened', data: { doorId, expected: true } }, 'Front door: opened', 'plain'],
    [
      { kind: 'sandbox.simulated', data: { doorId, commandId: 'cmd_1', scenario: 'jam', forMs: 20_000 } },
      'Front door: its lock is jammed for a sandbox, for 20.0 s',
      'plain',
    ],
    [{ kind: 'clock.stepped', data: { byMs: -90_500 } }, 'The clock was set back by 90.5 s', 'bad'],
    [
      {
        kind: 'maintenance.changed',
        data: { doorId, maintenance: { mode: 'force-open', untilMs: 1, by: 'Kim', reason: 'delivery', generation: 1 } },
      },
      'Front door: maintenance began: held open, by Kim (delivery)',
      'plain',
    ],
    [
      { kind: 'maintenance.refused', data: { doorId, mode: 'force-open', by: 'key switch', seen: 0, generation: 0 } },
      'Front door: the key switch was turned when it was first looked at, and begins nothing before it is turned back',
      'plain',
    ],
  ])('%j', (body, text, tone) => expect(say(body)).toEqual([text, tone]));

  it('names a door that is no longer configured by its id', () =>
    expect(say({ kind: 'door.closed', data: { doorId: DoorId.parse('door_zzzzzzzzzzzzzzzz') } })[0]).toBe(
      'door_zzzzzzzzzzzzzzzz: closed',
    ));
});
