import type { PlatformCases } from '../../../testing/platform-case.ts';

export const searchCases: PlatformCases = {
  'search.find': async () => ({ query: { q: 'harbour' } }),
};
