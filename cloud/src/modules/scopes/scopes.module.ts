import type { Module } from '../../http/module.ts';
import { scopesFaults } from './scopes.faults.ts';

export { AccessTarget, doorsOf, parseTarget } from './access-target.ts';
export { closedBy } from './scope-key.ts';
export type { ScopesService } from './scopes.service.ts';
export { createScopesService } from './scopes.service.ts';
export type { SourceReports } from './source-reports.ts';
export { memberOf, type Subject, subjectOfMember } from './subject.ts';

export const scopesModule = (): Module => ({
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
  endpoints: [],
});
