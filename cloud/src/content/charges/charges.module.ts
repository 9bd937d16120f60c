import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { readCharges, readFacilityCharges, saveCharges } from './charges.endpoints.ts';
import { chargesFaults } from './charges.faults.ts';
import { createChargesService } from './charges.service.ts';

export const chargesModule = defineModule('charges', {
  needs: [organisationsModule],
  owns: {
    charges_config: copy('org_id revision charges overrides effective_on saved_by saved_at'),
  },
  faults: chargesFaults,
  create: ({ clock, organisations }) => ({
    charges: createChargesService({ clock, zones: bundledZones, organisations }),
  }),
})({
  endpoints: [saveCharges, readCharges, readFacilityCharges],
});
