import type { Tx } from '../../kit/db/unit-of-work.ts';

export const attachmentsRepo = (tx: Tx) => ({
  find: (id: string) => tx.selectFrom('agreement_attachment').where('id', '=', id).selectAll().executeTakeFirst(),
});
