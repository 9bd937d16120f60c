import type { Lockdown } from '@gatehouse/shared/door/lockdown.ts';
import type { Maintenance } from '@gatehouse/shared/door/maintenance.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import type { Door } from './door-state.ts';
import { RELAY_FAULTS_FOR_ALARM } from './door-state.ts';
import type { DoorRunner } from './running-door.ts';
import { statesOf } from './states.ts';

type Alarm = DoorReport['alarms'][number];

const alarmsOf = ({ leaf, lock, sense, faultsInARow }: Door): Alarm[] => {
  const raised: Record<Alarm, boolean> = {
    forced_open: leaf.at === 'forced',
    held_open: leaf.at === 'held',
    relay_fault: faultsInARow >= RELAY_FAULTS_FOR_ALARM,
    fire: lock.fire !== 'clear',
    unaccounted: sense.unaccounted,
  };
  return (Object.keys(raised) as Alarm[]).filter((alarm) => raised[alarm]);
};

const contactOf = (runner: DoorRunner): DoorReport['contact'] => {
  const { at } = runner.door().leaf;
  if (!runner.contactUp() || at === 'unknown') return 'unknown';
  return at === 'closed' ? 'closed' : 'open';
};

/** A door as it is told to the cloud and shown to staff: what was seen, never what was only commanded. */
export const reportOf = (
  runner: DoorRunner,
  maintenance: Maintenance,
  lockdown: Lockdown,
  keyIdle: boolean,
): DoorReport => ({
  doorId: runner.config.doorId,
  lock: runner.up() ? runner.door().sense.seen : 'unknown',
  contact: contactOf(runner),
  evidence: runner.config.evidence.kind,
  maintenance,
  lockdown,
  states: statesOf(runner, keyIdle),
  reachable: runner.up(),
  alarms: alarmsOf(runner.door()),
});
