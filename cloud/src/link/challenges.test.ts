import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { ManualClock } from '@gatehouse/shared/time/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../kit/db/engines.ts';
import { createChallenges } from './challenges.ts';

const secret = new Uint8Array(32).fill(7);

describe.each(ENGINES)('challenges on $name', ({ open }) => {
  const fresh = async () => {
    const clock = new ManualClock();
    const db = await open();
    const challenges = createChallenges({ clock, random: systemRandom, secret });
    const redeem = (challenge: string) => db.write((tx) => challenges.redeem(tx, challenge));
    return { clock, db, challenges, redeem };
  };

  it('a challenge is taken once, even by 20 at the same time', async () => {
    const { challenges, redeem } = await fresh();
    const { challenge } = challenges.issue();
    const results = await Promise.all(Array.from({ length: 20 }, () => redeem(challenge)));
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect(results.filter((result) => result === 'used')).toHaveLength(19);
  });

  it('a challenge is taken by any replica for 60 seconds', async () => {
    const { clock, challenges, db } = await fresh();
    const other = createChallenges({ clock, random: systemRandom, secret });
    const early = challenges.issue().challenge;
    const late = challenges.issue().challenge;
    await clock.advance(Seconds(59));
    expect(await db.write((tx) => other.redeem(tx, early))).toBe('ok');
    await clock.advance(Seconds(1));
    expect(await db.write((tx) => other.redeem(tx, late))).toBe('expired');
  });

  it('a challenge that was made up or changed is refused', async () => {
    const { challenges, redeem } = await fresh();
    const { challenge } = challenges.issue();
    const [time, nonce, seal] = challenge.split('.');
    for (const bad of [
      '',
      'x',
      `${time}.${nonce}`,
      `${Number(time) + 1}.${nonce}.${seal}`,
      `${challenge}.x`,
      '9'.repeat(500),
    ])
      expect(await redeem(bad)).toBe('malformed');
    const stranger = createChallenges({ clock: new ManualClock(), random: systemRandom, secret: new Uint8Array(32) });
    expect(await redeem(stranger.issue().challenge)).toBe('malformed');
  });

  it('used challenges are forgotten once they could not be used anyway', async () => {
    const { clock, challenges, db, redeem } = await fresh();
    await redeem(challenges.issue().challenge);
    await clock.advance(Seconds(200));
    await redeem(challenges.issue().challenge);
    const rows = await db.read((tx) => tx.selectFrom('used_challenge').selectAll().execute());
    expect(rows).toHaveLength(1);
  });
});
