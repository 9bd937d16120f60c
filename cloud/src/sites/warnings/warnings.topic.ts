import { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import { platformTopic } from '../../platform/live/live.ports.ts';
import { namedBy } from '../../platform/users/actor-surface.ts';
import { facilityReads } from '../../platform/users/facility-surface.ts';
import { A_WARNING, toWarning, Warning } from './warnings.platform.endpoints.ts';
import type { WarningsService } from './warnings.service.ts';

/** So many of the newest are shown. */
const NEWEST = 500;

export const warningsTopic = platformTopic<{ readonly warnings: Pick<WarningsService, 'openAt'> }>()({
  topic: 'warnings',
  summary: 'Watch the warnings of a facility',
  description: `Those that are open, the newest ${NEWEST} at most; then each that opens, happens again, is acknowledged or closes.`,
  gate: facilityReads,
  param: 'facilityId',
  key: FacilityId,
  schema: Warning,
  example: A_WARNING,
  graph: {
    field: 'warnings',
    own: 'warnings',
    filters: { kinds: { of: 'kind', description: 'Only warnings of these kinds.' } },
  },
  entryId: 'warningId',
  now: async ({ warnings }, tx, key) => {
    const open = await warnings.openAt(tx, uncheckedId<FacilityId>(key), NEWEST);
    return { entries: (await namedBy(tx, open, 'acknowledgedBy', 'closedBy')).map(toWarning) };
  },
});
