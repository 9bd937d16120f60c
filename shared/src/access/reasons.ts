export interface ReasonText {
  /** For the person at the door. */
  readonly member: string;
  /** For staff: what it means and what would change it. */
  readonly staff: string;
}

/** Why a person does not get in: closed within a version. The order here is the order of the checks, then of the explanations. */
export const REASONS = {
  lockdown: {
    member: 'This door is locked down. Please contact the staff.',
    staff: 'The door is in lockdown, which only break-glass grants pass. Release the lockdown.',
  },
  maintenance_force_closed: {
    member: 'This door is out of service.',
    staff: 'Staff have forced the door closed. Set its maintenance mode to off.',
  },
  unknown_member: {
    member: 'We do not know this member here. Please ask the staff.',
    staff:
      'Nothing usable is stored for this member at this facility. Check the member id, and whether the partner has sent the member.',
  },
  unknown_credential: {
    member: 'This card or code is not known here. Please ask the staff.',
    staff: 'The credential belongs to nobody. Link it to a person.',
  },
  banned: {
    member: 'Your access was withdrawn. Please ask the staff.',
    staff: 'Staff have banned the person. No push of a partner lifts a ban: only staff do.',
  },
  member_disabled: {
    member: 'Your access is switched off. Please ask the staff.',
    staff: 'The person is disabled. Enable the person.',
  },
  access_blocked: {
    member: 'Your access is blocked. Please ask the staff.',
    staff: 'All access of the person is blocked. Lift the block.',
  },
  outside_geofence: {
    member: 'Please come to the door, allow your phone to share its place, and try again.',
    staff:
      'The facility takes requests from phones only within its radius, and this one sent no place, a vague one, or one outside.',
  },
  snapshot_too_old: {
    member: 'This door has had no connection for too long. Please ask the staff.',
    staff:
      'The box has not heard from the cloud for longer than the facility allows. Restore its connection. Break-glass grants still open.',
  },
  clock_untrusted: {
    member: 'This door is not sure of the time. Please try again shortly or ask the staff.',
    staff:
      'The box does not know the time well enough: at some of the possible times the person may enter, at others not. It needs NTP or the cloud.',
  },
  outside_hours: {
    member: 'You can enter here, but not now.',
    staff:
      'A plan, window or grant opens this door to the person at other times. The next opening is shown where there is one.',
  },
  status_denied: {
    member: 'Your membership is not active at the moment. Please ask the staff.',
    staff:
      'The partner’s status of the membership is one that the facility denies. The partner changes the status, or the facility its status map.',
  },
  plan_ended: {
    member: 'Your membership has ended.',
    staff: 'The plan that opened this door has ended, and the days of grace are over. Renew it.',
  },
  source_suspended: {
    member: 'Your access is being checked. Please ask the staff.',
    staff:
      'What would open this door comes from an integration that the facility has disabled. Enable it, or grant access here.',
  },
  scope_unmapped: {
    member: 'Your access is not set up for this door yet. Please ask the staff.',
    staff:
      'The person has a window or plan zone that is not mapped to any door here, or whose mapping is disabled. Map it.',
  },
  no_grant: {
    member: 'You have no access to this door.',
    staff: 'No grant, plan or window of the person covers this door.',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;

export type DenyReason = keyof typeof REASONS;
