import type { DenyReason } from '@gatehouse/shared/access/reasons.ts';

/** Why somebody was refused, as a headline. The list is closed: a new reason does not compile before it has words. */
const REFUSED: Readonly<Record<DenyReason, string>> = {
  lockdown: 'The door is locked down',
  maintenance_force_closed: 'Staff keep this door closed',
  unknown_member: 'Nobody here knows this member',
  unknown_credential: 'This card or code belongs to nobody',
  banned: 'Banned by staff',
  member_disabled: 'Switched off by staff',
  access_blocked: 'Blocked by staff',
  outside_geofence: 'The phone was too far from the door',
  snapshot_too_old: 'The door has not heard from the cloud for too long',
  clock_untrusted: 'The door does not know what time it is',
  outside_hours: 'Not at this time of day',
  status_denied: 'The membership is not active',
  plan_ended: 'The membership has ended',
  source_suspended: 'The integration is switched off here',
  scope_unmapped: 'Not set up for this door yet',
  no_grant: 'Nothing gives access to this door',
};

/** The words of who was refused. */
export const refusalWords = {
  refused: (reason: string): string => REFUSED[reason as DenyReason] ?? reason.replaceAll('_', ' '),
  refusedAgo: (ago: string): string => `Refused ${ago}`,
} as const;
