import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const ingestFaults = defineFaults({
  too_many_items: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'The batch has more items than one request takes',
    help: 'Nothing of it was applied. The message names the limit. Send the items in several requests.',
  },
  validation_failed: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'Some items have access time windows that are not valid',
    help: 'Nothing of the batch was applied, other items included. `errors` names up to 100 problems, each with the index of its item, the path in it, a code and a message; `error_count` says how many there are. Correct the windows, or send the batch again without the named items.',
  },
});

export const ingestFault = faultsOf(ingestFaults);
