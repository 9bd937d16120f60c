import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { strangersTo } from '../../platform/organisations/organisations.ports.ts';
import { retentionPolicy } from '../../platform/retention/retention.ports.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { ownerOfPartnerKey } from '../../platform/users/users.ports.ts';
import { listIntegratedFacilities, listIntegrations } from './integrations.platform.endpoints.ts';
import { consentToKey, listKeysAtOrganisation, withdrawConsent } from './key-reach.platform.endpoints.ts';
import { listFacilities, listOrganisations } from './organisations.endpoints.ts';
import { listPartnerContacts, setPartnerContacts } from './partner-contacts.platform.endpoints.ts';
import {
  createPartnerKey,
  listPartnerKeys,
  listPartnerRequests,
  revokePartnerKey,
  rotatePartnerKey,
} from './partner-keys.platform.endpoints.ts';
import { authenticatePartner, identifyPartner, partnerSurface } from './partner-surface.ts';
import { partnerCommands } from './partners.control.ts';
import { ping } from './partners.endpoints.ts';
import { partnersFaults } from './partners.faults.ts';
import {
  createPartner,
  listPartners,
  readPartner,
  setPartnerOrganisations,
  setPartnerRateLimits,
  updatePartner,
} from './partners.platform.endpoints.ts';
import { integrationChanged, integrationOff, sessionLives } from './partners.ports.ts';
import { createPartnersService } from './partners.service.ts';

export { accountGate, anAccount } from './an-account.ts';
export { A_KEY, A_MADE_KEY, A_REQUEST, A_ROTATED_KEY } from './examples.ts';
export { Key, KeyLabel, KeyType, listedKey, MadeKey } from './key-views.ts';
export type { LinkingMethod, SeenLinking, SeenSettings } from './linking-change.ts';
export type { AccountReach } from './partner-accounts.ts';
export {
  A_CONTACT,
  Contacts,
  ListedContact,
  listedContact,
  type PartnerContact,
} from './partner-contacts.ts';
export type { LinkedFacilityState, LinkedOrganisation } from './partner-links.ts';
export { A_PROFILE, PartnerProfile } from './partner-profile.ts';
export { PartnerSettings } from './partner-settings.ts';
export type { PartnerCaller, PartnersService } from './partners.service.ts';
export type { Remark } from './remarks.ts';
export {
  Exchange,
  keptExchange,
  LoggedRequest,
  loggedRequest,
  Remarks,
  remarksIn,
  requestFilters,
} from './request-views.ts';

export const partnersModule = defineModule('partners', {
  needs: [usersModule, organisationsModule],
  owns: {
    partner: copy('id name linking_method linking_label rate_limits prefix custom_fields website', {
      mask: { outage_email: 'email', security_email: 'email' },
    }),
    partner_organisation: 'never',
    partner_organisation_ended: 'never',
    partner_contact: 'never',
    partner_key: 'never',
    partner_key_organisation: 'never',
    partner_integration: 'never',
    partner_remark: 'never',
  },
  faults: partnersFaults,
  asks: { integrationOff, sessionLives },
  emits: { integrationChanged },
  create: ({ db, clock, random, integrationOff, sessionLives, integrationChanged: accessChanged, declared }) => ({
    partners: createPartnersService({ db, clock, random, integrationOff, sessionLives, accessChanged }),
    partnerEndpoints: () => new Set(declared.filter(({ surface }) => surface === partnerSurface).map(({ id }) => id)),
  }),
})({
  endpoints: [
    ping,
    listOrganisations,
    listFacilities,
    listPartners,
    createPartner,
    readPartner,
    updatePartner,
    setPartnerOrganisations,
    setPartnerRateLimits,
    listPartnerContacts,
    setPartnerContacts,
    listPartnerKeys,
    createPartnerKey,
    rotatePartnerKey,
    revokePartnerKey,
    listKeysAtOrganisation,
    consentToKey,
    withdrawConsent,
    listPartnerRequests,
    listIntegrations,
    listIntegratedFacilities,
  ],
  surfaces: (deps) => [
    { on: 'partner', ...serveSurface(partnerSurface, authenticatePartner(deps), identifyPartner(deps)) },
  ],
  answers: ({ partners }) => [answer(strangersTo, partners.strangersTo), answer(ownerOfPartnerKey, partners.recognise)],
  close: ({ partners }) => partners.close(),
  retention: ({ partners }) => [
    retentionPolicy(
      'partner_remark',
      'what was skipped and ignored of partners’ batches',
      [1, 7, 30],
      partners.forgetRemarksBefore,
    ),
  ],
  personalData: ({ partners }) => [partners.remarkStore],
  operator: partnerCommands,
});
