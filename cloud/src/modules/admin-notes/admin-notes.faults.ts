import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const adminNotesFaults = defineFaults({
  note_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such note',
    help: 'This facility has no note with this id. It may have been removed.',
  },
  too_many_notes: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The facility has as many notes as it may',
    help: 'A facility keeps 200 notes at most. Remove some that nobody needs any more.',
  },
});
export const adminNotesFault = faultsOf(adminNotesFaults);
