import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const auditFaults = defineFaults({
  organisation_required: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'Say in which organisation to search',
    help: 'Only super admins search the audit of all organisations at once. Send `organisationId` in the query; GET /api/admin/audit-logs/user-organisations lists those that you may name.',
  },
});
export const auditFault = faultsOf(auditFaults);
