import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const membersFaults = defineFaults({
  revision_conflict: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The same revision of a member’s windows was sent before with other content',
    help: 'A revision stands for one set of windows. For the members in `conflicts` another set is stored under the revision you sent: they were left untouched, all of them, windows and fields. Of more than 10,000 such items the first 10,000 are named. The other members of the batch were applied, as `metadata` says, so sending the batch again does no harm. Send the named members with a higher revision.',
  },
  picture_store_unavailable: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'Pictures could not be stored',
    help: 'Everything else in the batch was applied, as `metadata` says: fields and windows do not wait for pictures. The members whose pictures could not be stored keep the ones they had. Send the same batch again later; what was applied is not applied twice.',
  },
});

export const membersFault = faultsOf(membersFaults);
