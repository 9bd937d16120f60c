import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { ping } from './partners.endpoints.ts';
import { partnersFaults } from './partners.faults.ts';

export type { PartnerCaller, PartnersService } from './partners.service.ts';
export { createPartnersService } from './partners.service.ts';

export const partnersModule = (): Module => ({
  name: 'partners',
  owns: ['partner', 'partner_organisation', 'partner_key', 'partner_integration'],
  faults: partnersFaults,
  endpoints: [mount(ping, undefined)],
});
