import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiFacilityTable, AiKeyTable } from './ai-settings.tables.ts';

export const aiSettingsRepo = (tx: Tx) => ({
  facility: (id: FacilityId): Promise<AiFacilityTable | undefined> =>
    tx.selectFrom('ai_facility').selectAll().where('facility_id', '=', id).executeTakeFirst(),

  /** One that was deleted is not there. */
  key: (hash: string): Promise<AiKeyTable | undefined> =>
    tx.selectFrom('ai_key').selectAll().where('hash', '=', hash).where('deleted_at', 'is', null).executeTakeFirst(),
});
