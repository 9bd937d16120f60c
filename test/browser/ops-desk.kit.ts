import type { Desk, Session } from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { type Answer, type Asked, type DeskOfDevice, type FakeAccount, fault } from './ops-account.kit.ts';
import { ago, FACILITY, SESSION } from './ops-gym.kit.ts';

export const DESK: DeskOfDevice = {
  deskId: 'dsk_0123456789abcdef',
  label: 'Reception, left',
  facilityId: FACILITY,
  facilityName: 'Harbour Gym',
  people: [
    { userId: 'usr_1', name: 'Bo F.' },
    { userId: SESSION.user.userId, name: 'Kim E.' },
  ],
};
const ENROLLED: Desk = {
  deskId: DESK.deskId,
  label: DESK.label,
  enrolledBy: { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' },
  enrolledAt: ago(86_400 * 20),
};

type AtDesk = Pick<FakeAccount, 'desk' | 'signedIn'> & { session: Session };

/** Who is signed in: with a PIN, where the device is a desk. */
export const sessionOf = ({ desk, session }: AtDesk): Session =>
  desk === null ? session : { ...session, desk: { deskId: desk.deskId, label: desk.label, facilityId: FACILITY } };

export const enterDesk = (cloud: AtDesk, { body }: Asked): Answer => {
  if (body?.pin !== '493027' || body?.userId !== SESSION.user.userId) return [401, fault('pin_wrong', 'Wrong.')];
  cloud.signedIn = true;
  return [200, sessionOf(cloud)];
};

/** What is asked of desks and PINs, as the answers of the fake cloud are. */
export const DESK_ANSWERS: readonly (readonly [asked: RegExp, answer: () => Answer])[] = [
  [/^GET \/api\/desk-pin$/, () => [200, { setAt: ago(86_400 * 3) }]],
  [/^GET \/api\/facilities\/[^/]+\/desks$/, () => [200, { data: [ENROLLED] }]],
  [/^POST \/api\/facilities\/[^/]+\/desks$/, () => [201, { deskId: DESK.deskId, label: DESK.label }]],
  [/^PUT \/api\/desk-pin$/, () => [200, { setAt: ago(0) }]],
];
