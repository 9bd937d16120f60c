import { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { positionOf, positionText } from '../../kit/http/position.ts';
import { AT_FACILITY, actorOf, facilityParams, installerReads } from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { boxesFaults } from '../boxes/boxes.faults.ts';
import { STEPS } from './walk-steps.ts';
import { A_WALK_TEST, oneView, viewsOf, WalkTestView } from './walk-test-view.ts';
import { walkTestsFaults } from './walk-tests.faults.ts';
import type { WalkTestsService } from './walk-tests.service.ts';

interface Deps {
  readonly walkTests: WalkTestsService;
}

const params = z.object(facilityParams);
const oneParams = params.extend({ walkTestId: z.string().max(64).describe('The walk test.') });
const ONE = { ...AT_FACILITY, walkTestId: A_WALK_TEST.walkTestId };
const doorId = z.string().max(120).brand<'DoorId'>();
const { walk_test_unknown, walk_test_of_nothing, walk_test_ended, step_unknown, step_not_shown } = walkTestsFaults;
const success = { status: 200, description: 'The walk test.', schema: WalkTestView } as const;

export const listWalkTests = platformEndpoint<Deps>()({
  id: 'walk-tests.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/walk-tests',
  graph: { on: 'Facility', as: 'walkTests', with: { facilityId: 'facilityId' } },
  summary: 'List walk tests',
  description: 'What was tried at the doors of the facility, door by door, and what was seen of it: the newest first.',
  gate: installerReads,
  params,
  query: z.strictObject({ boxId: BoxId.optional().describe('Only those of this box.'), ...pageQuery }),
  success: { status: 200, description: 'A page.', schema: pageSchema(WalkTestView) },
  examples: { params: AT_FACILITY, query: {}, success: { data: [A_WALK_TEST], next: null } },
  faults: {},
  handle: ({ walkTests }, { params: { facilityId }, query: { boxId, after, limit } }, { read }) =>
    read(async (tx) => {
      const found = await walkTests.list(tx, facilityId, { boxId, after: positionOf(after), limit: limit + 1 });
      const { page, next } = pageOf(found, limit, ({ begun_at, id }) => positionText({ at: Number(begun_at), id }));
      return { data: await viewsOf(tx, page), next };
    }),
});

export const beginWalkTest = platformEndpoint<Deps>()({
  id: 'walk-tests.begin',
  method: 'POST',
  path: '/api/access-control/:facilityId/walk-tests',
  summary: 'Begin a walk test, or go on with it',
  description:
    'Writes down the doors that the box drives and, of each, what its wiring lets be tried. One that is under way already is answered as it stands, whoever began it; one of an older configuration ends, as far as it came. It moves no door: doors are unlocked as ever.',
  gate: installerReads,
  params,
  body: z.strictObject({ boxId: BoxId.describe('The box whose doors are tried.') }),
  success,
  examples: { params: AT_FACILITY, body: { boxId: A_WALK_TEST.boxId }, success: A_WALK_TEST },
  faults: { box_unknown: boxesFaults.box_unknown, walk_test_of_nothing },
  audit: { event: 'walk-test.begun', target: ({ body }) => body.boxId },
  handle: async ({ walkTests }, { params: { facilityId }, body: { boxId } }, { tx, caller, about }) => {
    const test = await walkTests.begin(tx, { facilityId, boxId, by: actorOf(caller) });
    about(test.id);
    return oneView(tx, test);
  },
});

export const readWalkTest = platformEndpoint<Deps>()({
  id: 'walk-tests.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/walk-tests/:walkTestId',
  summary: 'Read a walk test',
  description:
    'What was planned and what came of it. Of the door that is named, also what its box has told since that shows a step which is not noted as seen yet.',
  gate: installerReads,
  params: oneParams,
  query: z.strictObject({ doorId: doorId.optional().describe('The door at which somebody stands.') }),
  success,
  examples: { params: ONE, query: {}, success: A_WALK_TEST },
  faults: { walk_test_unknown },
  handle: ({ walkTests }, { params: { facilityId, walkTestId }, query: { doorId } }, { read }) =>
    read(async (tx) => {
      const test = await walkTests.find(tx, facilityId, walkTestId);
      const isOpen = test.ended_at === null && doorId !== undefined;
      const shown = isOpen ? { doorId, facts: await walkTests.shown(tx, test, doorId) } : undefined;
      return oneView(tx, test, shown);
    }),
});

export const noteStep = platformEndpoint<Deps>()({
  id: 'walk-tests.note',
  method: 'POST',
  path: '/api/access-control/:facilityId/walk-tests/:walkTestId/steps',
  summary: 'Note what came of a step',
  description:
    'Writes down that a step was seen, failed, or was left out, with who says so and when. Where the box can see it, it counts as seen by what the box told alone: the entry of its journal is kept with it. What is noted again stands in place of what was.',
  gate: installerReads,
  params: oneParams,
  body: z.strictObject({
    doorId: doorId.describe('The door.'),
    step: z.enum(STEPS).describe('The step.'),
    outcome: z.enum(['seen', 'failed', 'skipped']).describe('What came of it.'),
    note: z.string().trim().min(1).max(400).optional().describe('What whoever looks at it later should know.'),
  }),
  success,
  examples: {
    params: ONE,
    body: { doorId: 'door_0123456789abcdef', step: 'unlock', outcome: 'seen' },
    success: A_WALK_TEST,
  },
  faults: { walk_test_unknown, walk_test_ended, step_unknown, step_not_shown },
  audit: { event: 'walk-test.step_noted', target: ({ params, body }) => `${params.walkTestId} ${body.doorId}` },
  handle: async ({ walkTests }, { params: { facilityId, walkTestId }, body }, { tx, caller }) => {
    const test = await walkTests.note(tx, { facilityId, walkTestId, by: actorOf(caller) }, body);
    return oneView(tx, test);
  },
});

export const endWalkTest = platformEndpoint<Deps>()({
  id: 'walk-tests.end',
  method: 'POST',
  path: '/api/access-control/:facilityId/walk-tests/:walkTestId/end',
  summary: 'End a walk test',
  description: 'It stays on record as it is; what was not tried stays so.',
  gate: installerReads,
  params: oneParams,
  success,
  examples: { params: ONE, success: A_WALK_TEST },
  faults: { walk_test_unknown, walk_test_ended },
  audit: { event: 'walk-test.ended', target: ({ params }) => params.walkTestId },
  handle: async ({ walkTests }, { params: { facilityId, walkTestId } }, { tx, caller }) => {
    const test = await walkTests.end(tx, facilityId, walkTestId, actorOf(caller));
    return oneView(tx, test);
  },
});
