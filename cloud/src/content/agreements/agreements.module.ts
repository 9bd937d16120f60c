import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { webhooksModule } from '../../operation/webhooks/webhooks.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { attachmentsModule } from '../attachments/attachments.module.ts';
import { listAgreements, listCuaConfigs } from './agreements.endpoints.ts';
import { agreementsFaults } from './agreements.faults.ts';
import { agreementSigned } from './agreements.ports.ts';
import { createAgreementsService } from './agreements.service.ts';
import {
  listClubAgreements,
  listForPeople,
  readAttachment,
  readDocument,
  readOutstanding,
} from './club-agreements.endpoints.ts';
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
export { browserOf, signedFacts } from './evidence.ts';

export const agreementsModule = defineModule('agreements', {
  needs: [organisationsModule, usersModule, webhooksModule, attachmentsModule],
  owns: {
    agreement: copy(
      'id org_id title title_key kind state audience current_version cua_config revision created_by created_at changed_by changed_at',
    ),
    agreement_audience: copy('agreement_id scope scope_id'),
    agreement_draft: copy('agreement_id content saved_by saved_at'),
    agreement_version: copy(
      'id agreement_id number title requirement body_md attachments change_note reacknowledge counts_from effective_on sha256 published_by published_at',
      { onlyGrows: true },
    ),
    agreement_variation: copy(
      'agreement_id facility_id revision clauses note from_on until_on sha256 made_by made_at',
      { onlyGrows: true },
    ),
    agreement_signature: 'never',
  },
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
    listForPeople,
    readDocument,
    readAttachment,
    signAgreement,
  ],
});
