import { defineModule } from '../../kit/modules/module.ts';
import type { RevocationsService } from './revocations.service.ts';

declare module '../../kit/modules/module.ts' {
  interface Environment {
    /** What takes away again after a restore what was taken away: it marks every unit of the database. */
    readonly revocations: RevocationsService;
  }
}

export type { Mark, MarkedUnit } from './revocation-marks.ts';
export type { RevocationsService } from './revocations.service.ts';
export { createRevocationsService } from './revocations.service.ts';

export const revocationsModule = defineModule('revocations', {
  owns: {
    revocation: 'never',
    database_pulse: 'never',
  },
  create: ({ revocations }) => ({ revocations }),
})({});
