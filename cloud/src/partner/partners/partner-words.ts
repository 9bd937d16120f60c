import type { PropertyWords } from '../../kit/http/property-words.ts';
import type { Tag } from '../../kit/http/surfaces.ts';

const WINDOW_DAY = 'Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed.';
const PLAN_DAY =
  'Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed.';
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const daysOf = (owner: string, text: string) => DAYS.map((day) => [`${owner}.${day}`, text]);

/** What properties of the partner API are that do not say it where they are declared. */
export const partnerWords: PropertyWords = {
  // Ids, wherever they are.
  door_id: 'The door: `door_` and 16 characters.',
  facility_id: ['The facility: `fac_` and 16 characters.', 'the item named none.'],
  linking_identifier: 'Your own name for the facility, with partners that name facilities so.',
  org_id: 'The organisation that the facility belongs to: `org_` and 16 characters.',
  'Organisation.org_id': 'The organisation: `org_` and 16 characters.',
  member_id: ['The member, by your own identifier.', 'the item named none.'],
  membership_plan_id: ['The plan, by your own identifier.', 'the item named none.'],
  check_in_id: ['The check-in, by your own identifier.', 'the item named none.'],
  start_date: ['The first day of the snapshot, as the item named it.', 'it named none.'],
  end_date: ['The last day of the snapshot, as the item named it.', 'it named none.'],
  pass_id: 'The pass: `pass_` and 16 characters.',
  event_id: 'This attempt: what the event feed and the facility’s staff call it.',
  command_id: 'The command that went to the door.',

  // Around every answer.
  data: 'What was asked for.',
  'events.list.data': 'The events, the oldest first.',
  'Event.data': 'What the kind of event tells; members that do not apply are left out.',
  metadata: 'What became of the items.',
  'dry-run': 'Only for a dryrun key: nothing was done.',
  'auth.ping.message': 'Whose key it is, in words.',
  'CheckInsPushed.message': 'How many items were applied, in words.',
  'MembershipPlansPushed.message': 'How many items were applied, in words.',
  'ReportSnapshotsPushed.message': 'How many items were applied, in words.',
  'members.push.message': 'What became of the batch, in words.',
  'auth.ping.partner': 'What the platform calls your account.',
  key_type: 'What the key may do: everything, rehearse everything, or read.',
  members: 'The members to be created or changed.',
  'ReportMetrics.members': 'How many members there were, over the days of the snapshot.',
  'ReportMetrics.revenue': 'What was paid, over the days of the snapshot.',
  metrics: 'The figures.',
  revoked: 'The pass opens nothing any more, once the facility’s boxes have heard of it.',
  scenario: 'Which failure is simulated.',

  // Doors.
  'Door.name': 'What staff call the door.',
  'DoorAccess.name': 'What staff call the door.',
  'doors.name': 'What staff call the door.',
  zone: 'The part of the building, in the words of staff. Left out where nobody has said.',
  location: 'Where the door is, in the words of staff. Left out where nobody has said.',
  'Door.status': 'Whether the door can be unlocked now, as far as its box is reachable. The same as `online`.',
  'Unlocked.status': 'Always `unlocked`: evidence has seen it.',
  'UnlockFailed.status': 'Always `failed`: `reason` says why.',
  online: 'Whether the door’s box was heard of lately, and its relay board answers.',
  relay_state: 'How the lock stands, by its evidence; `unknown` while the door is offline.',
  maintenance_mode: 'Whether staff hold the door open or closed. A lockdown reads as `force-closed`.',
  hold_time_seconds: 'Seconds for which an unlock holds the lock released.',
  last_seen: 'When the door’s box was last heard of (UTC). Left out where it never was.',
  device_serial_number: 'Of the device at the door, else of the box that drives it. Left out where neither is known.',

  // What a member may, and why.
  'data.doors': 'The answer for each door.',
  'data.versions': 'Which rules were gone by.',
  allowed: 'Whether the door would open to the member at that time.',
  verdict:
    '`passes`: this rule speaks against nothing. `denies` and `opens` decide. `stays_closed`: it opens nothing now.',
  scope_key: 'The scope key of the window that was looked at.',
  'EventData.scope_key': 'The scope key that the warning is about.',
  plan_zones: 'The access zones of the plan that was looked at.',

  // Events.
  'EventData.source': 'Where the request came from, as it said.',
  'EventData.request_id': 'The request that asked, as in its header `X-Request-Id`.',
  started_at: 'When the request came (UTC).',
  finished_at: 'When it was answered (UTC).',
  confirmed_at: 'When physical evidence had seen the lock unlocked (UTC).',
  confirmed_by: 'Which evidence that was: `lock-sense` or `relay-contact`.',

  // Facilities.
  'Facility.name': 'What the facility is called.',
  'Organisation.name': 'What the organisation is called.',
  brand: 'The brand that the facility goes by. Left out where it has none.',
  website_url: 'The facility’s own page. Left out where it has none.',
  latitude: 'Degrees, north positive (WGS 84). Left out where nobody has said.',
  longitude: 'Degrees, east positive (WGS 84). Left out where nobody has said.',
  social_links: 'Where the facility is on social networks. Left out where it is on none.',
  place_data: 'The postal address of the facility, in parts and in one line. Parts that nobody has given are left out.',

  // What is pushed.
  'MembershipPlan.name': 'What members know the plan by.',
  'MembershipPlan.description': ['What the plan offers, for people.', 'none.'],
  'PlanAccessZone.description': ['What the zone is, for people.', 'none.'],
  billing_cycle: ['How often the price is due.', 'not known.'],
  gender: ['As the member gave it.', 'not known.'],
  first_name: 'The person’s given name, for the record and for staff.',
  'AccessTimeWindow.kind': '`absolute`: once, from one moment to another. `weekly`: hours of each day of the week.',
  ...Object.fromEntries([...daysOf('access_hours', WINDOW_DAY), ...daysOf('PlanAccessHours', PLAN_DAY)]),
};

/** What its endpoints are grouped by. */
export const partnerTags: Readonly<Record<string, Tag>> = {
  access: { name: 'Access checks', description: 'What a member may, by the rules that hold at the doors, and why.' },
  auth: { name: 'Keys', description: 'Whether a key is good, and for what.' },
  check_ins: { name: 'Check-ins', description: 'Visits that your system has recorded.' },
  doors: { name: 'Doors', description: 'Which doors there are, how each stands, and opening one.' },
  events: { name: 'Events', description: 'What happened at doors and to your data, in order, to be read on and on.' },
  facilities: { name: 'Facilities', description: 'Which facilities have enabled the integration.' },
  members: { name: 'Members', description: 'Members with their plans and access time windows, in batches.' },
  organisations: { name: 'Organisations', description: 'Whose facilities have enabled the integration.' },
  passes: {
    name: 'Outage passes',
    description: 'Signed passes that open doors while a gym is cut off from the cloud.',
  },
  plans: { name: 'Membership plans', description: 'Plans with their access zones and hours, in batches.' },
  reports: { name: 'Report snapshots', description: 'Figures of a period, in batches.' },
  sandbox: { name: 'Sandbox', description: 'Failures on purpose, at facilities that are for trying.' },
};
