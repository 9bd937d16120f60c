import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { readCharges, readFacilityCharges, saveCharges } from './charges.endpoints.ts';
import { chargesFaults } from './charges.faults.ts';
import { createChargesService } from './charges.service.ts';

export const chargesModule = defineModule('charges', {
  needs: [organisationsModule],
  owns: ['charges_config'],
  faults: chargesFaults,
  create: ({ clock, organisations }) => ({
    charges: createChargesService({ clock, zones: bundledZones, organisations }),
  }),
})({
  endpoints: [saveCharges, readCharges, readFacilityCharges],
});
