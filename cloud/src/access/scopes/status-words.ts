import type { PartnerId } from '@gatehouse/shared/ids/ids.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AccessChangeLog } from './access-change-log.ts';
import { scopesFault } from './scopes.faults.ts';
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

/** A partner with more words than that sends something else as the status. */
const WORDS_MAX = 200;

/** What a status of a partner does. */
export interface ListedStatus {
  readonly word: string;
  readonly effect: StatusEffect;
  /** Somebody has said so for this partner; it is the default otherwise. */
  readonly own: boolean;
}

/** The same word however it is written: `On_Hold`, `on-hold` and `on hold`. */
const wordOf = (status: string): string =>
  status
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

const denies = (word: string, effect: string | null): boolean => (effect ?? DEFAULTS.get(word)) === 'deny';

/** What statuses of one partner mean; undefined for one that nobody has given a meaning. */
export type StatusMap = (status: string) => StatusEffect | undefined;

export const statusMapOf = async (tx: Tx, partnerId: PartnerId): Promise<StatusMap> => {
  const own = new Map((await statusWordsRepo(tx).listOf(partnerId)).map(({ word, effect }) => [word, effect]));
  return (status) => own.get(wordOf(status)) ?? DEFAULTS.get(wordOf(status));
};

/** Statuses are open strings: which deny is a map for each partner. */
export const createStatusWords = (
  { db, warnings }: Pick<ScopesDeps, 'db' | 'warnings'>,
  { recordChanges, lock }: Pick<AccessChangeLog, 'recordChanges' | 'lock'>,
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

  const set = async (tx: Tx, partnerId: PartnerId, word: string, effect: StatusEffect | null): Promise<boolean> => {
    const facilities = (await statusWordsRepo(tx).facilitiesOf(partnerId)).map((row) => row.facility_id);
    for (const facilityId of facilities) await lock(tx, facilityId);
    const words = await statusWordsRepo(tx).listOf(partnerId);
    const own = words.find((row) => row.word === word);
    if ((own?.effect ?? null) === effect) return false;
    if (denies(word, effect) && !denies(word, own?.effect ?? null))
      revoked(tx, { kind: 'status_word', subject: partnerId, value: [word, effect ?? ''] });
    for (const facilityId of facilities) await recordChanges(tx, facilityId, ['all']);
    if (effect === null) {
      await statusWordsRepo(tx).remove(partnerId, word);
      return true;
    }
    if (own === undefined && words.length >= WORDS_MAX)
      throw scopesFault('status_words_too_many', `A partner has at most ${WORDS_MAX} words of its own.`);
    await statusWordsRepo(tx).put({ partner_id: partnerId, word, effect });
    await warnings.closeEverywhere(tx, {
      ...subjectOf(partnerId, word),
      partner: { id: partnerId, message: `The status "${word}" has a meaning now.`, fields: { status: word } },
    });
    return true;
  };

  return {
    statusesSeen,
    /** What statuses of this partner do: its own map, and what the words mean that it says nothing of. */
    listStatuses: async (partnerId: PartnerId): Promise<ListedStatus[]> => {
      const own = await db.read((tx) => statusWordsRepo(tx).listOf(partnerId));
      const words = new Map<string, ListedStatus>(
        [...DEFAULTS].map(([word, effect]) => [word, { word, effect, own: false }]),
      );
      for (const { word, effect } of own) words.set(word, { word, effect, own: true });
      return [...words.values()].sort((a, b) => (a.word < b.word ? -1 : 1));
    },

    /** Says what a status of this partner does, at every facility; null: what it means by default, if anything. Resolves with whether that is news. */
    setStatus: (tx: Tx, partnerId: PartnerId, status: string, effect: StatusEffect | null): Promise<boolean> =>
      set(tx, partnerId, wordOf(status), effect),
  };
};
