import type { PlatformApi } from '../../../testing/platform-api.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

const atClub = async ({ world }: PlatformApi) => ({ params: { clubID: world.facilityId } });

export const aiUsageCases: PlatformCases = {
  'ai-credits.logs': atClub,
  'ai-credits.logs-histogram': atClub,
  'ai-credits.stats': atClub,
  'ai-credits.usage': atClub,
  'ai-credits.agents': atClub,
  'ai-credits.models': atClub,
};
