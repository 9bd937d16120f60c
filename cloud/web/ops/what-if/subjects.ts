import type { WhatIf } from '../../client/platform-api.gen.ts';
import { whatIfWords } from '../../words/what-if-en.ts';
import type { Console } from '../console.ts';
import type { Target } from '../warnings/target-form.tsx';

export const KINDS = ['scope-key', 'plan-zone', 'integration-off'] as const;
export type Kind = (typeof KINDS)[number];

/** Something that may be changed: whose it is, and what its partner calls it. */
export interface Subject {
  readonly id: string;
  readonly partnerId: string;
  readonly key: string;
  /** With the partner, for people. */
  readonly name: string;
}

const KEYS = 1_000;
const ZONES = 200;

/** Everything at a facility whose change can be tried out. */
export const subjectsOf = async (
  { ask }: Pick<Console, 'ask'>,
  facilityId: string,
  signal: AbortSignal,
): Promise<Readonly<Record<Kind, readonly Subject[]>>> => {
  const path = { facilityId };
  const [sources, keys, zones] = await Promise.all([
    ask('GET /api/access-control/{facilityId}/sources', { path }, { signal }),
    ask('GET /api/access-control/{facilityId}/scope-keys', { path, query: { limit: KEYS } }, { signal }),
    ask('GET /api/access-control/{facilityId}/plan-zones', { path, query: { limit: ZONES } }, { signal }),
  ]);
  const partnerOf = (id: string) => sources.data.find(({ partnerId }) => partnerId === id)?.partnerName ?? id;
  const subject = (partnerId: string, key: string): Subject => ({
    id: `${partnerId}/${key}`,
    partnerId,
    key,
    name: whatIfWords.of(key, partnerOf(partnerId)),
  });
  return {
    'scope-key': keys.data.map(({ partnerId, key }) => subject(partnerId, key)),
    'plan-zone': zones.data.map(({ partnerId, name }) => subject(partnerId, name)),
    'integration-off': sources.data.map(({ partnerId, partnerName }) => ({
      ...{ id: partnerId, partnerId, key: '', name: partnerName },
    })),
  };
};

/** What is asked of the cloud. */
export const changeOf = (kind: Kind, { partnerId, key }: Subject, target: Target | null): WhatIf['change'] => {
  if (kind === 'integration-off') return { kind, partnerId };
  return kind === 'scope-key' ? { kind, partnerId, key, target } : { kind, partnerId, name: key, target };
};
