import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { membersModule } from '../members/members.module.ts';
import { plansModule } from '../plans/plans.module.ts';
import { scopesModule } from '../scopes/scopes.module.ts';
import { namesScope } from '../scopes/scopes.ports.ts';
import { accessCommands } from './access.control.ts';
import { checkMemberAccess } from './access.endpoints.ts';
import { accessFaults } from './access.faults.ts';
import { eraseCredentials, memberBarred, readCredentials } from './access.ports.ts';
import { createAccessService } from './access.service.ts';
import { giveGrant, listGrants, revokeGrant } from './grants.platform.endpoints.ts';
import { previewDisabling, setIntegration } from './integrations.platform.endpoints.ts';
import {
  flagMember,
  listKeyMembers,
  listMembers,
  listWarnedMembers,
  readMember,
} from './members.platform.endpoints.ts';
import {
  flagPerson,
  linkMember,
  listPeople,
  makePerson,
  readPerson,
  setExtendedUnlock,
  unlinkMember,
} from './people.platform.endpoints.ts';
import { listPlanZones, mapPlanZone, readPolicy, setPolicy } from './rules.platform.endpoints.ts';

export type { AccessService } from './access.service.ts';
export type { CalendarOf, CalendarStretch } from './calendar-of.ts';
export type { PassRoom } from './pass-doors.ts';
export type { Ground, KnownPerson } from './records.ts';
export type { ChangedAccess } from './what-if.ts';

export const accessModule = defineModule('access', {
  needs: [organisationsModule, partnersModule, doorsModule, warningsModule, scopesModule, plansModule, membersModule],
  owns: {
    facility_person: 'never',
    person_member: 'never',
    access_grant: 'never',
    plan_zone: 'never',
    access_policy: 'never',
  },
  faults: accessFaults,
  asks: { readCredentials, eraseCredentials },
  emits: { barred: memberBarred },
  create: ({ db, clock, random, organisations, scopes, plans, members, barred, ...deps }) => ({
    access: createAccessService({
      db,
      clock,
      random,
      zones: bundledZones(),
      organisations,
      scopes,
      plans,
      members,
      barred,
      personStore: { read: deps.readCredentials, erase: deps.eraseCredentials },
    }),
  }),
})({
  endpoints: [
    checkMemberAccess,
    readPolicy,
    setPolicy,
    listPlanZones,
    mapPlanZone,
    listGrants,
    giveGrant,
    revokeGrant,
    listPeople,
    makePerson,
    readPerson,
    linkMember,
    unlinkMember,
    flagPerson,
    setExtendedUnlock,
    previewDisabling,
    setIntegration,
    listMembers,
    readMember,
    flagMember,
    listKeyMembers,
    listWarnedMembers,
  ],
  answers: ({ access }) => [answer(namesScope, access.namesScope)],
  operator: accessCommands,
});
