import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { pushMembers } from './members.endpoints.ts';
import { membersFaults } from './members.faults.ts';
import type { MembersService } from './members.service.ts';

export type { MemberStore, StoredMemberRef } from './member-store.ts';
export { NOBODY } from './member-store.ts';
export type { MembersService, StoredMember } from './members.service.ts';
export { createMembersService } from './members.service.ts';
export { planEnd, planStart } from './plan-dates.ts';

export const membersModule = (deps: { readonly members: MembersService }): Module => ({
  name: 'members',
  owns: ['member', 'member_windows', 'member_picture', 'member_push'],
  faults: membersFaults,
  endpoints: [mount(pushMembers, deps)],
});
