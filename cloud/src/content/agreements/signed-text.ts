import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { agreementsRepo } from './agreements.repo.ts';
import type { Attachment, Clause } from './document.ts';
import { attachmentsIn } from './saving.ts';
import { variationsRepo } from './variations.repo.ts';

/** Which document somebody has signed. */
export interface SignedRef {
  readonly agreement_id: string;
  readonly version_number: number;
  /** 0: nothing differed. */
  readonly variation_revision: number;
  readonly facility_id: FacilityId;
}

/** What was signed, word for word: versions and variations never change. */
export const signedText = async (
  tx: Tx,
  { agreement_id, version_number, variation_revision, facility_id }: SignedRef,
): Promise<{
  readonly body: string;
  readonly attachments: readonly Attachment[];
  readonly variation: { readonly note: string; readonly clauses: readonly Clause[] } | null;
}> => {
  const version = await agreementsRepo(tx).version(agreement_id, Number(version_number));
  if (version === undefined) throw new Bug('a version that was signed is not there');
  const revision = Number(variation_revision);
  const variation = revision === 0 ? undefined : await variationsRepo(tx).of(agreement_id, facility_id, revision);
  if (revision !== 0 && variation === undefined) throw new Bug('a variation that was signed is not there');
  return {
    body: version.body_md,
    attachments: attachmentsIn(version),
    variation: variation ? { note: variation.note, clauses: JSON.parse(variation.clauses) as Clause[] } : null,
  };
};
