import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { describe, expect, it } from 'vitest';
import { newSecret, sign, signedHeaders } from './signature.ts';

/** The example of the Standard Webhooks specification and its libraries. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, payload: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

describe('the signature of a message', () => {
  it('is that of Standard Webhooks', () => {
    expect(sign(VECTOR.secret, VECTOR.message)).toBe(VECTOR.signature);
  });

  it('is made with every secret that counts, side by side', () => {
    const next = newSecret(systemRandom);
    const headers = signedHeaders([next, VECTOR.secret], VECTOR.message);
    expect(headers).toEqual({
      'webhook-id': VECTOR.message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': `${sign(next, VECTOR.message)} ${VECTOR.signature}`,
    });
  });

  it('is of a secret with 32 random bytes', () => {
    const secret = newSecret(systemRandom);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret(systemRandom)).not.toBe(secret);
  });

  it.each(['id', 'timestamp', 'payload'] as const)('changes with the %s', (part) => {
    const other = { id: 'msg_other', timestamp: 1_614_265_331, payload: '{"test": 2432232315}' };
    expect(sign(VECTOR.secret, { ...VECTOR.message, [part]: other[part] })).not.toBe(VECTOR.signature);
  });
});
