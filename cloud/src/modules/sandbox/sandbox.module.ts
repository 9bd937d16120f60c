import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { readSimulation, simulateFailure } from './sandbox.endpoints.ts';
import { sandboxFaults } from './sandbox.faults.ts';
import type { SandboxService } from './sandbox.service.ts';

export { createSandboxService } from './sandbox.service.ts';

export const sandboxModule = (deps: { readonly sandbox: SandboxService }): Module => ({
  name: 'sandbox',
  owns: ['sandbox_facility', 'sandbox_simulation'],
  faults: sandboxFaults,
  endpoints: [mount(simulateFailure, deps), mount(readSimulation, deps)],
});
