import { isIP } from 'node:net';
import type { SmtpSettings } from './mail.module.ts';

interface SmtpEnvironment {
  readonly SMTP_URL?: string | undefined;
  readonly SMTP_PASSWORD_FILE?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

const FROM = /^(?:([\p{L}\p{N} .,'&()-]{1,60}) <([^<>\s@]{1,64}@[^<>\s@]{1,189})>|([^<>\s@]{1,64}@[^<>\s@]{1,189}))$/u;
const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Reads where e-mail goes; whatever is wrong joins `problems`, without the values. */
export const readSmtp = (env: SmtpEnvironment, problems: string[]): SmtpSettings | undefined => {
  const { SMTP_URL, SMTP_PASSWORD_FILE, MAIL_FROM } = env;
  if ((SMTP_URL === undefined) !== (MAIL_FROM === undefined)) problems.push('SMTP_URL and MAIL_FROM: both or neither');
  const [, name = '', named, bare] = FROM.exec(MAIL_FROM ?? '') ?? [];
  const address = named ?? bare;
  if (MAIL_FROM !== undefined && address === undefined)
    problems.push('MAIL_FROM: must be an address, or a name with one as in Riverside Gym <desk@example.com>');
  const url = SMTP_URL === undefined ? undefined : urlOf(SMTP_URL);
  if (SMTP_URL !== undefined && url === undefined)
    problems.push('SMTP_URL: must be smtp://user@host:port or smtps://user@host:port, nothing after the port');
  if (url !== undefined && url.password !== '')
    problems.push('SMTP_URL: has a password, which lists of processes would show; put it into SMTP_PASSWORD_FILE');
  const user = url === undefined || url.username === '' ? undefined : decoded(url.username);
  if ((user === undefined) !== (SMTP_PASSWORD_FILE === undefined))
    problems.push('SMTP_PASSWORD_FILE and the user in SMTP_URL: both or neither');
  if (url === undefined || address === undefined) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const scheme = url.protocol as keyof typeof DEFAULT_PORTS;
  return {
    host,
    port: url.port === '' ? DEFAULT_PORTS[scheme] : Number(url.port),
    secure: scheme === 'smtps:',
    requireTls: !isLoopback(host),
    user,
    passwordFile: SMTP_PASSWORD_FILE,
    from: { name, address },
  };
};

const urlOf = (text: string): URL | undefined => {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return undefined;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const bare = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  const named = isIP(host) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host);
  const readable = decoded(url.username) !== undefined;
  return url.protocol in DEFAULT_PORTS && bare && named && readable ? url : undefined;
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
