import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';

const ALL = {
  SMS_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  SMS_AUTH_TOKEN_FILE: '/run/secrets/sms',
  SMS_FROM: '+61400000000',
};

describe('the provider of texts as it is set', () => {
  it('is none unless it is set, and Twilio itself unless another is named', () => {
    expect(readConfig({}).sms).toBeUndefined();
    expect(readConfig(ALL).sms).toMatchObject({ url: 'https://api.twilio.com', hooksUrl: undefined });
  });
  it.each([
    ['SMS_ACCOUNT_SID, SMS_AUTH_TOKEN_FILE, SMS_FROM: all or none', { SMS_FROM: undefined }],
    ['SMS_ACCOUNT_SID', { SMS_ACCOUNT_SID: 'AC1' }],
    ['SMS_FROM', { SMS_FROM: '0400 000 000' }],
    ['SMS_URL', { SMS_URL: 'http://api.example.com' }],
    ['SMS_URL', { SMS_URL: 'https://api.example.com/base' }],
    ['SMS_HOOKS_URL', { SMS_HOOKS_URL: 'https://hooks.example/path' }],
  ])('is refused where %s is wrong', (problem, wrong) => {
    expect(() => readConfig({ ...ALL, ...wrong })).toThrow(problem);
  });
});
