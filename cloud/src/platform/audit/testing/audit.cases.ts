import type { PlatformCases } from '../../../testing/platform-case.ts';

export const auditCases: PlatformCases = {
  'audit.search': async (api) => ({ query: { organisationId: api.world.orgId }, body: { limit: 5 } }),
  'audit.by-address': async () => ({ query: { ipAddress: '127.0.0.1' } }),
  'audit.by-user': async () => ({ query: { email: 'super@example.com' } }),
  'audit.statistics': async () => ({}),
  'audit.statistics-cached': async () => ({}),
  'audit.timeseries': async () => ({ query: { timeWindow: '1h' } }),
  'audit.error-summary': async () => ({ body: {} }),
  'audit.organisations': async () => ({}),
  'audit.cache-keys': async () => ({}),
  'audit.chain': async () => ({}),
};
