import type {
  DoorEvent,
  DoorState,
  ExplainedAccess,
  FacilityDetails,
  FacilityListed,
  Lockdown,
  Session,
  WholeMember,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { aDoor } from '@gatehouse/cloud/web/ops/testing/a-door.ts';

export const FACILITY = 'fac_0123456789abcdef';
export const PARTNER = 'ptr_0123456789abcdef';
const FRONT = 'door_0123456789abcdef';
export const ago = (seconds: number): string => new Date(Date.parse(NOW) - seconds * 1_000).toISOString();
/** A winter evening in Brisbane; what the fake cloud says by its clock. */
export const NOW = '2026-06-01T08:42:10.000Z';

export const SESSION: Session = {
  sessionId: 'ses_0123456789abcdef',
  user: { userId: 'usr_0123456789abcdef', email: 'kim@example.com', firstName: 'Kim', lastName: 'Example' },
  roles: [{ right: 'facility-manager', scope: 'facility', scopeId: FACILITY, scopeName: 'Harbour Gym' }],
  simulating: null,
  endsAt: ago(-40_000),
  idleEndsAt: ago(-1_800),
  stepUpUntil: null,
  features: ['mail'],
  version: '0.1.0',
};

const listed = (name: string, number: number, otherwise: Partial<FacilityListed> = {}): FacilityListed => ({
  facilityId: `${FACILITY.slice(0, -1)}${number}`,
  name,
  brand: null,
  organisationId: 'org_0123456789abcdef',
  timezone: 'Australia/Brisbane',
  template: false,
  doors: { total: 4, online: 4, open: 0 },
  boxes: { total: 1, online: 1 },
  warningsOpen: 0,
  lockdowns: 0,
  ...otherwise,
});

export const HARBOUR: FacilityListed = {
  ...listed('Harbour Gym', 0, { doors: { total: 6, online: 5, open: 1 }, warningsOpen: 2 }),
  facilityId: FACILITY,
};
export const FACILITIES = [
  HARBOUR,
  listed('Northside Strength', 1),
  listed('Riverbank Pool & Sauna', 2, { doors: { total: 11, online: 11, open: 0 } }),
  listed('Summit Climbing', 3),
];

export const DETAILS: FacilityDetails = {
  ...HARBOUR,
  websiteUrl: null,
  latitude: null,
  longitude: null,
  socialLinks: null,
  placeData: { address_1: '12 Wharf Street', city: { full_name: 'Brisbane' }, postcode: '4000', isManual: true },
  offsets: [{ from: '2024-06-01T00:00:00.000Z', minutes: 600, abbreviation: 'AEST' }],
};

const door = (number: number, name: string, otherwise: Partial<DoorState> = {}): DoorState =>
  aDoor({ doorId: `${FRONT.slice(0, -1)}${number}`, name, lastSeen: ago(2), ...otherwise });
export const DOORS: readonly DoorState[] = [
  aDoor({ lastSeen: ago(2) }),
  door(1, 'Turnstile 1', { lock: 'unlocked', contact: 'unknown' }),
  door(2, 'Studio', { contact: 'open', alarms: ['held_open'], lock: 'unlocked' }),
  door(3, 'Sauna', {
    maintenance: {
      mode: 'force-closed',
      until: ago(-7_200),
      by: 'Kim Example',
      reason: 'Heater repair',
      generation: 3,
    },
  }),
  door(4, 'Car-park gate', {
    presence: 'gone',
    lock: 'unknown',
    contact: 'unknown',
    states: null,
    lastSeen: ago(760),
  }),
  door(5, 'Staff entrance', { enforces: { revision: 41, of: 43, ageSeconds: 95, hashMatches: true } }),
];

export const ADA: WholeMember = {
  partnerId: PARTNER,
  memberId: 'm-1042',
  firstName: 'Ada',
  lastName: 'Okafor-Lindqvist',
  email: 'ada@example.com',
  membershipStatus: 'active',
  storedAt: ago(86_400),
  person: null,
  mobilePhone: '+61 7 5550 0100',
  address: null,
  dateOfBirth: null,
  gender: null,
  type: 'adult',
  tags: [],
  hasPicture: false,
  plans: [
    { planId: 'off-peak', name: 'Off-peak', startDate: '2026-01-01', endDate: null, status: 'active', isCurrent: true },
  ],
  windowsRevision: 3,
  windows: [],
  grants: [],
};

const member = {
  personId: 'prs_0123456789abcdef',
  members: [{ partnerId: PARTNER, memberId: 'm-1042' }],
  name: 'Ada Okafor-Lindqvist',
};
const event = (number: number, seconds: number, kind: string, more: Partial<DoorEvent> = {}): DoorEvent => ({
  eventId: `evt_${number}`,
  at: ago(seconds),
  clockTrusted: true,
  kind,
  doorId: FRONT,
  details: {},
  ...more,
});
export const EVENTS: readonly DoorEvent[] = [
  event(1, 38, 'access.denied', { outcome: 'outside_hours', who: member }),
  event(2, 190, 'door.closed'),
  event(3, 204, 'door.opened'),
  event(4, 206, 'access.granted', { outcome: 'granted', who: { members: [], name: 'Bo Ferreira' } }),
  event(5, 1_300, 'access.denied', { outcome: 'unknown_credential', credentialHint: '9f3a' }),
  event(6, 90_000, 'unlock.staff', { outcome: 'unlocked', userId: 'usr_0123456789abcdef' }),
];

export const EXPLAINED: ExplainedAccess = {
  at: ago(1),
  more: false,
  versions: { timeZones: '2026a', facility: 43 },
  doors: DOORS.map(({ doorId, name }, place) =>
    place === 1
      ? {
          doorId,
          name,
          allowed: true,
          reason: 'granted',
          via: 'plan',
          decidedBy: 1,
          changes: [],
          nextChange: ago(-8_000),
          steps: [],
        }
      : {
          doorId,
          name,
          allowed: false,
          reason: 'outside_hours',
          decidedBy: 2,
          nextOpen: ago(-44_000),
          changes: [
            {
              reason: 'outside_hours',
              text: 'Give a plan or a grant that covers Monday 18:42, or come between 06:00 and 16:00.',
            },
          ],
          steps: [
            { step: 'lockdown', verdict: 'passes', text: 'The door is not locked down.' },
            { step: 'banned', verdict: 'passes', text: 'The person is not banned.' },
            {
              step: 'plan',
              verdict: 'stays_closed',
              reason: 'outside_hours',
              text: 'The plan Off-peak opens this door Monday to Friday, 06:00 to 16:00.',
            },
          ],
        },
  ),
};

export const LOCKDOWN: Lockdown = {
  lockdownId: 'lkd_0123456789abcdef',
  layer: 'facility',
  targetId: FACILITY,
  reason: '',
  reasonBy: null,
  reasonAt: null,
  begunBy: { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' },
  seen: 'Xr2kT7wZ0bQmLd4a',
  begunAt: ago(6),
  releasedBy: null,
  releasedAt: null,
  releaseReason: null,
  doors: DOORS.map(({ doorId, name, presence }) => ({
    doorId,
    name,
    lockedDown: presence === 'online',
    wasLockedDown: false,
    begin: presence === 'online' ? 'taken' : 'pending',
    release: null,
  })),
};
