import { Days } from '@gatehouse/shared/time/duration.ts';
import { repliesRepo } from './http/replies.repo.ts';
import { REPLIES_KEPT } from './http/replies.ts';
import { requestLogRepo } from './http/request-log.repo.ts';
import type { Retained } from './retention.ts';
import type { Services } from './services.ts';

/** What is forgotten after a while, and after how long. */
export const retainedOf = ({ audit, doors, entries, events, mail, passes }: Services): readonly Retained[] => [
  { name: 'partner_event', keep: Days(30), deleteBefore: events.forgetBefore },
  { name: 'door_wish', keep: Days(90), deleteBefore: doors.forgetWishesBefore },
  // Longer than a box is cut off and still tells what passes did there.
  { name: 'outage_pass', keep: Days(60), deleteBefore: passes.forgetBefore },
  { name: 'local_entry', keep: Days(60), deleteBefore: entries.forgetBefore },
  { name: 'audit_entry', keep: audit.keep, deleteBefore: audit.forgetBefore },
  { name: 'mail', keep: Days(30), deleteBefore: mail.forgetBefore },
  { name: 'http_reply', keep: REPLIES_KEPT, deleteBefore: (tx, at, limit) => repliesRepo(tx).deleteBefore(at, limit) },
  {
    name: 'request_log',
    keep: Days(30),
    deleteBefore: (tx, at, limit) => requestLogRepo(tx).deleteBefore(at, limit),
  },
];
