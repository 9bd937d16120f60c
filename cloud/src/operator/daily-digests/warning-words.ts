import type { WarningKind } from '../../sites/warnings/warnings.service.ts';
import { named } from './email.ts';

const WORDS: Record<WarningKind, string> = {
  unlock_confirmed_late: 'A door moved after its caller was told of a timeout',
  relay_fault_repeated: 'A lock did not move several times in a row',
  idempotency_key_reused: 'A partner sent one idempotency key for two members',
  journal_chain_broken: 'The journal of a box is not the chain it was',
  journal_gap: 'Numbers are missing in the journal of a box',
  journal_foreign_door: 'A box tells of a door that it never had',
  journal_facts_gone: 'Facts of a box are lost',
  box_cloned: 'Two boxes have one identity',
  certificate_refused: 'A box does not get the certificate for its LAN that it asks for',
  box_disk_full: 'A box cannot write its journal',
  box_store_lost: 'A box has lost something that it kept',
  scope_key_opens_nothing: 'A scope key opens no door',
  scope_keys_too_many: 'A partner sends too many scope keys',
  status_without_meaning: 'Members have a status without a meaning',
  sync_refused: 'Data of a partner is refused',
  snapshot_differs: 'A box goes by other rules than it should',
  panel_guessed_at: 'Somebody guesses PINs at a panel',
  ban_of_nobody: 'A box banned somebody whom nobody knows',
  box_configuration_differs: 'A box does not drive what it should',
  lockdown_not_taken: 'A door did not lock down',
  restored: 'The cloud was restored from a backup',
  door_override_refused: 'A box refused what was asked of a door',
  banned_person_let_in: 'A partner let in somebody who is banned',
  webhook_disabled: 'A webhook is disabled',
  door_forced_open: 'A door was forced open',
  door_held_open: 'A door stands open for too long',
  fire_raised: 'A door is released by the fire alarm',
  reader_tampered: 'Somebody opened the housing of a reader',
  board_lost: 'The board of a lock does not answer',
  box_offline: 'A box with doors is offline',
  ledger_differs: 'A balance is not the sum of its transfers',
};

/** Warnings that are about a person, who must not be named in an e-mail. */
const OF_A_PERSON: readonly string[] = ['banned_person_let_in'] satisfies WarningKind[];
/** They are about a word of the partner's. */
const OF_A_WORD: readonly string[] = ['scope_key_opens_nothing', 'status_without_meaning'] satisfies WarningKind[];

/** The id of the door, the box, the partner that a warning is about: what may follow is an epoch, a number or a word. */
export const thingOf = (subject: string): string => subject.split('/', 1)[0] ?? '';

/** The subject of a warning, by name where it has one. People appear neither by name nor by id. */
export const aboutOf = ({ kind, subject, name }: { kind: string; subject: string; name: string | null }): string => {
  if (OF_A_PERSON.includes(kind)) return '';
  const thing = thingOf(subject);
  const word = OF_A_WORD.includes(kind) ? `: ${named(subject.slice(thing.length + 1))}` : '';
  return ` (${named(name ?? thing)}${word})`;
};

/** The text of a kind of warning in an e-mail. The warning's own message may name a person, so it is not sent. */
export const wordsOf = (kind: string): string => (kind in WORDS ? WORDS[kind as WarningKind] : kind);
