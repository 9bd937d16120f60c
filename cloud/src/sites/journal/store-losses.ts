import type { FactListener } from '../../link/link.ports.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';

const LOST = {
  box: 'its settings',
  access: 'its access rules, which are given to it anew',
  journal: 'its journal',
  identity: 'its key',
} as const;

/** Listens to the boxes' journals: a box that lost what it kept is a warning, each time. Its disk may be at its end. */
export const storeLosses =
  ({ warnings }: { readonly warnings: Pick<WarningsService, 'raise'> }): FactListener =>
  async (tx, boxId, facilityId, { body }) => {
    if (body.kind !== 'store.rebuilt') return;
    const { store, why } = body.data;
    await warnings.raise(tx, {
      kind: 'box_store_lost',
      facilityId,
      subject: boxId,
      message: `Box ${boxId} has lost ${LOST[store]} (${why}). Look what stands over its doors, and at its disk.`,
    });
  };
