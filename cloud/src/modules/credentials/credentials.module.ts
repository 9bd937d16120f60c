import type { Module } from '../../http/module.ts';
import { credentialsFaults } from './credentials.faults.ts';

export type { CredentialsService } from './credentials.service.ts';
export { createCredentialsService } from './credentials.service.ts';

export const credentialsModule = (): Module => ({
  name: 'credentials',
  owns: ['credential', 'person_pin', 'panel_staff', 'facility_secret'],
  faults: credentialsFaults,
  endpoints: [],
});
