import { checkWindows } from '@gatehouse/shared/access/check-windows.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';
import { describe, expect, it } from 'vitest';
import { intlPerZone, luxonPerWindow } from '../../bench/decide-engines.ts';
import { gatehouse } from '../../bench/decide-member.ts';
import { createScenarios } from '../../bench/decide-scenarios.ts';
import { bodyOf, createBodies, createMembers } from '../../bench/ingest-body.ts';
import { buildAll, judgeAll, readBody } from '../../bench/ingest-sides.ts';

describe.each(createScenarios())('scenario $name of the decide bench', ({ windows, instants }) => {
  it('asks about fifty windows that a partner may push', () => {
    const checked = checkWindows({ access_time_windows: windows, access_time_windows_revision: 1 }, bundledZones());
    expect(checked).toMatchObject({ windows: { length: 50 } });
  });

  it('is decided by the engines of others as by ours', () => {
    const [own, luxon, intl] = [gatehouse, luxonPerWindow, intlPerZone].map((make) => make(windows, instants));
    for (const t of instants.filter((_, i) => i % 2_048 === 0))
      expect([luxon?.allows?.(t), intl?.allows?.(t)]).toEqual([own?.allows?.(t), own?.allows?.(t)]);
  });
});

describe('the body of the ingest bench', () => {
  const members = createMembers('fac_0123456789abcdef', 20);

  it('has about 4.5 kB a member, five absolute and five weekly windows each', () => {
    expect(bodyOf(members).length / members.length).toSatisfy((bytes) => bytes > 4_000 && bytes < 5_000);
    const kinds = buildAll(judgeAll(readBody(bodyOf(members)))).map(({ windows }) =>
      (JSON.parse(windows?.canonical ?? '[]') as { kind: string }[]).map(({ kind }) => kind).sort(),
    );
    expect(kinds).toEqual(members.map(() => [...Array(5).fill('absolute'), ...Array(5).fill('weekly')]));
  });

  it('has a greater revision each time, and is otherwise the same', () => {
    const next = createBodies(members);
    const [first, second] = [next(), next()].map((body) => buildAll(judgeAll(readBody(body))));
    expect(second?.map(({ windows }) => windows?.revision)).toEqual(
      first?.map(({ windows }) => (windows?.revision ?? 0) + 1),
    );
    expect(second?.map(({ windows }) => windows?.hash)).toEqual(first?.map(({ windows }) => windows?.hash));
  });
});
