import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';
import { kitFaults } from '../../kit/http/kit-faults.ts';

export const ratesFaults = defineFaults({
  changed: kitFaults.changed,
  owner_unknown: callersFault(
    404,
    'No such owner',
    'An owner is `org#<id>` or `facility#<id>`, URL-encoded once in a path (`org%23org_…`). There is no organisation or facility of this id.',
  ),
  template_unknown: callersFault(404, 'No such template', 'There is no pricing template with this id.'),
  template_name_taken: callersFault(
    409,
    'Another template has this name',
    'Names of pricing templates differ in more than capitals. Choose another one.',
  ),
  too_many_templates: callersFault(
    409,
    'There are as many templates as there may be',
    'There are 500 pricing templates at most. Change one that nobody goes by any more.',
  ),
  block_unknown: callersFault(
    404,
    'No rates of its own',
    'This owner has no rates of its own: it goes by those above it.',
  ),
});
export const ratesFault = faultsOf(ratesFaults);
