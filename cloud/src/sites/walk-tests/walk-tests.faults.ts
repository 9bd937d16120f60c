import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const walkTestsFaults = defineFaults({
  walk_test_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such walk test at this facility',
    help: 'List the walk tests of the facility to see their ids.',
  },
  walk_test_of_nothing: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The box drives no doors',
    help: 'A walk test goes from door to door of a box. Give it doors first.',
  },
  walk_test_ended: {
    status: 409,
    blame: 'caller',
    retry: 'never',
    title: 'The walk test has ended',
    help: 'What was seen then stays on record as it is. Begin another one.',
  },
  walk_test_needed: {
    status: 403,
    blame: 'caller',
    retry: 'never',
    title: 'The door is unlocked in a walk test alone',
    help: 'Who installs doors here unlocks them to try them: begin a walk test of the box that drives this door. Staff of the facility unlock it at any time.',
  },
  step_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'The walk test has no such step',
    help: 'A test has the doors that its box drove when it began, and of each the steps that its wiring allows. Read the test to see them.',
  },
  step_not_shown: {
    status: 409,
    blame: 'device',
    retry: 'after-delay',
    title: 'The box has told of nothing that shows this step',
    help: 'What a box can see at a door counts as seen once the box has told of it, since the test began and after the steps before. Try the step again at the door; if the box still says nothing, note that it failed and look at the wiring.',
  },
});

export const walkTestsFault = faultsOf(walkTestsFaults);
