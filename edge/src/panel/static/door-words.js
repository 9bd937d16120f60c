import { duration, near } from './times.js';

export const ALARM = {
  forced_open: 'Forced open',
  held_open: 'Held open too long',
  relay_fault: 'The lock does not move when told',
  fire: 'Released by the fire alarm',
  unaccounted: 'Moved, and this box did not do it',
};
const MODE = { off: 'Normal', 'force-open': 'Held open', 'force-closed': 'Kept closed' };
const because = (reason) => (reason ? ` (${reason})` : '');
const by = (name) => (name ? ` by ${name}` : '');

export const maintenanceWords = (maintenance) => {
  const { mode, untilMs, by: name, reason } = maintenance;
  if (mode === 'off') return MODE.off;
  return `${MODE[mode]}${by(name)}${untilMs === null ? ', without an end' : ` until ${near(untilMs)}`}${because(reason)}`;
};
export const isLockedDown = (door) => door.lockdown?.active === true;
export const lockdownWords = ({ lockdown }) => `Locked down${by(lockdown.by)}${because(lockdown.reason)}`;

/** Which state of the access rules a door goes by. */
export const enforces = (access) => {
  if (access.staleness === 'none') return 'No access rules yet: nobody gets in by card or code.';
  const { revision, newest, ageMs, staleness } = access;
  const of = newest === null || newest <= revision ? '' : ` of ${newest}`;
  const age = ageMs === null ? '' : `, ${duration(ageMs)} old`;
  const far = { stale: '. The cloud is away.', expired: '. Too old: only break-glass grants open.' }[staleness] ?? '';
  return `Enforces revision ${revision}${of}${age}${far}`;
};

/** How a door looks from afar: `alarm` needs somebody, `held` is not as usual, `open` is unlocked, `calm` is neither. */
export const toneOf = (door) => {
  if (!door.reachable || door.alarms.length > 0) return 'alarm';
  if (door.maintenance.mode !== 'off' || isLockedDown(door)) return 'held';
  return door.lock === 'unlocked' ? 'open' : 'calm';
};
