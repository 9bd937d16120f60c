import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import type { PartnersService } from '../partners/partners.service.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { listScopeKeys, listSources, mapWarnedKey, setScopeKey } from './scope-keys.platform.endpoints.ts';
import { scopesFaults } from './scopes.faults.ts';
import {
  createAccessScope,
  listAccessScopes,
  removeAccessScope,
  updateAccessScope,
} from './scopes.platform.endpoints.ts';
import type { ScopesService } from './scopes.service.ts';
import { listStatuses, setStatus } from './statuses.platform.endpoints.ts';

export { AccessTarget, doorsOf, opensLess, parseTarget, targetOf, targetText } from './access-target.ts';
export { closedBy, keyOfWarning } from './scope-key.ts';
export type { ScopesService } from './scopes.service.ts';
export { createScopesService } from './scopes.service.ts';
export type { SourceReports } from './source-reports.ts';
export { memberOf, type Subject, subjectOfMember } from './subject.ts';

export const scopesModule = (deps: {
  readonly scopes: ScopesService;
  readonly warnings: WarningsService;
  readonly partners: PartnersService;
}): Module => ({
  name: 'scopes',
  owns: [
    'facility_access',
    'snapshot_change',
    'access_scope',
    'access_scope_door',
    'scope_key',
    'access_source',
    'refused_member',
    'status_word',
  ],
  faults: scopesFaults,
  endpoints: [
    mount(listAccessScopes, deps),
    mount(createAccessScope, deps),
    mount(updateAccessScope, deps),
    mount(removeAccessScope, deps),
    mount(listScopeKeys, deps),
    mount(setScopeKey, deps),
    mount(mapWarnedKey, deps),
    mount(listSources, deps),
    mount(listStatuses, deps),
    mount(setStatus, deps),
  ],
});
