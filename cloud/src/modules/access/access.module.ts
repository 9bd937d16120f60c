import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { checkMemberAccess } from './access.endpoints.ts';
import { accessFaults } from './access.faults.ts';
import type { AccessService } from './access.service.ts';
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
  extendHold,
  flagPerson,
  linkMember,
  listPeople,
  makePerson,
  readPerson,
  unlinkMember,
} from './people.platform.endpoints.ts';
import { listPlanZones, mapPlanZone, readPolicy, setPolicy } from './rules.platform.endpoints.ts';

export type { AccessService } from './access.service.ts';
export { createAccessService } from './access.service.ts';
export type { PassRoom } from './pass-doors.ts';
export type { Ground, KnownPerson } from './records.ts';
export type { ChangedAccess } from './what-if.ts';

export const accessModule = (
  deps: Parameters<typeof checkMemberAccess.handle>[0] & {
    readonly access: AccessService;
    readonly partners: PartnersService;
    readonly warnings: WarningsService;
  },
): Module => ({
  name: 'access',
  owns: ['facility_person', 'person_member', 'access_grant', 'plan_zone', 'access_policy'],
  faults: accessFaults,
  endpoints: [
    mount(checkMemberAccess, deps),
    mount(readPolicy, deps),
    mount(setPolicy, deps),
    mount(listPlanZones, deps),
    mount(mapPlanZone, deps),
    mount(listGrants, deps),
    mount(giveGrant, deps),
    mount(revokeGrant, deps),
    mount(listPeople, deps),
    mount(makePerson, deps),
    mount(readPerson, deps),
    mount(linkMember, deps),
    mount(unlinkMember, deps),
    mount(flagPerson, deps),
    mount(extendHold, deps),
    mount(previewDisabling, deps),
    mount(setIntegration, deps),
    mount(listMembers, deps),
    mount(readMember, deps),
    mount(flagMember, deps),
    mount(listKeyMembers, deps),
    mount(listWarnedMembers, deps),
  ],
});
