/** An account of the card provider, and where it is. Secrets lie in files. */
export interface PayprocSettings {
  readonly url: string;
  readonly keyFile: string;
  readonly publishableKey: string;
  /** With what the provider signs events: a secret a line, one of each endpoint that it has of ours. */
  readonly hookSecretFile: string;
  /** What Apple asks for under a fixed address of each domain that takes its payments. */
  readonly appleFile: string | undefined;
}

interface PayprocEnvironment {
  /** A file with the secret key: no list of processes shows it. */
  readonly PAYPROC_KEY_FILE?: string | undefined;
  readonly PAYPROC_PUBLISHABLE_KEY?: string | undefined;
  /** A file with a signing secret a line: events of one's own account and of connected ones come by an endpoint each. */
  readonly PAYPROC_HOOK_SECRET_FILE?: string | undefined;
  /** Another server that speaks its API. */
  readonly PAYPROC_API_URL?: string | undefined;
  readonly PAYPROC_APPLE_FILE?: string | undefined;
}

const PROVIDER = 'https://api.stripe.com';
const PARTS = ['PAYPROC_KEY_FILE', 'PAYPROC_PUBLISHABLE_KEY', 'PAYPROC_HOOK_SECRET_FILE'] as const;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads by whom cards are taken; whatever is wrong joins `problems`, without the values. */
export const readPayproc = (env: PayprocEnvironment, problems: string[]): PayprocSettings | undefined => {
  const { PAYPROC_API_URL: url = PROVIDER, PAYPROC_APPLE_FILE: appleFile } = env;
  const { PAYPROC_KEY_FILE: keyFile, PAYPROC_PUBLISHABLE_KEY: publishableKey, PAYPROC_HOOK_SECRET_FILE: secret } = env;
  if (PARTS.some((name) => env[name] !== undefined) && PARTS.some((name) => env[name] === undefined))
    problems.push(`${PARTS.join(', ')}: all or none`);
  if (publishableKey !== undefined && !/^pk_(?:test|live)_\w{8,200}$/.test(publishableKey))
    problems.push('PAYPROC_PUBLISHABLE_KEY: must be pk_test_… or pk_live_…');
  if (!isOrigin(url))
    problems.push('PAYPROC_API_URL: must be https://host, nothing after it; http only on this machine');
  if (keyFile === undefined || publishableKey === undefined || secret === undefined) return undefined;
  return { url, keyFile, publishableKey, hookSecretFile: secret, appleFile };
};

/** A secret key goes there: nobody else may read it on its way. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
};
