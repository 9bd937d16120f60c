import { systemRandom } from '@gatehouse/shared/ids/random.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { describe, expect, it } from 'vitest';
import { aBoxWith, factsOf, shortId } from './access.kit.ts';
import { aPerson, shortIdKey } from './snapshot.kit.ts';

/** Dozens of PINs are derived at full cost, which nobody waits for by the clock. */
const PATIENCE_MS = 120_000;

describe('numbers with a PIN', { timeout: PATIENCE_MS }, () => {
  it('tell nobody who has one: those of somebody and of nobody are answered and locked out alike', async () => {
    const pin = await verifierOf('246813', systemRandom);
    const people = [
      { kind: 'person', id: '1', data: aPerson({}, { keys: [shortIdKey('4711')], pin }) },
      { kind: 'person', id: '2', data: aPerson({ banned: true }, { keys: [shortIdKey('4712')], pin }) },
      { kind: 'person', id: '3', data: aPerson({}, { keys: [shortIdKey('4713')] }) },
    ] as const;
    const answers = [];
    for (const number of ['4711', '4712', '4713', '9999']) {
      const { run } = await aBoxWith(people);
      const tries = [];
      for (let i = 0; i < 7; i++) {
        const { entryId, ...answer } = await run.present(shortId(number, '111222'));
        tries.push(answer);
      }
      answers.push(tries);
      await run.stop();
    }
    expect(answers[0]?.map(({ reason }) => reason)).toContain('pin_locked_out');
    for (const tries of answers) expect(tries).toEqual(answers[0]);
  });

  it('open no door so late that whoever typed them has been told that there is no answer', async () => {
    const pin = await verifierOf('246813', systemRandom);
    const { box, run } = await aBoxWith([
      { kind: 'person', id: '1', data: aPerson({}, { keys: [shortIdKey('4711')], pin }) },
    ]);
    const crowd = Array.from({ length: 8 }, (_, i) => run.present(shortId(`90${i}`, '111222')));
    const late = run.present(shortId('4711', '246813'));
    await run.clock.advance(Seconds(5));
    expect(await late).toMatchObject({ granted: false, pinNeeded: true });
    await Promise.all(crowd);
    expect(run.granted).toEqual([]);
    expect(factsOf(box, 'access.granted')).toEqual([]);
    expect(await run.present(shortId('4711', '246813'))).toMatchObject({ granted: true });
    await run.stop();
  });
});
