import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import type { Database } from '../../../kit/db/unit-of-work.ts';
import { confirms, createWorld, scriptedLink } from '../../../testing/world.ts';
import { createHandOver, type HandOverDeps } from '../hand-over.ts';
import type { GivenRecipient } from '../recipients.ts';
import type { GivenTime } from '../sms.service.ts';
import { scriptedSms } from './scripted-sms.ts';

/** Ten in the morning at the world's gym, which keeps the time of Brisbane. */
export const TEN_IN_THE_MORNING = '2026-03-01T00:00:00.000Z';

/** A gym whose texts go to a provider in memory. */
export const smsWorld = async (db: Database) => {
  const clock = new ManualClock(TEN_IN_THE_MORNING);
  const world = await createWorld(db, clock, scriptedLink(confirms).link);
  const provider = scriptedSms();
  const logged: string[] = [];
  const log = { error: (detail: unknown, message: string) => void logged.push(`${JSON.stringify(detail)} ${message}`) };
  const common = { ...world, clock, log, zones: bundledZones(), consents: world.smsConsents, smsTexts: world.smsTexts };
  /** A process that hands over: with this database, or this provider, in place of the world’s. */
  const process = (instead: Partial<Pick<HandOverDeps, 'db' | 'sms'>> = {}) =>
    createHandOver({ ...common, sms: provider.provider, ...instead });

  const write = async (
    recipients: readonly GivenRecipient[],
    time: GivenTime = {},
    kind: 'marketing' | 'transactional' = 'marketing',
  ) => {
    const content =
      kind === 'marketing'
        ? { text: 'The pool is open until ten tonight.' }
        : { templateKind: 'facility.reopened', variables: { what: 'The pool', when: 'now' } };
    const given = { organisationId: world.orgId, facilityId: world.facilityId, kind, ...content };
    const ready = await world.smsMessages.ready(db.read, given);
    const made = await world.db.write((tx) =>
      world.smsMessages.create(tx, given, ready, { recipients, time, by: 'user:test' }),
    );
    return { ...made, text: ready.text };
  };
  const agree = (phone: string): Promise<void> => {
    const named = { phone, facilityId: world.facilityId, partnerId: null, memberId: null, userId: null };
    const given = {
      state: 'in',
      wording: 'Texts about offers',
      proof: 'Form 7',
      by: 'user:test',
    } as const;
    return world.db.write((tx) => world.smsConsents.record(tx, world.orgId, named, given));
  };
  const answer = (from: string, text: string, id: string) =>
    world.db.write((tx) => world.smsConsents.answered(tx, { id, from, text, isAnswered: false }));
  /** What the rows of a message say, in their order. */
  const states = async (messageId: string) =>
    (await world.db.read((tx) => world.smsMessages.recipients(tx, messageId))).map(({ state, error }) =>
      error === null ? state : `${state}: ${error}`,
    );
  const stateOf = async (messageId: string) =>
    (await world.db.read((tx) => world.smsMessages.find(tx, messageId)))?.state;
  const run = (messageId: string, by = process()) => by.run(messageId, new AbortController().signal);
  return { world, clock, ...provider, logged, process, write, agree, answer, states, stateOf, run };
};
