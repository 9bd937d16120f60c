import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const retentionFaults = defineFaults({
  retention_refused: {
    status: 400,
    blame: 'caller',
    retry: 'never',
    title: 'This cannot be kept for that long',
    help: 'A kind of record is unknown, or the days lie outside its bounds: shorter than what the product itself needs it for, or longer than anything is kept. Nothing was changed. GET /api/admin/retention lists the kinds with their bounds.',
  },
});
export const retentionFault = faultsOf(retentionFaults);
