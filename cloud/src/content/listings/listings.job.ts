import { z } from 'zod';
import type { JobKind } from '../../platform/jobs/jobs.module.ts';
import { type ListingsService, REMOVE_LOCATION } from './listings.service.ts';

const Payload = z.strictObject({ locationId: z.string() });

/** First at the provider, then the link: whoever dies in between begins with what is gone there already. */
export const removeLocationJob = (
  listings: Pick<ListingsService, 'carryOutRemoval'>,
): JobKind<z.infer<typeof Payload>> => ({
  name: REMOVE_LOCATION,
  payload: Payload,
  atOnce: 2,
  run: ({ locationId }) => listings.carryOutRemoval(locationId),
});
