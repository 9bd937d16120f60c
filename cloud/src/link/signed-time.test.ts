import { createPublicKey } from 'node:crypto';
import { Days, Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { SignedTime } from '@gatehouse/shared/wire/device-api.ts';
import { importPrivateKey, newDeviceKey } from '@gatehouse/shared/wire/device-keys.ts';
import { verifyJws } from '@gatehouse/shared/wire/jws.ts';
import { SimulateCommand } from '@gatehouse/shared/wire/simulate.ts';
import { UnlockCommand } from '@gatehouse/shared/wire/unlock.ts';
import { describe, expect, it } from 'vitest';
import { createSignedTime } from './signed-time.ts';

const NONCE = 'abcdefghijklmnopqrstuv';
const privateKey = importPrivateKey(newDeviceKey().privateKeyPem);
const payloadOf = (jws: string | undefined): unknown => {
  const verified = verifyJws(jws ?? '', () => createPublicKey(privateKey));
  return verified.ok ? verified.payload : undefined;
};

describe('S5 the time that the cloud signs', () => {
  const setup = () => {
    const clock = new ManualClock();
    const sign = createSignedTime({ clock, signingKey: { kid: 'k1', privateKey } });
    return { clock, said: () => payloadOf(sign(NONCE)) };
  };

  it('is the cloud’s for this nonce, and reads like no command', () => {
    const { clock, said } = setup();
    const payload = said();
    expect(SignedTime.parse(payload)).toEqual({ v: 1, says: 'time', nonce: NONCE, wallMs: clock.wallMs() });
    for (const command of [UnlockCommand, SimulateCommand]) expect(command.safeParse(payload).success).toBe(false);
  });

  it('is not said after a step of the cloud’s own clock, until it is undone or has stood for a day', async () => {
    const { clock, said } = setup();
    clock.jumpWall(Seconds(90));
    expect(said()).toBeDefined();
    clock.jumpWall(Days(400));
    expect(said()).toBeUndefined();
    await clock.advance(Hours(23));
    expect(said()).toBeUndefined();
    clock.jumpWall(Days(-400));
    expect(said()).toBeDefined();
    clock.jumpWall(Minutes(-5));
    expect(said()).toBeUndefined();
    await clock.advance(Hours(24));
    expect(said()).toBeDefined();
  });
});
