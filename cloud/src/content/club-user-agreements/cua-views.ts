import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { BY_SAM, By } from '../../platform/users/actor-surface.ts';
import { AT_FACILITY } from '../../platform/users/facility-surface.ts';
import type { CuaRow } from './club-user-agreements.repo.ts';
import { CUA_STATES, type CuaState } from './cua-states.ts';

/** What the graph calls it. */
export const CLUB_USER_AGREEMENT = 'ClubUserAgreement';

export const state = z
  .enum(CUA_STATES)
  .describe(
    '`draft`: nothing was sent. `sent`, then `viewed`: they have a link. `signed` or `declined`: they have decided. `expired`: the link has ended before. `withdrawn`: it is not asked any more. `ended`: it was signed, and holds no longer.',
  );

export const ClubUserAgreement = z
  .object({
    cuaId: z.string().describe('The agreement with somebody: `cua_` and 16 characters.'),
    agreementId: z.string().describe('What they are asked for.'),
    version: z.int().describe('Which version of it.'),
    facilityId: FacilityId.describe('The club that asks.'),
    subject: z
      .object({
        kind: z
          .enum(['user', 'member', 'other'])
          .describe('Who it is: a user, a member of a partner, or anybody else.'),
        userId: z.string().nullable().describe('The user; null: it is none.'),
        partnerId: z.string().nullable().describe('The partner whose member it is; null: it is none.'),
        memberId: z.string().nullable().describe('The member, by the partner’s own id; null: it is none.'),
        name: z.string().describe('What they were called as they were asked.'),
      })
      .describe('Whom it is asked of.'),
    deliver: z.enum(['email', 'sms', 'desk']).describe('How they get the link.'),
    state,
    linkEndsAt: z.iso.datetime().nullable().describe('When the link ends (UTC); null: none was made.'),
    endsOn: z.iso.date().nullable().describe('The last day on which it holds once it is signed; null: it goes on.'),
    createdBy: By,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: CLUB_USER_AGREEMENT });

export const A_CUA: z.input<typeof ClubUserAgreement> = {
  cuaId: 'cua_0123456789abcdef',
  agreementId: 'agr_0123456789abcdef',
  version: 1,
  facilityId: AT_FACILITY.facilityId,
  subject: { kind: 'other', userId: null, partnerId: null, memberId: null, name: 'Ada Byron' },
  deliver: 'email',
  state: 'sent',
  linkEndsAt: '2026-02-14T09:30:00.000Z',
  endsOn: null,
  createdBy: BY_SAM,
  createdAt: '2026-01-31T09:30:00.000Z',
};

/** Without the address that they were written to. */
export const viewOf = (row: CuaRow, now: CuaState) => ({
  cuaId: row.id,
  agreementId: row.agreement_id,
  version: Number(row.version_number),
  facilityId: row.facility_id,
  subject: {
    kind: row.user_id !== null ? ('user' as const) : row.member_id !== null ? ('member' as const) : ('other' as const),
    userId: row.user_id,
    partnerId: row.partner_id,
    memberId: row.member_id,
    name: row.name,
  },
  deliver: row.deliver,
  state: now,
  linkEndsAt: row.link_ends_at === null ? null : isoOf(Number(row.link_ends_at)),
  endsOn: row.ends_on,
  createdBy: row.created_by,
  createdAt: isoOf(Number(row.created_at)),
});
