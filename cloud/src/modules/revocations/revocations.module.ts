import type { Module } from '../../http/module.ts';

export type { Mark, MarkedUnit } from './revocation-marks.ts';
export { createRevocationsService, type RevocationsService } from './revocations.service.ts';

export const revocationsModule = (): Module => ({
  name: 'revocations',
  owns: ['revocation', 'database_pulse'],
  faults: {},
  endpoints: [],
});
