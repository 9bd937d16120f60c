import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import { searchAudit } from './audit.endpoints.ts';
import { auditFaults } from './audit.faults.ts';
import { verifyChain } from './audit-chain.endpoints.ts';
import { findByAddress, findByUser } from './audit-queries.endpoints.ts';
import { type AuditEndpointDeps, listCacheKeys, listOrganisations } from './audit-reading.ts';
import { countAudit, countAuditInBlocks, countAuditNowAndThen, summariseErrors } from './audit-statistics.endpoints.ts';

export { type AuditService, createAuditService } from './audit.service.ts';
export type { Pseudonyms } from './audit-search.ts';

export const auditModule = (deps: AuditEndpointDeps): Module => ({
  name: 'audit',
  owns: ['audit_day', 'audit_statistics'],
  faults: auditFaults,
  endpoints: [
    mount(searchAudit, deps),
    mount(findByAddress, deps),
    mount(findByUser, deps),
    mount(countAudit, deps),
    mount(countAuditNowAndThen, deps),
    mount(countAuditInBlocks, deps),
    mount(summariseErrors, deps),
    mount(listOrganisations, deps),
    mount(listCacheKeys, deps),
    mount(verifyChain, deps),
  ],
});
