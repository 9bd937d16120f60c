import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { accessModule } from '../access/access.module.ts';
import { eraseCredentials, readCredentials } from '../access/access.ports.ts';
import { scopesModule } from '../scopes/scopes.module.ts';
import { credentialCommands } from './credentials.control.ts';
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
import { createCredentialsService } from './credentials.service.ts';
import { panelStaffCommands } from './panel-staff.control.ts';
import { addPanelStaff, changePanelStaff, listPanelStaff, removePanelStaff } from './panel-staff.platform.endpoints.ts';

export type { CredentialsService } from './credentials.service.ts';

export const credentialsModule = defineModule('credentials', {
  needs: [scopesModule, accessModule],
  owns: {
    credential: 'never',
    person_pin: 'never',
    panel_staff: 'never',
    facility_secret: 'never',
  },
  faults: credentialsFaults,
  create: ({ clock, random, scopes, access }) => ({
    credentials: createCredentialsService({ clock, random, scopes, access }),
  }),
})({
  endpoints: [
    listCredentials,
    addCredential,
    replaceCredential,
    disableCredential,
    removeCredential,
    setPin,
    removePin,
    listPanelStaff,
    addPanelStaff,
    changePanelStaff,
    removePanelStaff,
  ],
  answers: ({ credentials }) => [
    answer(readCredentials, credentials.personStore.read),
    answer(eraseCredentials, credentials.personStore.erase),
  ],
  operator: (deps) => ({ ...credentialCommands(deps), ...panelStaffCommands(deps) }),
});
