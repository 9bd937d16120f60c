import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { membersOf } from '../../partner/partner-console/partner-console.ports.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { scopesModule } from '../scopes/scopes.module.ts';
import { meterMembers } from './member-meter.repo.ts';
import { pushMembers } from './members.endpoints.ts';
import { membersFaults } from './members.faults.ts';
import { createMembersService } from './members.service.ts';

export { e164Of } from './member-phone.ts';
export type { MemberPhone } from './member-phones.ts';
export type { MembersService, StoredMember } from './members.service.ts';
export { planEnd, planStart } from './plan-dates.ts';

export const membersModule = defineModule('members', {
  needs: [partnersModule, scopesModule],
  owns: {
    member: 'never',
    member_windows: 'never',
    member_picture: 'never',
    member_push: 'never',
  },
  faults: membersFaults,
  create: ({ db, clock, random, objects, ingest, partners, scopes, log }) => ({
    members: createMembersService({ db, clock, random, objects, ingest, partners, scopes, log }),
  }),
})({
  endpoints: [pushMembers],
  answers: ({ members }) => [answer(membersOf, members.countsOf)],
  jobs: ({ members }) => [onSchedule('members.sweep-pictures', '11 * * * *', members.sweepPictures)],
  meters: () => ({ pricePerMemberDay: meterMembers }),
});
