import { membersModule } from '../../access/members/members.module.ts';
import { scopesModule } from '../../access/scopes/scopes.module.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { boxesModule } from '../../sites/boxes/boxes.module.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { searchAnything } from './search.endpoints.ts';
import { createSearchService } from './search.service.ts';

export const searchModule = defineModule('search', {
  needs: [organisationsModule, usersModule, doorsModule, boxesModule, scopesModule, membersModule],
  create: (deps) => ({ search: createSearchService(deps) }),
})({
  endpoints: [searchAnything],
});
