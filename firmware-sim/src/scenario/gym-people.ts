import { ControlError } from '@gatehouse/shared/control/control-client.ts';
import type { GymPlace } from '@gatehouse/shared/gym/gym-place.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Duration } from '@gatehouse/shared/time/duration.ts';
import { z } from 'zod';
import type { JsonHttps } from '../net/https-json.ts';
import type { Person } from './gym.ts';
import { StepFailure, until } from './stage.ts';

type Control = (command: string, body?: object) => Promise<unknown>;

const Made = z.object({ personId: z.string() });
const Explained = z.object({ decision: z.object({ allowed: z.boolean(), reason: z.string() }) });
const Pushed = z.object({ metadata: z.object({ success: z.number() }) });
const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ROUND_THE_CLOCK = {
  external_id: 'always',
  kind: 'weekly',
  timezone: 'Australia/Brisbane',
  access_hours: Object.fromEntries(WEEK.map((day) => [day, [['00:00', '24:00']]])),
};
const BY = 'Scenario';

/** The box has no snapshot yet. */
const refusal = (error: unknown): ControlError => {
  if (error instanceof ControlError) return error;
  throw error;
};

interface Known {
  readonly personId: string;
  revision: number;
  readonly given: Set<string>;
}

/** Makes the people of scenarios: pushed by a partner, given cards and PINs by staff. The same name is the same person. */
export const createGymPeople = (deps: {
  readonly place: Pick<GymPlace, 'facilityId' | 'partnerId' | 'keys' | 'doors'>;
  readonly clock: Clock;
  readonly partner: Pick<JsonHttps, 'send'>;
  readonly cloud: Control;
  readonly agent: Control;
}): ((name: string, person: Person, within: Duration) => Promise<void>) => {
  const { place, clock, partner, cloud, agent } = deps;
  const { facilityId, partnerId } = place;
  const known = new Map<string, Known>();

  const push = async (name: string, revision: number, { access, body: besides }: Person): Promise<void> => {
    const member = {
      facility_id: facilityId,
      member_id: `S-${name}`,
      first_name: name,
      last_name: 'Scenario',
      access_time_windows: access === 'always' ? [ROUND_THE_CLOCK] : [],
      access_time_windows_revision: revision,
      ...besides,
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
  /** By each of their numbers, or as the member if they have none: the cloud compiles them one change after the other. */
  const understood = (who: readonly object[], access: Person['access'], within: Duration) =>
    until({ clock }, within, async () => {
      for (const one of who) {
        const said = await agent('why', { door: Object.values(place.doors)[0], ...one }).catch(refusal);
        if (said instanceof ControlError) return said.message;
        const { allowed, reason } = Explained.parse(said).decision;
        const knows = allowed === (access === 'always') && !reason.startsWith('unknown_');
        if (!knows) return `the box says ${reason} of ${Object.keys(one)[0]}`;
      }
      return undefined;
    });

  return async (name, given, within) => {
    const { card, shortId, pin, asksPin, access } = given;
    const before = known.get(name);
    const revision = (before?.revision ?? 0) + 1;
    await push(name, revision, given);
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
    const numbers = [
      ...(card === undefined ? [] : [{ card }]),
      ...(shortId === undefined ? [] : [{ shortId }]),
      { member: `S-${name}`, partner: partnerId },
    ];
    await understood(numbers, access, within);
  };
};
