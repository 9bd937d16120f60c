import type { Module } from '../../http/module.ts';

export type { WarningsService } from './warnings.service.ts';
export { createWarningsService } from './warnings.service.ts';

export const warningsModule = (): Module => ({ name: 'warnings', owns: ['warning'], faults: {}, endpoints: [] });
