import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { boxesModule } from '../boxes/boxes.module.ts';
import { warningsModule } from '../warnings/warnings.module.ts';
import { authorityCommands } from './authorities.control.ts';
import { postCertificate } from './authorities.endpoints.ts';
import { createAuthoritiesService } from './authorities.service.ts';

export type { AuthoritiesService } from './authorities.service.ts';

export const authoritiesModule = defineModule('authorities', {
  needs: [boxesModule, organisationsModule, warningsModule],
  owns: {
    facility_authority: 'never',
    certified_name: 'never',
  },
  create: ({ db, clock, boxes, organisations, warnings }) => ({
    authorities: createAuthoritiesService({ db, clock, boxes, organisations, warnings }),
  }),
})({
  endpoints: [postCertificate],
  operator: authorityCommands,
});
