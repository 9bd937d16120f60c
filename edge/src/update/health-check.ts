import { decisionSelfTest } from '@gatehouse/shared/access/self-test.ts';
import type { DoorId } from '@gatehouse/shared/ids/ids.ts';
import type { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import { bundledZones } from '@gatehouse/shared/zones/bundled-zones.ts';

export interface HealthDeps {
  readonly linkConnected: () => boolean;
  readonly journalWritable: () => boolean;
  readonly doors: () => readonly DoorReport[];
  /** The doors whose boards answered before the update: a board that was dead then proves nothing now. */
  readonly answeredBefore: readonly DoorId[];
}

export interface Health {
  /** What is not well yet, in words; empty when all is. */
  readonly missing: readonly string[];
  /** What will not get better by waiting. */
  readonly hopeless?: string;
}

/**
 * What a new release must show before it may stay: the link is up, the journal takes facts, every board that answered
 * before answers reads now (its doors look at inputs and coils all the time; nothing is moved for it), and the published
 * cases are decided as agreed.
 */
export const createHealthCheck = (deps: HealthDeps): (() => Health) => {
  const { wrong } = decisionSelfTest(bundledZones());
  return () => {
    if (wrong.length > 0)
      return { missing: [], hopeless: `${wrong.length} published decisions come out wrong, ${wrong[0]} first` };
    const missing: string[] = [];
    if (!deps.linkConnected()) missing.push('the link to the cloud');
    if (!deps.journalWritable()) missing.push('a journal that can be written');
    const now = new Map(deps.doors().map(({ doorId, reachable }) => [doorId, reachable]));
    // A door that was taken away meanwhile owes no answer; a box that lost all its doors has not come up.
    const silent = deps.answeredBefore.filter((doorId) => now.get(doorId) === false || now.size === 0);
    if (silent.length > 0) missing.push(`an answer of the boards of ${silent.join(', ')}`);
    return { missing };
  };
};
