import type { Tx } from '../../kit/db/unit-of-work.ts';
import { webhooksRepo } from './webhooks.repo.ts';

/** Webhooks of all organisations that are sent nothing, those disabled last first. */
export const disabledAnywhere = async (tx: Tx, limit: number) =>
  (await webhooksRepo(tx).disabledAnywhere(limit)).map((row) => ({
    webhookId: row.id,
    organisationId: row.org_id,
    disabledAt: Number(row.disabled_at),
    why: row.disabled_why ?? '',
  }));
