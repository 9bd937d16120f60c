import { z } from 'zod';
import type { AnyJobKind } from '../jobs/job-kind.ts';
import type { AuditService } from './audit.service.ts';

/** Every hour, though there is something to seal once a day: what a standstill delayed is made up for soon. */
export const sealAuditJob = ({ seal }: Pick<AuditService, 'seal'>): AnyJobKind => ({
  name: 'audit.seal',
  cron: '7 * * * *',
  payload: z.strictObject({}),
  run: (_payload, { signal }) => seal(signal),
});
