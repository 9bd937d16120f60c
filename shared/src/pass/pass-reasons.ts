import type { ReasonText } from '../access/reasons.ts';

/** Why an outage pass does not open a door: closed within a version, beside the reasons of `decide`. */
export const PASS_REASONS = {
  pass_unreadable: {
    member: 'This pass cannot be read. Please show it again.',
    staff: 'The text is no pass, or nobody whom this facility trusts has signed it.',
  },
  pass_elsewhere: {
    member: 'This pass is not for this door.',
    staff: 'The pass names another facility, or other doors.',
  },
  pass_not_yet: {
    member: 'This pass is not valid yet.',
    staff: 'The pass begins later, or this box cannot be sure that it has begun.',
  },
  pass_expired: {
    member: 'This pass is over. Please get a new one.',
    staff: 'The pass has ended, or this box cannot be sure that it has not.',
  },
  pass_revoked: {
    member: 'This pass was taken back. Please ask the staff.',
    staff: 'The pass was revoked. Issue another one if it should count.',
  },
  pass_code_old: {
    member: 'This code has changed. Please show the pass on your phone, not a picture of it.',
    staff: 'The code on the pass was not of this moment, was not made by the phone of the pass, or was shown before.',
  },
  pass_used_up: {
    member: 'This pass is used up. Please ask the staff.',
    staff: 'The pass has opened doors of this box as often as it may.',
  },
  pass_not_kept: {
    member: 'This door cannot take passes right now. Please ask the staff.',
    staff:
      'The box could not write down that the pass was used, so it could be used without end: its disk is full or broken.',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;
export type PassReason = keyof typeof PASS_REASONS;
