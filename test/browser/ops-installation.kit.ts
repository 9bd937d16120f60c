import type {
  EmailMapping,
  Job,
  Retention,
  SyncRun,
  SyncTable,
  Webhook,
  WebhookDelivery,
} from '@gatehouse/cloud/web/client/platform-api.gen.ts';
import { ago, SESSION } from './ops-gym.kit.ts';
import { answer, type Pages } from './pages.kit.ts';

const KIM = { kind: 'user', id: SESSION.user.userId, name: 'Kim Example' } as const;
const webhook = (number: number, url: string, more: Partial<Webhook> = {}): Webhook => ({
  webhookId: `whk_012345678901234${number}`,
  organisationId: 'org_0123456789abcdef',
  url,
  description: 'Ticketing',
  types: ['door.*', 'fire.raised'],
  enabled: true,
  disabledAt: null,
  disabledWhy: null,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: ago(9_000_000),
  createdBy: KIM,
  ...more,
});
const FAILING = webhook(1, 'https://tickets.example.com/hooks/gatehouse', { failingSince: ago(7_300) });
const WEBHOOKS = [
  FAILING,
  webhook(2, 'https://reports.example.com/in', { description: '', types: [] }),
  webhook(3, 'https://old.example.com/', {
    enabled: false,
    disabledAt: ago(90_000),
    disabledWhy: 'It said 410: gone.',
  }),
];
const delivery = (number: number, type: string, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  deliveryId: `whd_${number}`,
  eventId: `oev_${number}`,
  type,
  state: 'delivered',
  attempts: 1,
  lastAt: ago(number * 90),
  lastStatus: 200,
  lastError: null,
  createdAt: ago(number * 95),
  ...more,
});
const DELIVERIES = [
  delivery(1, 'door.held_open', { state: 'pending', attempts: 4, lastStatus: 503, lastError: 'It answered 503.' }),
  delivery(2, 'door.opened_by_force', {
    state: 'dead',
    attempts: 12,
    lastStatus: null,
    lastError: 'No answer in 10 s.',
  }),
  delivery(3, 'fire.raised'),
];

const job = (number: number, kind: string, more: Partial<Job> = {}): Job => ({
  jobId: `job_${number}`,
  kind,
  key: null,
  state: 'done',
  attempt: 1,
  dueAt: ago(number * 400),
  leasedBy: null,
  leaseUntil: null,
  lastError: null,
  createdAt: ago(number * 410),
  finishedAt: ago(number * 395),
  ...more,
});
const JOBS = [
  job(1, 'mail.send', {
    state: 'dead',
    attempt: 8,
    key: 'mai_0123456789abcdef',
    lastError: 'The server closed the line.',
  }),
  job(2, 'webhooks.deliver', { state: 'running', leasedBy: 'cloud-1', finishedAt: null }),
  job(3, 'audit.seal', { state: 'queued', finishedAt: null, dueAt: ago(-3_000) }),
  job(4, 'retention.sweep'),
];

const kept = (kind: string, what: string, keepDays: number, more: Partial<Retention['data'][number]> = {}) => ({
  ...{ kind, what, keepDays, defaultDays: keepDays, minDays: 1, maxDays: 365, setBy: null, setAt: null },
  ...more,
});
const RETENTION: Retention = {
  data: [
    kept('audit_entry', 'entries of the audit', 730, { minDays: 30, maxDays: 3_650 }),
    kept('console_session', 'sessions of the consoles that have ended', 14, {
      ...{ defaultDays: 30, setBy: KIM, setAt: ago(400_000) },
    }),
    kept('webhook_delivery', 'what was sent to webhooks', 30),
  ],
};

const mail = (number: number, subject: string, sensitive: boolean) => ({
  ...{ mailId: `mai_${number}`, to: 'kim@example.com', subject, sensitive, state: 'sent' as const, attempts: 1 },
  ...{ lastError: null, createdAt: ago(number * 900), triedAt: ago(number * 900), sentAt: ago(number * 900) },
});
/** What somebody may send who means harm. */
export const HOSTILE = `<img src=x onerror="document.title='harm'"><script>alert(1)</script>`;
const MAILS = [
  mail(1, 'Your code for Gatehouse', true),
  mail(2, 'Harbour Gym, Monday morning', false),
  mail(3, HOSTILE, false),
];

const AS_MADE: EmailMapping = {
  mappingId: null,
  kind: 'alarm.raised',
  summary: 'To whoever is told of an alarm at a gym.',
  variables: [
    { name: 'facility', about: 'What the gym is called.', as: 'line', needed: false },
    { name: 'alarms', about: 'Each of them, one a line.', as: 'text', needed: true },
  ],
  organisationId: null,
  facilityId: null,
  locale: 'en',
  subject: '{{what}} · {{facility}}',
  text: 'At {{facility}} this needs somebody now:\n\n{{alarms}}',
  html: null,
  fromName: null,
  replyTo: null,
  alsoTo: [],
  enabled: true,
  revision: 0,
  changedBy: null,
  changedAt: null,
};
const MAPPINGS: EmailMapping[] = [
  AS_MADE,
  {
    ...AS_MADE,
    mappingId: 'emm_0123456789abcdef',
    kind: 'user.welcome',
    summary: 'To whoever has a new account.',
    subject: HOSTILE,
    locale: 'de',
    enabled: false,
    revision: 3,
    changedBy: { kind: 'user', id: 'usr_0123456789abcdef', name: HOSTILE },
    changedAt: '2026-05-30T08:42:10.000Z',
  },
];

const table = (name: string, policy: SyncTable['policy'], more: Partial<SyncTable> = {}): SyncTable => ({
  ...{ table: name, policy, masked: [], dependsOn: [], sourceRows: 412, lastSyncedAt: null },
  ...more,
});
const TABLES = [
  table('check_in', 'mask', {
    ...{ masked: ['record_key', 'check_in_id', 'member_id', 'class_id'], dependsOn: ['facility', 'partner'] },
    sourceRows: 1_204_117,
  }),
  table('facility', 'copy', { dependsOn: ['organisation'], lastSyncedAt: ago(90_000) }),
  table('organisation', 'copy', { sourceRows: 12, lastSyncedAt: ago(90_000) }),
  table('partner', 'mask', { masked: ['outage_email', 'security_email'], sourceRows: null }),
  table('user_key', 'never', { sourceRows: null }),
];
const SYNC_RUN: SyncRun = {
  ...{ runId: 'run_0123456789abcdef', dryRun: true, state: 'done', order: ['organisation', 'facility'], error: null },
  startedBy: { kind: 'user', id: 'usr_0123456789abcdef', name: HOSTILE },
  startedAt: ago(120),
  finishedAt: ago(110),
  counts: [
    { table: 'organisation', sourceRows: 12, new: 1, changed: 2, gone: 0, removed: null },
    { table: 'facility', sourceRows: 412, new: 3, changed: 0, gone: 4, removed: null },
  ],
  lines: [
    { seq: 1, at: ago(118), level: 'info', text: 'organisation: 12 rows read', done: 1, of: 2 },
    { seq: 2, at: ago(112), level: 'info', text: 'facility: 412 rows read', done: 2, of: 2 },
    { seq: 3, at: ago(110), level: 'info', text: 'A dry run: nothing was changed.', done: null, of: null },
  ],
};

/** What the pages of webhooks and of the installation ask. */
export const OF_THE_INSTALLATION: Pages = [
  [
    /^GET .*\/single-sign-on$/,
    () =>
      answer('GET /api/organisations/{organisationId}/single-sign-on', {
        issuer: 'https://login.harbour-gyms.example/oauth2/tenant-0123456789',
        clientId: 'gatehouse',
        redirectUri: 'https://doors.example/ops/sign-in/return',
        setBy: { kind: 'user', id: 'usr_0123456789abcdef', name: HOSTILE },
        setAt: '2026-05-30T08:42:10.000Z',
      }),
  ],
  [/^GET \/api\/webhooks$/, () => answer('GET /api/webhooks', { data: WEBHOOKS })],
  [/^GET \/api\/webhooks\/[^/]+$/, () => answer('GET /api/webhooks/{webhookId}', FAILING)],
  [/^GET .*\/deliveries$/, () => answer('GET /api/webhooks/{webhookId}/deliveries', { data: DELIVERIES, next: null })],
  [
    /^GET .*\/jobs$/,
    () =>
      answer('GET /api/admin/jobs', { data: JOBS, next: null, counts: { queued: 12, running: 1, done: 940, dead: 1 } }),
  ],
  [/^GET .*\/list-tables$/, () => answer('GET /api/admin/db-sync/list-tables', { data: TABLES })],
  [/^GET .*\/db-sync\/runs\//, () => answer('GET /api/admin/db-sync/runs/{runId}', SYNC_RUN)],
  [/^GET .*\/retention$/, () => answer('GET /api/admin/retention', RETENTION)],
  [/^GET .*\/email-mapping$/, () => answer('GET /api/admin/email-mapping', { data: MAPPINGS })],
  [
    /^GET .*\/mailbox$/,
    ({ query }) =>
      query.has('after')
        ? answer('GET /api/admin/mailbox', { data: [mail(4, 'An older one', false)], next: null })
        : answer('GET /api/admin/mailbox', { data: MAILS, next: 'mai_3' }),
  ],
  [
    /^GET .*\/mailbox\/mai_3$/,
    () => answer('GET /api/admin/mailbox/{mailId}', { ...mail(3, HOSTILE, false), text: HOSTILE, html: HOSTILE }),
  ],
];
