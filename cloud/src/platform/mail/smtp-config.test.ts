import { describe, expect, it } from 'vitest';
import { readSmtp } from './smtp-config.ts';

const read = (env: Parameters<typeof readSmtp>[0]) => {
  const problems: string[] = [];
  return { settings: readSmtp(env, problems), problems };
};
const MAIL_FROM = 'desk@riverside.example';

describe('where e-mail goes', () => {
  it('is nowhere unless said', () => expect(read({})).toEqual({ settings: undefined, problems: [] }));

  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, requireTls: true }],
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, secure: true, requireTls: true }],
    ['smtp://mail.example.com:2525/', { port: 2525 }],
    ['smtp://127.0.0.1:25', { host: '127.0.0.1', requireTls: false }],
    ['smtp://[::1]:25', { host: '::1', requireTls: false }],
    ['smtp://localhost:25', { requireTls: false }],
    ['smtp://127.example.com', { requireTls: true }],
  ])('is %s', (SMTP_URL, expected) => {
    const { settings, problems } = read({ SMTP_URL, MAIL_FROM });
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({ ...expected, from: { name: '', address: MAIL_FROM } });
  });

  it('may want a user and a password, and come from somebody with a name', () => {
    const { settings, problems } = read({
      SMTP_URL: 'smtp://desk%40riverside.example@mail.example.com',
      SMTP_PASSWORD_FILE: '/run/secrets/smtp',
      MAIL_FROM: 'Riverside Gym <desk@riverside.example>',
    });
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      user: 'desk@riverside.example',
      passwordFile: '/run/secrets/smtp',
      from: { name: 'Riverside Gym', address: 'desk@riverside.example' },
    });
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'SMTP_URL and MAIL_FROM'],
    [{ MAIL_FROM }, 'SMTP_URL and MAIL_FROM'],
    [{ SMTP_URL: 'smtp://desk:horse@mail.example.com', MAIL_FROM, SMTP_PASSWORD_FILE: 'x' }, 'has a password'],
    [{ SMTP_URL: 'smtp://desk@mail.example.com', MAIL_FROM }, 'SMTP_PASSWORD_FILE and the user'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM, SMTP_PASSWORD_FILE: 'x' }, 'SMTP_PASSWORD_FILE and the user'],
    [{ SMTP_URL: 'https://mail.example.com', MAIL_FROM }, 'SMTP_URL: must be'],
    [{ SMTP_URL: 'smtp://mail.example.com/inbox', MAIL_FROM }, 'SMTP_URL: must be'],
    [{ SMTP_URL: 'smtp://mail.example.com?tls=no', MAIL_FROM }, 'SMTP_URL: must be'],
    [{ SMTP_URL: 'smtp://%zz@mail.example.com', MAIL_FROM, SMTP_PASSWORD_FILE: 'x' }, 'SMTP_URL: must be'],
    [{ SMTP_URL: 'smtp://', MAIL_FROM }, 'SMTP_URL: must be'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'nobody' }, 'MAIL_FROM: must be'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'A\r\nBcc: x <a@b.example>' }, 'MAIL_FROM: must be'],
  ])('is not usable as %j', (env, problem) => {
    const { problems } = read(env);
    expect(problems).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
    expect(problems.join()).not.toContain('horse');
  });
});
