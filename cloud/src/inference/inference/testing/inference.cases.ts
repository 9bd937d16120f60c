import type { PlatformCases } from '../../../testing/platform-case.ts';

export const inferenceCases: PlatformCases = {
  'ai-credits.try-guardrails': async ({ world }) => ({
    params: { clubID: world.facilityId },
    body: { text: 'Write to ada@example.com' },
  }),
};
