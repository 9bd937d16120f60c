import type { WalkTest } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import type { Answer, Asked } from './ops-account.kit.ts';
import { ago, DOORS, SESSION } from './ops-gym.kit.ts';

export const BOX = '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11';

/** What the fake cloud knows of walk tests. */
export interface FakeWalks {
  walkTests: readonly WalkTest[];
  /** The steps that the box has told of. */
  shown: readonly string[];
}
export const noWalks = (): FakeWalks => ({ walkTests: [], shown: [] });

const step = (name: Step['step'], seenBy: Step['seenBy'], otherwise: Partial<Step> = {}): Step => ({
  step: name,
  seenBy,
  outcome: 'open',
  notedAt: null,
  notedBy: null,
  shownBy: null,
  note: null,
  shown: false,
  ...otherwise,
});
type Step = WalkTest['doors'][number]['steps'][number];
const KIM = { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' } as const;
const seen = (seconds: number) => ({ outcome: 'seen', notedAt: ago(seconds), notedBy: KIM }) as const;
const failed = (seconds: number) => ({ outcome: 'failed', notedAt: ago(seconds), notedBy: KIM }) as const;

/** A test that is under way: one door is done, at the next something failed. */
export const WALK_TEST: WalkTest = {
  walkTestId: 'wlk_0123456789abcdef',
  boxId: BOX,
  configurationVersion: 4,
  begunAt: ago(900),
  begunBy: KIM,
  endedAt: null,
  endedBy: null,
  result: 'under_way',
  doors: [
    {
      doorId: DOORS[0]?.doorId ?? '',
      name: 'Front door',
      steps: [
        step('unlock', 'box', seen(840)),
        step('open', 'box', seen(820)),
        step('held_open', 'box', seen(780)),
        step('close', 'box', seen(760)),
        step('rex', 'box', seen(700)),
      ],
    },
    {
      doorId: DOORS[1]?.doorId ?? '',
      name: 'Turnstile 1',
      steps: [step('unlock', 'box', failed(60)), step('open', 'person', seen(40)), step('close', 'person', seen(20))],
    },
  ],
};
const NEW_TEST: WalkTest = {
  ...WALK_TEST,
  walkTestId: 'wlk_fedcba9876543210',
  begunAt: ago(1),
  doors: [
    {
      doorId: DOORS[0]?.doorId ?? '',
      name: 'Front door',
      steps: [step('unlock', 'box'), step('open', 'person'), step('close', 'person')],
    },
  ],
};
export const PASSED: WalkTest = {
  ...WALK_TEST,
  walkTestId: 'wlk_1123456789abcdef',
  configurationVersion: 3,
  begunAt: ago(86_400 * 40),
  endedAt: ago(86_400 * 39),
  endedBy: KIM,
  result: 'passed',
  doors: WALK_TEST.doors.slice(0, 1),
};

const noteStep = (cloud: FakeWalks, body: Asked['body']): Answer => {
  cloud.walkTests = cloud.walkTests.map((test) =>
    test.endedAt !== null
      ? test
      : {
          ...test,
          doors: test.doors.map((door) => ({
            ...door,
            steps: door.steps.map((one) =>
              door.doorId === body?.doorId && one.step === body?.step
                ? { ...one, outcome: body?.outcome as Step['outcome'], notedAt: ago(0), notedBy: KIM, shown: false }
                : one,
            ),
          })),
        },
  );
  return [200, { ...cloud.walkTests[0] }];
};
const looked = (cloud: FakeWalks): Answer => {
  const [test] = cloud.walkTests;
  const doors = test?.doors.map((door) => ({
    ...door,
    steps: door.steps.map((one) => ({ ...one, shown: one.outcome !== 'seen' && cloud.shown.includes(one.step) })),
  }));
  return [200, { ...test, doors }];
};

/** What is asked of walk tests, as the answers of the fake cloud are. */
export const WALK_ANSWERS: readonly (readonly [asked: RegExp, answer: (cloud: FakeWalks, asked: Asked) => Answer])[] = [
  [/^GET .*\/walk-tests$/, ({ walkTests }) => [200, { data: walkTests, next: null }]],
  [
    /^POST .*\/walk-tests$/,
    (cloud) => {
      cloud.walkTests = [NEW_TEST, ...cloud.walkTests];
      return [200, NEW_TEST];
    },
  ],
  [/^GET .*\/walk-tests\//, (cloud) => looked(cloud)],
  [/^POST .*\/walk-tests\/[^/]+\/steps$/, (cloud, { body }) => noteStep(cloud, body)],
  [
    /^POST .*\/walk-tests\/[^/]+\/end$/,
    (cloud) => {
      cloud.walkTests = cloud.walkTests.map((test) => ({ ...test, endedAt: ago(0), endedBy: KIM, result: 'passed' }));
      return [200, { ...cloud.walkTests[0] }];
    },
  ],
];
