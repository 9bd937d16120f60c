import { z } from 'zod';
import { AT_FACILITY, facilityParams } from '../../platform/users/facility-surface.ts';

export { Reset } from './ai-shapes.ts';

/** What the endpoints of a facility’s AI credit have in common: `/api/clubs/:clubID/ai-credits/…`. */
export const aiParams = { clubID: facilityParams.facilityId };
export const HERE = { clubID: AT_FACILITY.facilityId };
export const aiReads = { needs: 'facility-staff', in: 'facility' } as const;
export const aiManages = { needs: 'facility-manager', in: 'facility' } as const;
export const aiOwns = { needs: 'org-admin', in: 'facility' } as const;
/** Those of the platform that look after the AI credit of any facility: `/api/admin/saas-billing/model-router/…`. */
export const aiAdministers = { needs: 'super-admin', in: 'facility' } as const;

export const moment = z.iso.datetime();
export const micros = z.int();
export const keyHash = z
  .string()
  .max(120)
  .describe('The key, by SHA-256 of its text, hex.')
  .meta({ examples: ['5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef'] });
