import type { FacilityId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../db/unit-of-work.ts';
import type { Changes } from './changes.ts';
import { scopesRepo } from './scopes.repo.ts';
import type { ScopesDeps } from './scopes.service.ts';
import type { SourceReports } from './source-reports.ts';
import { statusWordsRepo } from './status-words.repo.ts';

/** What a status does: `allow` and `ignore` deny nothing; `ignore` is also what a word without a meaning does. */
export type StatusEffect = 'allow' | 'deny' | 'ignore';

/** What the examples of the contract, and words that say the same, mean until a partner's map says otherwise. */
const DEFAULTS: ReadonlyMap<string, StatusEffect> = new Map<string, StatusEffect>([
  ['current', 'allow'],
  ['active', 'allow'],
  ['expired', 'deny'],
  ['cancelled', 'deny'],
  ['canceled', 'deny'],
  ['suspended', 'deny'],
  ['on hold', 'deny'],
]);

/** More words without a meaning than this, of one partner at one facility, tell nobody anything new. They are ignored, too. */
const WARNED_MAX = 100;

/** The same word however it is written: `On_Hold`, `on-hold` and `on hold`. */
const wordOf = (status: string): string =>
  status
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

/** What statuses of one partner mean; undefined for one that nobody has given a meaning. */
export type StatusMap = (status: string) => StatusEffect | undefined;

export const statusMapOf = async (tx: Tx, partnerId: PartnerId): Promise<StatusMap> => {
  const own = new Map((await statusWordsRepo(tx).listOf(partnerId)).map(({ word, effect }) => [word, effect]));
  return (status) => own.get(wordOf(status)) ?? DEFAULTS.get(wordOf(status));
};

/** Statuses are open strings: which deny is a map for each partner. */
export const createStatusWords = (
  { db, warnings }: Pick<ScopesDeps, 'db' | 'warnings'>,
  { changed }: Pick<Changes, 'changed'>,
) => {
  const subjectOf = (partnerId: PartnerId, word: string) => ({
    kind: 'status_without_meaning' as const,
    subject: `${partnerId}/${word}`,
  });

  const statusesSeen: SourceReports['statusesSeen'] = async (tx, { facilityId, partnerId, statuses }) => {
    const unusual = [...new Set(statuses.map(wordOf))].filter((word) => word !== '' && !DEFAULTS.has(word)).sort();
    if (unusual.length === 0) return;
    const map = await statusMapOf(tx, partnerId);
    const without = unusual.filter((word) => map(word) === undefined);
    if (without.length === 0) return;
    const { kind } = subjectOf(partnerId, '');
    const open = await warnings.openSubjects(tx, { kind, facilityId, partnerId }, WARNED_MAX);
    const fresh = without.filter((word) => !open.has(subjectOf(partnerId, word).subject));
    const unknown = fresh.slice(0, WARNED_MAX - open.size);
    if (unknown.length === 0) return;
    const name = (await scopesRepo(tx).findIntegration(facilityId, partnerId))?.name ?? partnerId;
    await warnings.keep(
      tx,
      unknown.map((word) => ({
        ...subjectOf(partnerId, word),
        facilityId,
        message: `Members of ${name} have the status "${word}", which nobody has given a meaning. It denies nothing until somebody says that it should.`,
        partner: {
          id: partnerId,
          message: `The status "${word}" has no meaning here yet: it is ignored.`,
          fields: { status: word },
        },
      })),
    );
  };

  return {
    statusesSeen,

    /** Says what a status of this partner does, at every facility. */
    setStatus: (partnerId: PartnerId, status: string, effect: StatusEffect): Promise<void> =>
      db.write(async (tx) => {
        const word = wordOf(status);
        for (const { facility_id } of await statusWordsRepo(tx).facilitiesOf(partnerId))
          await changed(tx, facility_id as FacilityId, ['all']);
        await statusWordsRepo(tx).put({ partner_id: partnerId, word, effect });
        await warnings.closeEverywhere(tx, {
          ...subjectOf(partnerId, word),
          partner: { id: partnerId, message: `The status "${word}" has a meaning now.`, fields: { status: word } },
        });
      }),
  };
};
