import type { ReasonText } from '@gatehouse/shared/access/reasons.ts';

/** Why a PIN does not open a door: closed within a version, beside the reasons of `decide`. */
export const PIN_REASONS = {
  pin_needed: {
    member: 'Please enter your PIN.',
    staff: 'The card or number counts only together with its PIN.',
  },
  pin_wrong: {
    member: 'The number or the PIN is not right.',
    staff: 'The PIN was not the person’s, the person has none, or nobody has the number.',
  },
  pin_locked_out: {
    member: 'Too many wrong PINs. Please wait a few minutes or ask the staff.',
    staff: 'Too many wrong PINs of this person, or at this door, within 15 minutes. Cards without a PIN still work.',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;
export type PinReason = keyof typeof PIN_REASONS;
