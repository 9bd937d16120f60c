import { generateKeyPairSync } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { A_SUPPLIER } from '../commerce/invoices/testing/a-supplier.ts';
import { scriptedPayproc } from '../commerce/payproc/testing/scripted-payproc.ts';
import { scriptedStaging } from '../content/db-sync/testing/scripted-staging.ts';
import { scriptedListings } from '../content/listings/testing/scripted-listings.ts';
import { scriptedSms } from '../content/sms/testing/scripted-sms.ts';
import { scriptedStore } from '../content/store/testing/scripted-store.ts';
import { testUpstreams } from '../inference/inference/testing/test-upstreams.ts';
import { newSealKey, type StoredSealKey } from '../kit/documents/seal/seal-key.ts';
import type { Environment } from '../kit/modules/module.ts';
import type { Owned } from '../kit/modules/table-policy.ts';
import { httpsPushTransport } from '../platform/pushes/pushes.module.ts';
import { scriptedOpenId } from '../platform/single-sign-on/testing/scripted-openid.ts';
import type { OnePath } from '../unified/graphql/graphql.module.ts';

/** Signs the passes of all worlds. */
export const PASS_KEY = { kid: 'test', privateKey: importPrivateKey(newDeviceKey().privateKeyPem) };

const PUSH_KEY = {
  privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
  contact: 'mailto:desk@example.com',
};
/** The way to real push services: a test that lets a job take it goes out to the internet. */
export const testPush = (clock: Clock) => ({ key: PUSH_KEY, transport: httpsPushTransport({ clock }) });

/** Hashes whom all worlds have erased. */
export const ERASURE_KEY = systemRandom(32);

/** Signs what boxes of all worlds are told. */
export const COMMAND_KEY = newDeviceKey();

/** Of the consoles of all worlds. */
const CONSOLE_SECRET = systemRandom(32);

let sealKey: Promise<StoredSealKey> | undefined;
/** Seals the documents of all worlds. Made for the first that is sealed. */
const testSealKey = (): Promise<StoredSealKey> => {
  sealKey ??= newSealKey('gym.example', Date.UTC(2026, 0, 1), 1_024).then((pair) => ({ is: 'pem', ...pair }));
  return sealKey;
};

/** Of all modules, which would be a circle of imports at the top of this file. */
const everyTable = async (): Promise<Owned> =>
  Object.assign({}, ...(await import('../areas.ts')).areas.flatMap(({ modules }) => modules.map(({ owns }) => owns)));

/** What all worlds have in common of what modules are given from outside. */
export const testEnvironment = (clock: Clock) =>
  ({
    clock,
    random: systemRandom,
    commandKeys: [{ kid: 'test', publicKey: COMMAND_KEY.publicKey }],
    commandKey: { kid: 'test', privateKey: importPrivateKey(COMMAND_KEY.privateKeyPem) },
    passKey: PASS_KEY,
    erasureKey: ERASURE_KEY,
    billingCurrency: 'EUR',
    secondPersonAboveCents: 100_000,
    invoiceSupplier: A_SUPPLIER,
    claimKey: new Uint8Array(32),
    challenges: { issue: () => ({ challenge: 'unused', expiresInSeconds: 60 }), redeem: async () => 'malformed' },
    signTime: () => undefined,
    push: testPush(clock),
    openId: scriptedOpenId,
    store: scriptedStore(),
    listingsProvider: scriptedListings(),
    staging: scriptedStaging(everyTable),
    sms: scriptedSms().provider,
    payproc: scriptedPayproc(),
    modelUpstreams: testUpstreams,
    brokerUrl: () => '',
    platformUrl: () => 'https://platform.example',
    partnerUrl: () => 'https://gatehouse.example',
    consoleUrl: () => 'https://console.example',
    unifiedUrl: () => 'https://unified.example',
    inferenceUrl: () => 'https://inference.example',
    explorer: { page: async () => Buffer.from('<!doctype html>'), headers: {} },
    onePath: (): OnePath => {
      throw new Bug('nothing serves this');
    },
    unifiedMutations: true,
    unifiedOrigins: ['https://pages.example'],
    consoleSecret: CONSOLE_SECRET,
    sealKey: testSealKey,
    installation: { version: '0.0.1', features: [] },
    mediaUrl: () => 'https://media.example.com/media',
    log: { info: () => undefined, error: () => undefined },
  }) as const satisfies Partial<Environment>;
