import type { Warning } from '../client/platform-api.gen.ts';
import { counted, listed } from './counting.ts';

/** What is warned of, as a headline. A kind that is newer than this page is shown by its name. */
const KINDS: Readonly<Record<string, string>> = {
  unlock_confirmed_late: 'A door opened after its caller had been told that it did not',
  relay_fault_repeated: 'A lock did not move, several times in a row',
  idempotency_key_reused: 'A partner used one key for two members',
  journal_chain_broken: 'The record of a box is not the one that it was',
  journal_gap: 'Entries are missing in the record of a box',
  journal_facts_gone: 'Entries in the record of a box are lost',
  journal_foreign_door: 'A box tells of a door that it does not have',
  box_cloned: 'Two boxes say that they are the same',
  box_disk_full: 'A box cannot write its record',
  box_store_lost: 'A box has lost something that it kept',
  certificate_refused: 'A box did not get a certificate',
  scope_key_opens_nothing: 'Members have access that opens no door here',
  scope_keys_too_many: 'A partner uses more scope keys than can be kept',
  status_without_meaning: 'Members have a status that nobody has given a meaning',
  sync_refused: 'The data of a partner is being refused',
  snapshot_differs: 'A box goes by other rules than it should',
  panel_guessed_at: 'Somebody tries PINs at the panel of a box',
  ban_of_nobody: 'A box banned somebody whom nobody knows',
  box_configuration_differs: 'A box does not do as it was configured',
  door_override_refused: 'A box refused what staff had asked of a door',
  lockdown_not_taken: 'A door has not taken a lockdown',
  restored: 'The database was restored, and differences wait to be confirmed',
  banned_person_let_in: 'A partner let in somebody who is banned',
  webhook_disabled: 'A webhook was switched off',
  door_forced_open: 'A door was forced open',
  door_held_open: 'A door stands open for too long',
  fire_raised: 'A door is released by the fire alarm',
  reader_tampered: 'Somebody opened the housing of a reader',
  board_lost: 'The board of a lock does not answer',
  box_offline: 'A box with doors is offline',
};

/** The words of the warnings of a facility. */
export const warningWords = {
  looking: 'the warnings',
  others: 'Other warnings',
  which: 'Which',
  states: { open: 'Open', closed: 'Closed', all: 'All' } satisfies Readonly<Record<string, string>>,
  none: 'Nothing to look at',
  noneMore: 'Warnings come by themselves, and most go by themselves once their cause is gone.',
  noneClosed: 'None was closed yet',
  noneClosedMore: 'What is over stands here.',
  older: 'Show older',
  kind: (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' '),
  /** `3 times since Mon 3 Nov 07:42, last 2 minutes ago`. */
  happened: (count: number, since: string, lastAgo: string): string =>
    count === 1
      ? `Since ${since}, last seen ${lastAgo}`
      : `${counted(count, 'time', 'times')} since ${since}, last ${lastAgo}`,
  closedBy: (by: Warning['closedBy'], when: string): string =>
    by === null ? `Over by itself, ${when}` : `Closed by ${by.name ?? by.id}, ${when}`,
  lookedAfter: (by: Warning['acknowledgedBy'], when: string): string =>
    `${by?.name ?? by?.id ?? 'Somebody'} looks after it since ${when}`,
  lookAfter: 'I look after it',
  lookedAfterNow: 'It is on record that you look after it.',
  close: 'Close it',
  closed: 'The warning is closed.',
  byItself: 'It closes by itself once its cause is gone.',
  whom: 'Whom it hurts',
  lookingAtMembers: 'whom it hurts',
  nobody: 'Nobody any more',
  andMore: 'and more',
  mapHere: 'Say what it opens here',
  /** Of a scope key or a zone: what was chosen is in force, or soon will be. */
  mapped: (name: string): string => `${name} is mapped. Boxes hear of it now.`,
  zonesTitle: 'Zones of plans that nobody has mapped',
  zonesMore: 'Members of these plans do not get in where the zone should let them.',
  lookingAtZones: 'the zones of plans',
  zone: (name: string): string => `Zone ${name}`,
  ofPlans: (names: readonly string[]): string =>
    names.length === 0
      ? 'No plan names it now'
      : `Named by ${listed(names.slice(0, 3))}${names.length > 3 ? ' and others' : ''}`,
  opens: 'What does it open?',
  targets: {
    facility: 'Every door here',
    doors: 'Some doors',
    scopes: 'Access scopes',
    none: 'Nothing, on purpose',
  } satisfies Readonly<Record<string, string>>,
  lookingAtDoors: 'the doors',
  chooseOne: 'Choose what it opens.',
  chooseSome: 'Choose one at least.',
  noScopes: 'There are no access scopes here yet.',
  map: 'Map it',
} as const;
