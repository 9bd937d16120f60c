import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { usersModule } from '../users/users.module.ts';
import { userRemoved } from '../users/users.ports.ts';
import { putPreferences, readPreferences } from './preferences.endpoints.ts';
import { createPreferences } from './preferences.repo.ts';

export const preferencesModule = defineModule('preferences', {
  needs: [usersModule],
  owns: {
    user_preferences: 'never',
  },
  create: ({ clock }) => ({ preferences: createPreferences({ clock }) }),
})({
  endpoints: [readPreferences, putPreferences],
  on: ({ preferences }) => [hear(userRemoved, preferences.forget)],
});
