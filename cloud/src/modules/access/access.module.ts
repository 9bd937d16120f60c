import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { checkMemberAccess } from './access.endpoints.ts';
import { accessFaults } from './access.faults.ts';

export type { AccessService } from './access.service.ts';
export { createAccessService } from './access.service.ts';
export type { PassRoom } from './pass-doors.ts';
export type { Ground, KnownPerson } from './records.ts';

export const accessModule = (deps: Parameters<typeof checkMemberAccess.handle>[0]): Module => ({
  name: 'access',
  owns: ['facility_person', 'person_member', 'access_grant', 'plan_zone', 'access_policy'],
  faults: accessFaults,
  endpoints: [mount(checkMemberAccess, deps)],
});
