import type { PlatformCases } from '../../../testing/platform-case.ts';

export const liveCases: PlatformCases = { 'live.open': async () => ({}) };
