import type { TwilioSettings } from './twilio-sms.ts';

interface SmsEnvironment {
  /** An account of Twilio. */
  readonly SMS_ACCOUNT_SID?: string | undefined;
  /** A file with its token: no list of processes shows it. */
  readonly SMS_AUTH_TOKEN_FILE?: string | undefined;
  /** The number, or the messaging service, that texts are from. */
  readonly SMS_FROM?: string | undefined;
  /** Another server that speaks messages of its REST API. */
  readonly SMS_URL?: string | undefined;
  /** Where it reaches the partner listener, when that is not the listener as the cloud knows it. */
  readonly SMS_HOOKS_URL?: string | undefined;
}

const PROVIDER = 'https://api.twilio.com';
const PARTS = ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN_FILE', 'SMS_FROM'] as const;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads by whom texts are sent; whatever is wrong joins `problems`, without the values. */
export const readSms = (env: SmsEnvironment, problems: string[]): TwilioSettings | undefined => {
  const { SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN_FILE: tokenFile, SMS_FROM: from, SMS_URL: url = PROVIDER } = env;
  const hooksUrl = env.SMS_HOOKS_URL;
  if (PARTS.some((name) => env[name] !== undefined) && PARTS.some((name) => env[name] === undefined))
    problems.push(`${PARTS.join(', ')}: all or none`);
  if (accountSid !== undefined && !/^AC[0-9a-fA-F]{32}$/.test(accountSid))
    problems.push('SMS_ACCOUNT_SID: must be AC and 32 hexadecimal digits');
  if (from !== undefined && !/^(?:\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32})$/.test(from))
    problems.push('SMS_FROM: must be a number such as +61400000000, or the sid of a messaging service');
  if (!isOrigin(url)) problems.push('SMS_URL: must be https://host, nothing after it; http only on this machine');
  if (hooksUrl !== undefined && !/^https:\/\/[^/?#@\s]{1,100}$/.test(hooksUrl))
    problems.push('SMS_HOOKS_URL: must be https://host:port');
  if (accountSid === undefined || tokenFile === undefined || from === undefined) return undefined;
  return { accountSid, tokenFile, from, url, hooksUrl };
};

/** A token goes there: nobody else may read it on its way. */
const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
};
