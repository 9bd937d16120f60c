import Database from 'better-sqlite3';

/** What the partners of the tests may ask for in a second: the limit itself is tested where it lives. */
const REQUESTS_PER_SECOND = 10_000;
const LIMITED = [
  'doors.unlock',
  'doors.read',
  'doors.list',
  'auth.ping',
  'sandbox.simulate',
  'sandbox.read',
  'events.list',
  'plans.push',
  'members.push',
  'check_ins.push',
  'reports.push',
  'access.check',
];
const DOORS = [
  { name: 'Front door', holdSeconds: 2 },
  { name: 'Studio', holdSeconds: 2 },
  { name: 'Car-park gate', holdSeconds: 3 },
];

/** The demo's holds, shortened: a test may wait for them often. The limits, raised: see above. */
export const adaptDemo = (file: string, everyHold: number | undefined): void => {
  const db = new Database(file);
  const limits = Object.fromEntries(LIMITED.map((endpoint) => [endpoint, REQUESTS_PER_SECOND]));
  db.prepare('UPDATE partner SET rate_limits = ?').run(JSON.stringify(limits));
  const shorten = db.prepare(
    "UPDATE door SET config = json_set(config, '$.holdSeconds', ?, '$.heldOpenSeconds', 5) WHERE name = ?",
  );
  for (const { name, holdSeconds } of DOORS) shorten.run(everyHold ?? holdSeconds, name);
  db.close();
};
