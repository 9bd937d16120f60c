import type { GymPlace } from '@gatehouse/shared/gym/gym-place.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JsonHttps } from '../net/https-json.ts';
import type { Person } from './gym.ts';
import { StepFailure, until } from './stage.ts';

type Control = (command: string, body?: object) => Promise<unknown>;

const Made = z.object({ personId: z.string() });
const Standing = z.object({ revision: z.number(), newest: z.number().nullable(), pulling: z.boolean() });
const Pushed = z.object({ metadata: z.object({ success: z.number() }) });
const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ROUND_THE_CLOCK = {
  external_id: 'always',
  kind: 'weekly',
  timezone: 'Australia/Brisbane',
  access_hours: Object.fromEntries(WEEK.map((day) => [day, [['00:00', '24:00']]])),
};
const BY = 'Scenario';

interface Known {
  readonly personId: string;
  revision: number;
  readonly given: Set<string>;
}

/** Makes the people of scenarios: pushed by a partner, given cards and PINs by staff. The same name is the same person. */
export const createGymPeople = (deps: {
  readonly place: Pick<GymPlace, 'facilityId' | 'partnerId' | 'keys'>;
  readonly clock: Clock;
  readonly partner: Pick<JsonHttps, 'send'>;
  readonly cloud: Control;
  readonly agent: Control;
}): ((name: string, person: Person, within: Duration) => Promise<void>) => {
  const { place, clock, partner, cloud, agent } = deps;
  const { facilityId, partnerId } = place;
  const known = new Map<string, Known>();

  const push = async (name: string, revision: number, access: Person['access']): Promise<void> => {
    const member = {
      facility_id: facilityId,
      member_id: `S-${name}`,
      first_name: name,
      last_name: 'Scenario',
      access_time_windows: access === 'always' ? [ROUND_THE_CLOCK] : [],
      access_time_windows_revision: revision,
    };
    const authorization = `Basic ${Buffer.from(`${place.keys.live}:`).toString('base64')}`;
    const { status, body } = await partner.send({
      path: '/partner/v1/members',
      headers: { authorization },
      body: { members: [member] },
    });
    if (Pushed.safeParse(body).data?.metadata.success !== 1)
      throw new StepFailure(`${name} was not taken: ${status} ${JSON.stringify(body)}`);
  };
  /** Once each: the same card a second time is refused, and need not be given. */
  const give = async (person: Known, what: string, order: () => Promise<unknown>): Promise<void> => {
    if (person.given.has(what)) return;
    await order();
    person.given.add(what);
  };
  const caughtUp = (within: Duration) =>
    until({ clock }, within, async () => {
      const { revision, newest, pulling } = Standing.parse(await agent('access'));
      return !pulling && revision === newest ? undefined : `the box has ${revision} of ${newest}`;
    });

  return async (name, { card, shortId, pin, asksPin, access }, within) => {
    const before = known.get(name);
    const revision = (before?.revision ?? 0) + 1;
    await push(name, revision, access);
    const { personId } =
      before ?? Made.parse(await cloud('person', { facilityId, partnerId, memberId: `S-${name}`, by: BY }));
    const person: Known = { personId, revision, given: before?.given ?? new Set() };
    known.set(name, person);
    const of = { facilityId, personId, by: BY };
    if (pin !== undefined) await give(person, `pin ${pin}`, () => cloud('set-pin', { ...of, pin }));
    const add = (kind: 'card' | 'short_id', text: string, pinAsked: boolean) =>
      give(person, `${kind} ${text}`, () => cloud('add-credential', { ...of, kind, text, asksPin: pinAsked }));
    if (card !== undefined) await add('card', card, asksPin);
    if (shortId !== undefined) await add('short_id', shortId, true);
    await caughtUp(within);
  };
};
