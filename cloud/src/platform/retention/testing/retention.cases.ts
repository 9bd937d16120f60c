import type { PlatformCases } from '../../../testing/platform-case.ts';

export const retentionCases: PlatformCases = {
  'retention.read': async () => ({}),
  'retention.set': async () => ({ body: { kinds: [{ kind: 'request_log', keepDays: 14 }] } }),
};
