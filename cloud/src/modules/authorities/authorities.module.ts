import type { Module } from '../../http/module.ts';

export type { AuthoritiesService } from './authorities.service.ts';
export { createAuthoritiesService } from './authorities.service.ts';

export const authoritiesModule = (): Module => ({
  name: 'authorities',
  owns: ['facility_authority', 'certified_name'],
  faults: {},
  endpoints: [],
});
