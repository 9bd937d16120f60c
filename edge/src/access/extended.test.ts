import { describe, expect, it } from 'vitest';
import { aBoxWith, card } from './access.kit.ts';
import { aPerson, cardKey } from './snapshot.kit.ts';

describe('somebody who needs more time at a door', () => {
  it('gets the longer hold, as everybody else gets the usual one', async () => {
    const { box, run } = await aBoxWith([
      { kind: 'person', id: '0', data: aPerson({}, { keys: [cardKey('A1')], extended: true }) },
      { kind: 'person', id: '1', data: aPerson({}, { keys: [cardKey('A2')] }) },
    ]);
    for (const text of ['A1', 'A2']) expect(await run.present(card(text))).toMatchObject({ granted: true });
    expect(run.granted).toMatchObject([{ hold: 'extended' }, { hold: 'normal' }]);
    box.cloud.put({ kind: 'person', id: '0', data: aPerson({}, { keys: [cardKey('A1')] }) });
    await run.access.pull();
    await run.present(card('A1'));
    expect(run.granted.at(-1)).toMatchObject({ hold: 'normal' });
    await run.stop();
  });
});
