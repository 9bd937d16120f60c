import type { PlatformCases } from '../../../test-kit/platform-case.ts';

export const usersCases: PlatformCases = {
  'users.simulation': async () => ({}),
};
