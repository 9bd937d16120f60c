import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { warningsFaults } from './warnings.faults.ts';
import { acknowledgeWarning, closeWarning, listWarnings, readWarning } from './warnings.platform.endpoints.ts';
import type { WarningsService } from './warnings.service.ts';

export type { WarningsService } from './warnings.service.ts';
export { createWarningsService } from './warnings.service.ts';

export const warningsModule = (deps: { readonly warnings: WarningsService }): Module => ({
  name: 'warnings',
  owns: ['warning'],
  faults: warningsFaults,
  endpoints: [
    mount(listWarnings, deps),
    mount(readWarning, deps),
    mount(acknowledgeWarning, deps),
    mount(closeWarning, deps),
  ],
});
