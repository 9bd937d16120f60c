import { resolve } from 'node:path';
import { PublicKey } from '@gatehouse/shared/wire/device-keys.ts';
import { z } from 'zod';
import { readSupplier, type Supplier } from './commerce/invoices/invoices.module.ts';
import { readSyncSource } from './content/db-sync/db-sync.module.ts';
import { isCurrency } from './kit/currencies.ts';
import { type BucketSettings, bucketOf, checkBucket } from './kit/objects/bucket-settings.ts';
import type { SmtpSettings } from './platform/mail/mail.module.ts';
import { readSmtp } from './platform/mail/mail.module.ts';
import { Email } from './platform/users/users.module.ts';
import { type ProviderConfig, readProviders } from './providers.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''));
const publicUrl = z
  .string()
  .max(100)
  .regex(/^https:\/\/[^/?#@\s]+$/, 'must be https://host:port');
const mqttsUrl = z.string().regex(/^mqtts:\/\/[^/]+$/, 'must be mqtts://host:port');

const Environment = z.object({
  DATA_DIR: z.string().min(1).default('data/cloud'),
  /** Keys and certificates, `<data>/secrets` unless given. Replicas of one installation share it, and nothing else in a data folder. */
  SECRETS_DIR: z.string().min(1).optional(),
  /** `sqlite:<file>` or `postgres://…`. SQLite in the data folder unless given. */
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, 'must be sqlite:<file> or postgres://…')
    .optional(),
  /** An external broker, `mqtts://host:port`. Embedded unless given. */
  BROKER_URL: mqttsUrl.optional(),
  BROKER_CA_FILE: z.string().optional(),
  /** Where boxes find the broker, when that is not where the cloud does: behind a load balancer or a forwarded port. */
  BROKER_PUBLIC_URL: mqttsUrl.optional(),
  /** Where browsers find the images of notifications, when that is not the device listener as the cloud knows it. */
  MEDIA_PUBLIC_URL: publicUrl.optional(),
  /** Loopback unless told. */
  LISTEN_HOST: z.string().min(1).default('127.0.0.1'),
  PARTNER_PORT: port(8443),
  DEVICE_PORT: port(8444),
  /** The platform API is not publicly consumable: loopback unless told, whatever LISTEN_HOST says. */
  PLATFORM_HOST: z.string().min(1).default('127.0.0.1'),
  PLATFORM_PORT: port(8445),
  /** Where people sign in with a browser: a reception cannot reach loopback, so it has a host of its own. */
  CONSOLE_HOST: z.string().min(1).default('127.0.0.1'),
  CONSOLE_PORT: port(8448),
  /** Where anybody finds the pages of the partner listener, when that is not it as the cloud knows it: links to sign begin with it. */
  PARTNER_PUBLIC_URL: publicUrl.optional(),
  /** Where browsers find the consoles, when that is not the consoles' listener as the cloud knows it: passkeys belong to this name. */
  CONSOLE_PUBLIC_URL: publicUrl.optional(),
  /** The unified API, for integrators and their tools: a host of its own, loopback unless told. */
  UNIFIED_HOST: z.string().min(1).default('127.0.0.1'),
  UNIFIED_PORT: port(8447),
  /** Where clients find it, when that is not the listener as the cloud knows it: its metadata and its refusals name this address. */
  UNIFIED_PUBLIC_URL: publicUrl.optional(),
  /** Origins whose pages may call it by script, `https://host:port` each. None unless given. */
  UNIFIED_ORIGINS: list.pipe(
    z.array(z.string().regex(/^https:\/\/[a-z0-9.:[\]-]+$/, 'must be https://host:port')).max(50),
  ),
  /** Models, for keys of facilities and their agents: a host of its own, loopback unless told. */
  INFERENCE_HOST: z.string().min(1).default('127.0.0.1'),
  INFERENCE_PORT: port(8446),
  /** Where clients find it, when that is not the listener as the cloud knows it. */
  INFERENCE_PUBLIC_URL: publicUrl.optional(),
  /** `off` where its graph is to change nothing: there are queries alone. */
  UNIFIED_MUTATIONS: z.enum(['on', 'off']).default('on'),
  BROKER_PORT: port(8883),
  /** How many further ports to try where one is taken. */
  PORT_TRIES: z.coerce.number().int().min(0).max(100).default(0),
  /** Host names and addresses that the generated certificate is for, and the first of them the one that boxes are told. */
  PUBLIC_NAMES: list,
  /** A certificate of your own instead of a generated one. */
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  /** Addresses of TLS proxies whose X-Forwarded-Proto counts. */
  TRUST_PROXY: list,
  /** `on` where those pass connections through as they are, and name the true address in front of each (PROXY protocol, version 1 or 2). */
  PROXY_PROTOCOL: z.enum(['on', 'off']).default('off'),
  /** Where members' pictures lie: `<data>/objects` unless given, or a bucket. Replicas share one. */
  OBJECTS_DIR: z.string().min(1).optional(),
  OBJECTS_S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#]+\/?$/, 'must be https://host')
    .optional(),
  OBJECTS_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  OBJECTS_S3_REGION: z.string().min(1).default('us-east-1'),
  OBJECTS_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  /** The secret itself lies in a file, so that no list of processes shows it. */
  OBJECTS_S3_SECRET_FILE: z.string().min(1).optional(),
  /** Where e-mail is handed in, `smtp://user@host:587` or `smtps://…:465`. Without it, it is kept in the mailbox. */
  SMTP_URL: z.string().min(1).max(500).optional(),
  SMTP_PASSWORD_FILE: z.string().min(1).optional(),
  /** Whom e-mail is from: an address, or `Name <address>`. */
  MAIL_FROM: z.string().min(1).max(320).optional(),
  /** What `npm run release -- keygen` printed. Releases of the agent are taken in only if signed with that key. */
  RELEASE_PUBLIC_KEY: PublicKey.optional(),
  /** A server that speaks the Open-Meteo forecast protocol. Without one there is no weather. */
  WEATHER_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be https://host, nothing after it')
    .optional(),
  /** Whom the first start makes super admin. */
  FIRST_ADMIN_EMAIL: Email.default('admin@gatehouse.local'),
  /** For how many days backups of the database are kept: so long a restored one erases again whom it should not have. */
  BACKUPS_KEPT_DAYS: z.coerce.number().int().min(1).max(400).default(30),
  /** A key of your own that seals documents, PKCS #12 with its certificates, instead of a generated one. */
  SEAL_P12_FILE: z.string().min(1).optional(),
  /** The password of that file. */
  SEAL_P12_PASSWORD_FILE: z.string().min(1).optional(),
  /** What we bill in, ISO 4217. It cannot change once there is a transfer. */
  BILLING_CURRENCY: z.string().refine(isCurrency, 'must be a currency of ISO 4217, such as EUR').default('EUR'),
  /** Adjustments and forced matches above it take a second person, in the smallest unit of that currency. */
  SECOND_PERSON_ABOVE_CENTS: z.coerce.number().int().min(0).max(1_000_000_000).default(100_000),
  /** A JSON file that says who supplies, as invoices name it. Without one, no tax document is made. */
  INVOICE_SUPPLIER_FILE: z.string().min(1).optional(),
  /** Where webhooks and OpenID providers of organisations may lead: `any` also to this machine and its network, for an installation whose receivers are there. */
  WEBHOOK_TARGETS: z.enum(['public', 'any']).default('public'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export interface CloudConfig extends ProviderConfig {
  readonly dataDir: string;
  readonly secretsDir: string;
  readonly databaseUrl: string;
  readonly broker: {
    readonly url: string | undefined;
    readonly caFile: string | undefined;
    readonly publicUrl: string | undefined;
  };
  readonly mediaPublicUrl: string | undefined;
  readonly host: string;
  readonly platformHost: string;
  readonly consoleHost: string;
  readonly partnerPublicUrl: string | undefined;
  readonly consolePublicUrl: string | undefined;
  readonly inferenceHost: string;
  readonly inferencePublicUrl: string | undefined;
  readonly unified: {
    readonly host: string;
    readonly publicUrl: string | undefined;
    readonly origins: readonly string[];
    readonly mutations: boolean;
  };
  readonly ports: Readonly<
    Record<'partner' | 'device' | 'platform' | 'console' | 'unified' | 'inference' | 'broker', number>
  >;
  readonly portTries: number;
  readonly publicNames: readonly string[];
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  readonly trustProxy: readonly string[];
  readonly proxyProtocol: boolean;
  readonly objects: {
    readonly folder: string;
    readonly s3: BucketSettings | undefined;
  };
  readonly sealP12: { readonly file: string; readonly passwordFile: string | undefined } | undefined;
  readonly smtp: SmtpSettings | undefined;
  readonly releasePublicKey: string | undefined;
  readonly weatherUrl: string | undefined;
  /** Where tables are copied from, if this is a staging. */
  readonly syncSourceUrl: string | undefined;
  readonly billingCurrency: string;
  readonly secondPersonAboveCents: number;
  readonly invoiceSupplier: Supplier | undefined;
  readonly backupsKeptDays: number;
  readonly webhookTargets: 'public' | 'any';
  readonly firstAdminEmail: string;
  readonly logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
}

/** The name by which others reach this installation. */
export const publicName = ({ publicNames }: Pick<CloudConfig, 'publicNames'>): string => publicNames[0] ?? 'localhost';

/** Reads the environment. Throws one error that lists every problem. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): CloudConfig => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`);
  if ((given.TLS_CERT_FILE === undefined) !== (given.TLS_KEY_FILE === undefined))
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE: both or neither');
  if (given.SEAL_P12_PASSWORD_FILE !== undefined && given.SEAL_P12_FILE === undefined)
    problems.push('SEAL_P12_PASSWORD_FILE: needs SEAL_P12_FILE');
  checkBucket(given, problems);
  const smtp = readSmtp(given, problems);
  const providers = readProviders(given, problems);
  const syncSourceUrl = readSyncSource(given, problems);
  const invoiceSupplier = readSupplier(given, problems);
  if (!parsed.success || problems.length > 0)
    throw new Error(`The environment is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  const env = parsed.data;
  const dataDir = resolve(env.DATA_DIR);
  return {
    dataDir,
    secretsDir: env.SECRETS_DIR === undefined ? resolve(dataDir, 'secrets') : resolve(env.SECRETS_DIR),
    databaseUrl: env.DATABASE_URL ?? `sqlite:${resolve(dataDir, 'cloud.db')}`,
    broker: { url: env.BROKER_URL, caFile: env.BROKER_CA_FILE, publicUrl: env.BROKER_PUBLIC_URL },
    mediaPublicUrl: env.MEDIA_PUBLIC_URL,
    host: env.LISTEN_HOST,
    platformHost: env.PLATFORM_HOST,
    consoleHost: env.CONSOLE_HOST,
    partnerPublicUrl: env.PARTNER_PUBLIC_URL,
    consolePublicUrl: env.CONSOLE_PUBLIC_URL,
    inferenceHost: env.INFERENCE_HOST,
    inferencePublicUrl: env.INFERENCE_PUBLIC_URL,
    unified: {
      host: env.UNIFIED_HOST,
      publicUrl: env.UNIFIED_PUBLIC_URL,
      origins: env.UNIFIED_ORIGINS,
      mutations: env.UNIFIED_MUTATIONS === 'on',
    },
    ports: {
      partner: env.PARTNER_PORT,
      device: env.DEVICE_PORT,
      platform: env.PLATFORM_PORT,
      console: env.CONSOLE_PORT,
      unified: env.UNIFIED_PORT,
      inference: env.INFERENCE_PORT,
      broker: env.BROKER_PORT,
    },
    portTries: env.PORT_TRIES,
    publicNames: env.PUBLIC_NAMES.length > 0 ? env.PUBLIC_NAMES : ['localhost', '127.0.0.1', '::1'],
    tls:
      env.TLS_CERT_FILE !== undefined && env.TLS_KEY_FILE !== undefined
        ? { certFile: env.TLS_CERT_FILE, keyFile: env.TLS_KEY_FILE }
        : undefined,
    trustProxy: env.TRUST_PROXY,
    proxyProtocol: env.PROXY_PROTOCOL === 'on',
    objects: { folder: resolve(env.OBJECTS_DIR ?? resolve(dataDir, 'objects')), s3: bucketOf(env) },
    sealP12: env.SEAL_P12_FILE ? { file: env.SEAL_P12_FILE, passwordFile: env.SEAL_P12_PASSWORD_FILE } : undefined,
    smtp,
    ...providers,
    releasePublicKey: env.RELEASE_PUBLIC_KEY,
    weatherUrl: env.WEATHER_URL,
    syncSourceUrl,
    invoiceSupplier,
    billingCurrency: env.BILLING_CURRENCY,
    secondPersonAboveCents: env.SECOND_PERSON_ABOVE_CENTS,
    backupsKeptDays: env.BACKUPS_KEPT_DAYS,
    webhookTargets: env.WEBHOOK_TARGETS,
    firstAdminEmail: env.FIRST_ADMIN_EMAIL,
    logLevel: env.LOG_LEVEL,
  };
};
