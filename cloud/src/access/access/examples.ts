import type { z } from 'zod';
import { BY_SAM } from '../../platform/users/actor-surface.ts';
import type { GrantView } from './grant-view.ts';
import type { MemberView, WholeMemberView } from './member-shape.ts';
import type { PersonView } from './person-view.ts';

export const PARTNER = 'ptr_0123456789abcdef';

/** A member of two partners, at whose coming doors stay released for longer. */
export const ADA: z.output<typeof PersonView> = {
  personId: 'per_0123456789abcdef',
  banned: false,
  disabled: false,
  blockAllAccess: false,
  extendedHold: true,
  reason: '',
  changedBy: BY_SAM,
  changedAt: '2026-01-01T09:30:00.000Z',
  members: [
    { partnerId: PARTNER, memberId: 'M-1001' },
    { partnerId: 'ptr_fedcba9876543210', memberId: 'A-77' },
  ],
};
/** Somebody who is banned. */
export const BO: z.output<typeof PersonView> = {
  personId: 'per_fedcba9876543210',
  banned: true,
  disabled: false,
  blockAllAccess: false,
  extendedHold: false,
  reason: 'Threw weights',
  changedBy: BY_SAM,
  changedAt: '2026-01-03T18:05:00.000Z',
  members: [{ partnerId: PARTNER, memberId: 'M-1002' }],
};

export const A_GRANT: z.output<typeof GrantView> = {
  grantId: 'grt_0123456789abcdef',
  personId: ADA.personId,
  target: { to: 'doors', doorIds: ['door_0123456789abcdef' as never] },
  from: '2026-01-31T14:00:00.000Z',
  until: '2026-02-28T14:00:00.000Z',
  breakGlass: true,
  reason: 'First aider',
  grantedBy: BY_SAM,
  grantedAt: '2026-01-01T09:35:00.000Z',
};

export const A_MEMBER: z.output<typeof MemberView> = {
  partnerId: PARTNER,
  memberId: 'M-1001',
  firstName: 'Ada',
  lastName: 'Byron',
  email: null,
  membershipStatus: 'current',
  storedAt: '2026-03-01T09:30:02.000Z',
  person: ADA,
};
export const A_WHOLE_MEMBER: z.output<typeof WholeMemberView> = {
  ...A_MEMBER,
  mobilePhone: '+61 7 3000 0000',
  address: null,
  dateOfBirth: null,
  gender: null,
  type: null,
  tags: [],
  hasPicture: false,
  plans: [
    {
      planId: 'P-GOLD',
      name: 'Gold',
      startDate: '2026-01-01T00:00:00+10:00',
      endDate: null,
      status: 'current',
      isCurrent: true,
    },
  ],
  windowsRevision: 1,
  windows: [
    {
      external_id: 'trial-day',
      kind: 'absolute',
      timezone: 'UTC',
      from: 1_772_323_200,
      to: 1_772_409_600,
      scope_key: 'pool',
    },
  ],
  grants: [A_GRANT],
};
