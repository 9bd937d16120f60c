import { z } from 'zod';
import { platformEndpoint } from '../users/platform-surface.ts';
import { PREFERENCES_BYTES_MAX, Preferences, type PreferencesService } from './preferences.repo.ts';

const endpoint = platformEndpoint<{ readonly preferences: Pick<PreferencesService, 'read' | 'put'> }>();
const gate = { needs: ['facility-staff', 'iam', 'admin', 'agent', 'installer'], in: 'anywhere' } as const;

const PreferencesView = Preferences.extend({
  changedAt: z.iso
    .datetime()
    .nullable()
    .describe('When they were set last (UTC); null where they never were: these are the usual ones.'),
}).meta({ id: 'Preferences' });

const SET: z.input<typeof Preferences> = {
  theme: 'dark',
  density: 'compact',
  homeFacilityId: 'fac_0123456789abcdef',
  savedFilters: [{ name: 'Refused tonight', page: '/ops/events', query: 'kind=access.denied&from=-12h' }],
};
const EXAMPLE = { ...SET, changedAt: '2026-01-01T09:30:00.000Z' };
const success = { status: 200, description: 'The preferences.', schema: PreferencesView };

export const readPreferences = endpoint({
  id: 'preferences.read',
  method: 'GET',
  path: '/api/preferences',
  summary: 'Read how you like the consoles',
  description: 'Your own, of whichever device: the usual ones until you have set any.',
  gate,
  success,
  examples: { success: EXAMPLE },
  faults: {},
  handle: ({ preferences }, _input, { caller, read }) => read((tx) => preferences.read(tx, caller.user.id)),
});

export const putPreferences = endpoint({
  id: 'preferences.put',
  method: 'PUT',
  path: '/api/preferences',
  summary: 'Set how you like the consoles',
  description: `Your own, all of them at once: what was set before is gone. ${PREFERENCES_BYTES_MAX.toLocaleString('en')} bytes at most. No secrets: whoever acts in your name reads them.`,
  gate,
  bodyLimit: { bytes: PREFERENCES_BYTES_MAX, keys: 1_000 },
  body: Preferences.meta({ id: 'PreferencesSet' }),
  success,
  examples: { body: SET, success: EXAMPLE },
  faults: {},
  audit: { event: 'preferences.put', target: () => undefined },
  handle: async ({ preferences }, { body }, { tx, caller, about }) => {
    about(caller.user.id);
    await preferences.put(tx, caller.user.id, body);
    return preferences.read(tx, caller.user.id);
  },
});
