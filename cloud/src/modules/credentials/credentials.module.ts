import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { credentialsFaults } from './credentials.faults.ts';
import {
  addCredential,
  disableCredential,
  listCredentials,
  removeCredential,
  removePin,
  replaceCredential,
  setPin,
} from './credentials.platform.endpoints.ts';
import type { CredentialsService } from './credentials.service.ts';
import { addPanelStaff, changePanelStaff, listPanelStaff, removePanelStaff } from './panel-staff.platform.endpoints.ts';

export type { CredentialsService } from './credentials.service.ts';
export { createCredentialsService } from './credentials.service.ts';

export const credentialsModule = (deps: { readonly credentials: CredentialsService }): Module => ({
  name: 'credentials',
  owns: ['credential', 'person_pin', 'panel_staff', 'facility_secret'],
  faults: credentialsFaults,
  endpoints: [
    mount(listCredentials, deps),
    mount(addCredential, deps),
    mount(replaceCredential, deps),
    mount(disableCredential, deps),
    mount(removeCredential, deps),
    mount(setPin, deps),
    mount(removePin, deps),
    mount(listPanelStaff, deps),
    mount(addPanelStaff, deps),
    mount(changePanelStaff, deps),
    mount(removePanelStaff, deps),
  ],
});
