import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Selectable } from 'kysely';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { RateScope } from './rate-bodies.ts';
import { ratesFault } from './rates.faults.ts';
import { rateVersionsRepo } from './rates.repo.ts';
import type { RateVersionTable } from './rates.tables.ts';
import { nextDayStart } from './utc-days.ts';

export type RateVersion = Selectable<RateVersionTable>;
export interface VersionOf {
  readonly scope: RateScope;
  readonly owner: string;
  readonly body: object | null;
  /** `user:<id>`. */
  readonly by: string;
}

/** The body of a version; undefined where there is none, or what it was of is removed. */
export const bodyOf = <Body>(version: Pick<RateVersion, 'body'> | undefined): Body | undefined =>
  version?.body == null ? undefined : (JSON.parse(version.body) as Body);

/** What answers say of the version that they are. */
export const versionView = (version: Pick<RateVersion, 'id' | 'made_at'> | undefined) => ({
  versionId: version?.id ?? null,
  effectiveFrom: version === undefined ? null : isoOf(nextDayStart(Number(version.made_at))),
});

/** Appends versions of rates: nothing that was set is ever changed. */
export const createRateVersions = ({ clock, random }: Pick<Environment, 'clock' | 'random'>) => ({
  /** Throws `changed` where somebody else set the same at the same moment. */
  append: async (tx: Tx, { scope, owner, body, by }: VersionOf): Promise<RateVersion> => {
    const before = await rateVersionsRepo(tx).newest(scope, owner);
    const row: RateVersion = {
      id: randomId('rv', random),
      scope,
      owner,
      version: Number(before?.version ?? 0) + 1,
      body: body === null ? null : JSON.stringify(body),
      made_at: Math.max(clock.wallMs(), Number(before?.made_at ?? 0)),
      made_by: by,
    };
    if (!(await rateVersionsRepo(tx).append(row)))
      throw ratesFault('changed', 'Somebody else changed the same rates at the same moment.');
    return row;
  },
});
export type RateVersions = ReturnType<typeof createRateVersions>;
