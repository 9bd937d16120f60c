import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { listFacilities, listOrganisations } from './organisations.endpoints.ts';
import type { OrganisationsService } from './organisations.service.ts';

export type { OrganisationsService } from './organisations.service.ts';
export { createOrganisationsService } from './organisations.service.ts';

export const organisationsModule = (deps: { readonly organisations: OrganisationsService }): Module => ({
  name: 'organisations',
  owns: ['organisation', 'facility'],
  faults: {},
  endpoints: [mount(listOrganisations, deps), mount(listFacilities, deps)],
});
