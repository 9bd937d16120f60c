import type { FactListener } from '../../link/link.ports.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';

/** Listens to the boxes' journals: a panel that was closed because of many wrong PINs is a warning, each time. */
export const panelGuesses =
  ({ warnings }: { readonly warnings: Pick<WarningsService, 'raise'> }): FactListener =>
  async (tx, boxId, facilityId, { body }) => {
    if (body.kind !== 'panel.locked_out') return;
    await warnings.raise(tx, {
      kind: 'panel_guessed_at',
      facilityId,
      subject: boxId,
      message: `Somebody tries PINs at the panel of box ${boxId}: ${body.data.tries} wrong ones. It is closed for a while.`,
    });
  };
