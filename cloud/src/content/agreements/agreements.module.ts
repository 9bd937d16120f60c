import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { webhooksModule } from '../../operation/webhooks/webhooks.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { attachmentsModule } from '../attachments/attachments.module.ts';
import { listAgreements, listCuaConfigs } from './agreements.endpoints.ts';
import { agreementsFaults } from './agreements.faults.ts';
import { agreementSigned } from './agreements.ports.ts';
import { createAgreementsService } from './agreements.service.ts';
import { listClubAgreements, readAttachment, readDocument, readOutstanding } from './club-agreements.endpoints.ts';
import { readAgreement } from './read-agreement.endpoints.ts';
import { saveAgreement } from './save-agreement.endpoints.ts';
import { signAgreement } from './signing.endpoints.ts';
import { listVariations, putVariation } from './variations.endpoints.ts';

export { agreementsFault, agreementsFaults } from './agreements.faults.ts';
export { agreementSigned } from './agreements.ports.ts';
export type { AgreementsService } from './agreements.service.ts';
export type { Requirement } from './agreements.tables.ts';
export type { CuaConfig } from './cua-config.ts';
export { sha256Of } from './document.ts';
export { Drawing } from './drawing.ts';
export { dayIn, localTime, type Zones } from './local-days.ts';

export const agreementsModule = defineModule('agreements', {
  needs: [organisationsModule, usersModule, webhooksModule, attachmentsModule],
  owns: [
    'agreement',
    'agreement_audience',
    'agreement_draft',
    'agreement_version',
    'agreement_variation',
    'agreement_signature',
  ],
  faults: agreementsFaults,
  emits: { signed: agreementSigned },
  create: (deps) => ({ agreements: createAgreementsService({ ...deps, zones: bundledZones() }) }),
})({
  endpoints: [
    listAgreements,
    readAgreement,
    saveAgreement,
    listVariations,
    putVariation,
    listCuaConfigs,
    readOutstanding,
    listClubAgreements,
    readDocument,
    readAttachment,
    signAgreement,
  ],
});
