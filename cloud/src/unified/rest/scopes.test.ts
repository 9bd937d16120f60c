import { describe, expect, it } from 'vitest';
import { declarations } from '../../areas.ts';
import { changes } from '../../kit/http/method-rules.ts';
import { actsOf } from '../../kit/http/narrowing.ts';
import { unmirrored } from './mirror.ts';

const endpoints = declarations.filter(
  (endpoint) => endpoint.surface.name === 'platform' && unmirrored(endpoint) === undefined,
);
const withWrite = endpoints.filter((endpoint) => changes(endpoint) && actsOf(endpoint).includes('write'));

/** What a token for `write` does. Look at whatever you add: nothing here is about locks, rights or money. */
const PLAIN = [
  'admin-notes.delete',
  'admin-notes.put',
  'agreements.put-variation',
  'agreements.save',
  'agreements.upload-attachment',
  'alarm-plan.delete',
  'alarm-plan.put',
  'alarm-pushes.delete',
  'alarm-pushes.put',
  'alarms.acknowledge',
  'alarms.give-back',
  'alarms.hand-over',
  'alarms.note',
  'alarms.resolve',
  'audit.statistics-cached',
  'club-user-agreements.change',
  'club-user-agreements.create',
  'club-user-agreements.delete',
  'clubs.add',
  'clubs.fill-in',
  'daily-digests.end',
  'daily-digests.subscribe',
  'daily-digests.subscribe-platform',
  'daily-digests.unsubscribe',
  'daily-digests.unsubscribe-platform',
  'db-sync.start',
  'devices.add',
  'devices.move',
  'devices.reset-screen',
  'devices.update',
  'email-mapping.add',
  'email-mapping.delete',
  'email-mapping.test',
  'email-mapping.update',
  'faqs.add',
  'faqs.delete',
  'faqs.update',
  'jobs.discard',
  'jobs.retry',
  'landing-pages.add',
  'landing-pages.change',
  'landing-pages.delete',
  'listings.put',
  'listings.remove',
  'lockdowns.explain',
  'orgs.add',
  'orgs.update',
  'page-images.upload',
  'payproc.list-records',
  'people.create',
  'preferences.put',
  'press.add',
  'press.delete',
  'press.update',
  'pushes.subscribe',
  'pushes.try',
  'pushes.unsubscribe',
  'sessions.sign-out',
  'sessions.step-up',
  'sms.cancel',
  'sms.put-quiet-hours',
  'store.update-club',
  'users.create',
  'users.update',
  'walk-tests.begin',
  'walk-tests.end',
  'walk-tests.note',
  'warnings.acknowledge',
  'warnings.close',
  'webhooks.create',
  'webhooks.delete',
  'webhooks.replay',
  'webhooks.rotate-secret',
  'webhooks.update',
];

describe('the scopes of tokens', () => {
  it('let `write` through to nothing that nobody has looked at', () => {
    expect(withWrite.map(({ id }) => id).sort()).toEqual(PLAIN);
  });
  it('have a name of its own for whatever takes a step-up', () => {
    for (const endpoint of endpoints.filter(({ stepUp }) => stepUp !== undefined))
      expect(
        actsOf(endpoint).some((act) => act.startsWith('grave:')),
        endpoint.id,
      ).toBe(true);
  });
  it('say of a GET that writes that it takes more than `read`', () => {
    const writing = endpoints.filter((endpoint) => endpoint.method === 'GET' && changes(endpoint));
    expect(Object.fromEntries(writing.map((endpoint) => [endpoint.id, actsOf(endpoint)]))).toEqual({
      'audit.statistics-cached': ['write'],
      'payproc.cancel-payment-intent': ['money'],
      'payproc.enable-apple-pay-google-pay': ['money'],
      'payproc.generate-kyc-token': ['grave:connected-account'],
      'payproc.list-records': ['write'],
    });
  });
  it('open a door by `unlock` alone', () => {
    expect(endpoints.filter((endpoint) => actsOf(endpoint).includes('unlock')).map(({ id }) => id)).toEqual([
      'unlocks.unlock',
    ]);
  });
});
