import type { Module } from '../../http/module.ts';

export type { MembersService } from './members.service.ts';
export { createMembersService } from './members.service.ts';

export const membersModule = (): Module => ({ name: 'members', owns: ['member'], faults: {}, endpoints: [] });
