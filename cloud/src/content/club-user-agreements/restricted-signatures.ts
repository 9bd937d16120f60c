import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { NOBODY, type PersonalDataStore } from '../../platform/retention/personal-data.ports.ts';
import type { ConsoleSecrets } from '../../platform/sessions/sessions.module.ts';
import { type CuaRow, cuaRepo } from './club-user-agreements.repo.ts';
import { type CuaSignatureRow, cuaSignaturesRepo } from './cua-signatures.repo.ts';

export interface RestrictedDeps extends Pick<Environment, 'clock'> {
  readonly secrets: Pick<ConsoleSecrets, 'seal' | 'open'>;
  /** Says that nobody but an order may read what was signed any more. */
  readonly restricted: (tx: Tx, signatureId: string) => Promise<void>;
  /** Says that nobody may, and that nobody ever will. */
  readonly evidenceGone: (tx: Tx, signatureId: string) => Promise<void>;
}
export type RestrictedSignatures = ReturnType<typeof createRestrictedSignatures>;

const ownerOf = (signatureId: string): string => `restricted signature ${signatureId}`;

/**
 * What members have signed who are erased. It proves something for as long as somebody may bring a claim, so it is not deleted: evidence,
 * names and events are sealed, and only the operator opens them. Once the limitation has ended they go; of the signature its hashes stay,
 * which nobody can try out, since their salt was in the evidence.
 */
export const createRestrictedSignatures = ({ clock, secrets, restricted, evidenceGone }: RestrictedDeps) => {
  const restrict = async (tx: Tx, row: CuaRow, { id, signed_at }: CuaSignatureRow): Promise<void> => {
    const repo = cuaSignaturesRepo(tx);
    const { name, email, subject_key, user_id, partner_id, member_id } = row;
    const known = { name, email, subject_key, user_id, partner_id, member_id };
    const evidence = (await repo.evidence(id)) ?? null;
    const text = JSON.stringify({ cuaId: row.id, known, evidence, events: await cuaRepo(tx).events(row.id) });
    const sealed = secrets.seal(Buffer.from(text), ownerOf(id));
    await repo.restrict({ signature_id: id, sealed, signed_at, restricted_at: clock.wallMs() });
    await cuaRepo(tx).forgetWho(row.id, { name: NOBODY, subject_key: `${NOBODY}:${row.id}` });
    await restricted(tx, id);
  };

  const store: PersonalDataStore = {
    name: 'club_user_agreement',
    read: (tx, ref, limit) => cuaRepo(tx).ofMember(ref, limit),
    erase: async (tx, ref, { until, most }) => {
      const rows = (await cuaRepo(tx).ofMember(ref, most)).filter(({ created_at }) => Number(created_at) <= until);
      for (const row of rows) {
        const signature = await cuaSignaturesRepo(tx).of(row.id);
        if (signature === undefined) await cuaRepo(tx).remove(row.id);
        else await restrict(tx, row, signature);
      }
      return rows.length;
    },
  };

  return {
    store,

    /** All that was sealed of a signature, as JSON; undefined where nothing is. */
    open: async (tx: Tx, signatureId: string): Promise<string | undefined> => {
      const row = await cuaSignaturesRepo(tx).restrictedOf(signatureId);
      return row && secrets.open(row.sealed, ownerOf(signatureId)).toString('utf8');
    },

    /** Gives up what was signed before `at`: `limit` at most. */
    forgetBefore: async (tx: Tx, at: number, limit: number): Promise<number> => {
      const gone = await cuaSignaturesRepo(tx).removeRestrictedBefore(at, limit);
      for (const id of gone) await evidenceGone(tx, id);
      return gone.length;
    },
  };
};
