import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { AiRequestTable } from './inference.tables.ts';

export const inferenceRepo = (tx: Tx) => ({
  request: (facilityId: FacilityId, id: string): Promise<AiRequestTable | undefined> =>
    tx
      .selectFrom('ai_request')
      .selectAll()
      .where('facility_id', '=', facilityId)
      .where('id', '=', id)
      .executeTakeFirst(),
});
