import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const pressFaults = defineFaults({
  press_unknown: callersFault(
    404,
    'No such press item',
    'There is no press item with this id that you may see. It may have been deleted.',
  ),
  press_state: callersFault(
    409,
    'The press item cannot become that from what it is',
    'A draft is scheduled or published, what is published is withdrawn, and what is withdrawn is published again. The message says what it is.',
  ),
  press_slug_taken: callersFault(
    409,
    'The slug leads to another press item',
    'Slugs are one for all organisations, and old ones go on leading to their item. Choose another one.',
  ),
  too_many_press_items: callersFault(
    409,
    'The owner has as many press items as it may',
    'An organisation, and the platform, keep 500 press items at most. Delete some that nobody needs any more.',
  ),
});
export const pressFault = faultsOf(pressFaults);
