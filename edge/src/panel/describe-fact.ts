import type { Fact, FactBody, FactKind } from '@gatehouse/shared/journal/fact.ts';
import { BOX_WORDS } from './box-words.ts';
import { ENTRY_WORDS } from './entry-words.ts';

export interface DescribedFact {
  readonly seq: number;
  readonly wallMs: number;
  readonly clockTrusted: boolean;
  readonly text: string;
  /** `bad` is worth somebody's attention now, `good` is a door that did its work. */
  readonly tone: 'good' | 'plain' | 'bad';
}

/** A person as the reader may know them: by name, or by number. */
export type WhoIs = (person: number | null) => string;

export type Words = {
  readonly [Kind in FactKind]: (data: Extract<FactBody, { kind: Kind }>['data'], door: string, who: WhoIs) => string;
};

const byNumber: WhoIs = (person) => (person === null ? 'somebody unknown' : `person ${person}`);

const REFUSED = {
  maintenance: 'the door is under maintenance',
  lockdown: 'the door is locked down',
  other_boot: 'it was meant for before the last restart',
  expired: 'it came too late',
  repeated: 'it came twice',
  unknown_door: 'this box has no such door',
  door_unavailable: 'the door could not be reached',
  store_unwritable: 'this box cannot write its journal',
} as const;
const FAILED = {
  relay_fault: 'the lock was not seen to move',
  board_lost: 'the relay board did not answer',
  interrupted: 'it was interrupted',
} as const;
const CAUSE = {
  unlock: 'by remote unlock',
  access: 'for somebody who may enter',
  relock: 'at the end of its hold',
  rex: 'by the exit button',
  fire: 'by the fire alarm',
  maintenance: 'by maintenance',
  lockdown: 'by lockdown',
  start: 'when this box started',
  unaccounted: 'and this box did not do it',
} as const;
const ALARM = { forced_open: 'forced open', held_open: 'held open', relay_fault: 'relay fault' } as const;
const KEY_CHANGE = { installed: 'given to it', renewed: 'made anew', forgotten: 'forgotten here' } as const;
const MODE = { off: 'ended', 'force-open': 'began: held open', 'force-closed': 'began: kept closed' } as const;
const SIMULATED = {
  offline: 'this box plays dead for a sandbox',
  jam: 'its lock is jammed for a sandbox',
  slow_confirmation: 'its confirmations are held back for a sandbox',
  maintenance: 'a sandbox asked for maintenance',
  clear: 'nothing is simulated for a sandbox any more',
} as const;
const seconds = (ms: number): string => `${(Math.abs(ms) / 1_000).toFixed(1)} s`;

const WORDS: Words = {
  ...ENTRY_WORDS,
  ...BOX_WORDS,
  'agent.started': ({ version, after }) =>
    `This box started (version ${version}${after === 'unclean' ? ', after it was cut off' : ''})`,
  'agent.stopping': ({ why }) => `This box is stopping (${why})`,
  'config.applied': ({ revision }) => `Configuration ${revision} applied`,
  'unlock.accepted': ({ origin }, door) =>
    `${door}: unlock asked for by ${origin === 'partner' ? 'a partner' : 'staff'}`,
  'unlock.refused': ({ reason }, door) => `${door}: unlock refused, ${REFUSED[reason]}`,
  'unlock.confirmed': ({ holdSeconds, tookMs }, door) =>
    `${door}: seen unlocked after ${Math.round(tookMs)} ms, for ${holdSeconds} s`,
  'unlock.failed': ({ reason }, door) => `${door}: unlock failed, ${FAILED[reason]}`,
  'lock.moved': ({ to, cause }, door) =>
    to === 'unknown' ? `${door}: the lock’s state is unknown` : `${door}: lock ${to} ${CAUSE[cause]}`,
  'door.opened': ({ expected }, door) => `${door}: opened${expected ? '' : ' by force'}`,
  'door.closed': (_data, door) => `${door}: closed`,
  'door.held_open_soon': ({ seconds: open }, door) => `${door}: has been open for ${open} s; please close it`,
  'door.held_open': ({ seconds: open }, door) => `${door}: held open for ${open} s`,
  'door.alarm_cleared': ({ alarm }, door) => `${door}: alarm over (${ALARM[alarm]})`,
  'rex.changed': ({ active }, door) => `${door}: exit button ${active ? 'pressed' : 'let go'}`,
  'fire.raised': (_data, door) => `${door}: released by the fire alarm`,
  'fire.reset': ({ by }, door) => `${door}: fire release reset by ${by}`,
  'maintenance.changed': ({ maintenance: { mode, by, reason } }, door) =>
    `${door}: maintenance ${MODE[mode]}${by === null ? '' : `, by ${by}`}${reason === null || reason === '' ? '' : ` (${reason})`}`,
  'maintenance.ended': ({ why }, door) =>
    `${door}: maintenance over${why === 'expired' ? '' : ', because the power was cut and the time is uncertain'}`,
  'board.lost': ({ bus, unit, why }) => `Board ${unit} on ${bus} does not answer (${why})`,
  'board.found': ({ bus, unit }) => `Board ${unit} on ${bus} answers`,
  'reader.lost': ({ reader, why }, door) => `${door}: reader ${reader} does not answer (${why})`,
  'reader.found': ({ reader }, door) => `${door}: reader ${reader} answers`,
  'reader.tampered': ({ reader }, door) => `${door}: somebody has opened the housing of reader ${reader}`,
  'reader.tamper_over': ({ reader }, door) => `${door}: the housing of reader ${reader} is closed`,
  'reader.key_changed': ({ reader, change, by }, door) =>
    `${door}: the key of reader ${reader} was ${KEY_CHANGE[change]} by ${by}`,
  'sandbox.simulated': ({ scenario, forMs }, door) =>
    `${door}: ${SIMULATED[scenario]}${forMs === 0 ? '' : `, for ${seconds(forMs)}`}`,
  'clock.stepped': ({ byMs }) => `The clock was set ${byMs < 0 ? 'back' : 'forward'} by ${seconds(byMs)}`,
  'maintenance.refused': ({ by, seen, generation, wishId }, door) =>
    wishId === undefined
      ? `${door}: the ${by} was turned when it was first looked at, and begins nothing before it is turned back`
      : `${door}: the maintenance that ${by} asked for was refused, because ${seen === generation ? 'by the clock of this box its end has passed or lies too far' : 'somebody had changed it meanwhile'}`,
  'lockdown.refused': ({ by }, door) =>
    `${door}: the end of the lockdown that ${by} asked for was refused, because another had begun meanwhile`,
  'lockdown.changed': ({ lockdown: { active, by, reason } }, door) =>
    `${door}: lockdown ${active ? 'began' : 'ended'}${by === null ? '' : `, by ${by}`}${reason === null || reason === '' ? '' : ` (${reason})`}`,
};

const GOOD = new Set<FactKind>([
  'unlock.confirmed',
  'access.granted',
  'door.alarm_cleared',
  'board.found',
  'reader.found',
  'fire.reset',
  'update.kept',
]);
const BAD = new Set<FactKind>([
  'unlock.failed',
  'fire.raised',
  'board.lost',
  'reader.lost',
  'reader.tampered',
  'door.held_open',
  'clock.stepped',
  'journal.lost',
  'store.rebuilt',
  'snapshot.refused',
  'panel.locked_out',
  'update.undone',
]);
const isBad = (body: FactBody): boolean =>
  BAD.has(body.kind) ||
  (body.kind === 'door.opened' && !body.data.expected) ||
  (body.kind === 'lock.moved' && body.data.cause === 'unaccounted') ||
  (body.kind === 'access.released' && (body.data.outcome === 'relay_fault' || body.data.outcome === 'board_lost')) ||
  (body.kind === 'lockdown.changed' && body.data.lockdown.active);

/** One fact as staff read it. `doorName` gives the name of a door that is still configured, `who` what to call a person. */
export const describeFact = (
  { seq, wallMs, clockTrusted, body }: Fact,
  doorName: (id: string) => string | undefined,
  who: WhoIs = byNumber,
): DescribedFact => {
  const door = 'doorId' in body.data ? (doorName(body.data.doorId) ?? body.data.doorId) : '';
  // The table pairs each kind with its own data; TypeScript cannot follow that through the lookup.
  const say = WORDS[body.kind] as (data: FactBody['data'], door: string, who: WhoIs) => string;
  const tone = isBad(body) ? 'bad' : GOOD.has(body.kind) ? 'good' : 'plain';
  return { seq, wallMs, clockTrusted, text: say(body.data, door, who), tone };
};
