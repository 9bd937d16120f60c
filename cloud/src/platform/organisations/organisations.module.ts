import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { addFacility, moveFacility, updateFacility } from './facilities.endpoints.ts';
import { organisationCommands } from './organisations.control.ts';
import { organisationsFaults } from './organisations.faults.ts';
import { serialsTakenIn, strangersTo } from './organisations.ports.ts';
import { createOrganisationsService } from './organisations.service.ts';
import { addOrg, listOrgs, readOrg, renameOrg } from './orgs.endpoints.ts';

export { PlaceData, placeOf, SocialLinks } from './facility-fields.ts';
export type { OrganisationsService } from './organisations.service.ts';

export const organisationsModule = defineModule('organisations', {
  owns: {
    organisation: copy('id name archived_at'),
    facility: copy(
      'id org_id name brand website_url timezone social_links place_data latitude longitude template archived_at',
    ),
  },
  faults: organisationsFaults,
  asks: { strangersTo, serialsTakenIn },
  create: ({ db, random }) => ({ organisations: createOrganisationsService({ db, random }) }),
})({
  endpoints: [addFacility, updateFacility, moveFacility, listOrgs, readOrg, addOrg, renameOrg],
  operator: organisationCommands,
});
