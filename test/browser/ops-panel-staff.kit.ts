import { type Answer, type Asked, fault } from './ops-account.kit.ts';
import { ago, SESSION } from './ops-gym.kit.ts';

/** What the fake cloud knows of who may sign in at panels. */
export interface FakePanelStaff {
  readonly panelStaff: { staffId: string; name: string; role: 'staff' | 'manager' }[];
  /** What was asked of them, PINs and all. */
  readonly staffAsked: { method: string; body: unknown }[];
}
export const somePanelStaff = (): FakePanelStaff => ({
  panelStaff: [
    { staffId: 'stf_0123456789abcdef', name: 'Ada Byron', role: 'manager' },
    { staffId: 'stf_0123456789abcdeg', name: '<img src=x onerror=alert(1)>', role: 'staff' },
  ],
  staffAsked: [],
});

/** What is asked of them, as the answers of the fake cloud are. */
export const PANEL_STAFF_ANSWERS: readonly (readonly [
  asked: RegExp,
  answer: (cloud: FakePanelStaff, asked: Asked) => Answer,
])[] = [
  [
    /^GET .*\/panel-staff$/,
    (cloud) => [
      200,
      {
        data: cloud.panelStaff.map((one) => ({
          ...one,
          changedAt: ago(86_400 * 3),
          changedBy: { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' },
        })),
      },
    ],
  ],
  [
    /^POST .*\/panel-staff$/,
    (cloud, { body }) => {
      cloud.staffAsked.push({ method: 'POST', body });
      if (body?.pin === '654321') return [400, fault('credential_refused', 'pin: must not be a straight count.')];
      cloud.panelStaff.push({ staffId: 'stf_new', name: String(body?.name), role: 'staff' });
      return [201, { staffId: 'stf_new' }];
    },
  ],
  [
    /^(PATCH|DELETE) .*\/panel-staff\//,
    (cloud, { path, body }) => {
      cloud.staffAsked.push({ method: body === null ? 'DELETE' : 'PATCH', body });
      const at = cloud.panelStaff.findIndex(({ staffId }) => path.endsWith(staffId));
      if (body === null) cloud.panelStaff.splice(at, 1);
      return [200, { done: true }];
    },
  ],
];
