import { defineModule } from '../../kit/modules/module.ts';
import { hear } from '../../kit/modules/ports.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { integrationChanged } from '../../partner/partners/partners.ports.ts';
import { onSchedule } from '../../platform/jobs/jobs.ports.ts';
import { doorsModule } from '../../sites/doors/doors.module.ts';
import { doorsChanged } from '../../sites/doors/doors.ports.ts';
import { warningsModule } from '../../sites/warnings/warnings.module.ts';
import { listScopeKeys, listSources, mapWarnedKey, setScopeKey } from './scope-keys.platform.endpoints.ts';
import { scopeCommands } from './scopes.control.ts';
import { scopesFaults } from './scopes.faults.ts';
import {
  createAccessScope,
  listAccessScopes,
  removeAccessScope,
  updateAccessScope,
} from './scopes.platform.endpoints.ts';
import { accessChangesRecorded, namesScope } from './scopes.ports.ts';
import { createScopesService } from './scopes.service.ts';
import { listStatuses, setStatus } from './statuses.platform.endpoints.ts';

export { AccessTarget, doorsOf, opensLess, parseTarget, targetOf, targetText } from './access-target.ts';
export { type ChangeKey, memberChangeKey, memberOf } from './change-key.ts';
export { closedBy, keyOfWarning } from './scope-key.ts';
export type { ScopesService } from './scopes.service.ts';
export type { SourceReports } from './source-reports.ts';

export const scopesModule = defineModule('scopes', {
  needs: [warningsModule, partnersModule, doorsModule],
  owns: {
    facility_access: 'never',
    snapshot_change: 'never',
    access_scope: 'never',
    access_scope_door: 'never',
    scope_key: 'never',
    access_source: 'never',
    refused_member: 'never',
    status_word: 'never',
  },
  faults: scopesFaults,
  asks: { onRecorded: accessChangesRecorded, namesScope },
  create: ({ db, clock, random, warnings, onRecorded, namesScope }) => ({
    scopes: createScopesService({ db, clock, random, warnings, onRecorded, namesScope }),
  }),
})({
  endpoints: [
    listAccessScopes,
    createAccessScope,
    updateAccessScope,
    removeAccessScope,
    listScopeKeys,
    setScopeKey,
    mapWarnedKey,
    listSources,
    listStatuses,
    setStatus,
  ],
  on: ({ scopes }) => [
    hear(integrationChanged, (tx, facilityId) => scopes.recordChanges(tx, facilityId, ['facility'])),
    hear(doorsChanged, (tx, facilityId, what) =>
      scopes.recordChanges(tx, facilityId, [what === 'doors' ? 'facility' : 'all']),
    ),
  ],
  jobs: ({ scopes }) => [onSchedule('scopes.sweep-refusals', '* * * * *', scopes.sweepRefusals)],
  operator: scopeCommands,
});
