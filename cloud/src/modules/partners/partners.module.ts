import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { listIntegrations } from './integrations.platform.endpoints.ts';
import { consentToKey, listKeysAtOrganisation, withdrawConsent } from './key-reach.platform.endpoints.ts';
import {
  createPartnerKey,
  listPartnerKeys,
  listPartnerRequests,
  revokePartnerKey,
  rotatePartnerKey,
} from './partner-keys.platform.endpoints.ts';
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
import type { PartnersService } from './partners.service.ts';

export type { AccountReach } from './partner-accounts.ts';
export type { PartnerCaller, PartnersService } from './partners.service.ts';
export { createPartnersService } from './partners.service.ts';
export type { Remark } from './remarks.ts';

export const partnersModule = (
  deps: Parameters<typeof createPartner.handle>[0] & { readonly partners: PartnersService },
): Module => ({
  name: 'partners',
  owns: [
    'partner',
    'partner_organisation',
    'partner_key',
    'partner_key_organisation',
    'partner_integration',
    'partner_remark',
  ],
  faults: partnersFaults,
  endpoints: [
    mount(ping, undefined),
    mount(listPartners, deps),
    mount(createPartner, deps),
    mount(readPartner, deps),
    mount(updatePartner, deps),
    mount(setPartnerOrganisations, deps),
    mount(setPartnerRateLimits, deps),
    mount(listPartnerKeys, deps),
    mount(createPartnerKey, deps),
    mount(rotatePartnerKey, deps),
    mount(revokePartnerKey, deps),
    mount(listKeysAtOrganisation, deps),
    mount(consentToKey, deps),
    mount(withdrawConsent, deps),
    mount(listPartnerRequests, deps),
    mount(listIntegrations, deps),
  ],
});
