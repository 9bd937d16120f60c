import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { addClub, type ClubDeps, fillInClub, moveClub } from './clubs.endpoints.ts';
import { listFacilities, listOrganisations } from './organisations.endpoints.ts';
import { organisationsFaults } from './organisations.faults.ts';
import type { OrganisationsService } from './organisations.service.ts';

export type { OrganisationsService } from './organisations.service.ts';
export { createOrganisationsService } from './organisations.service.ts';

export const organisationsModule = (deps: ClubDeps & { readonly organisations: OrganisationsService }): Module => ({
  name: 'organisations',
  owns: ['organisation', 'facility'],
  faults: organisationsFaults,
  endpoints: [
    mount(listOrganisations, deps),
    mount(listFacilities, deps),
    mount(addClub, deps),
    mount(fillInClub, deps),
    mount(moveClub, deps),
  ],
});
