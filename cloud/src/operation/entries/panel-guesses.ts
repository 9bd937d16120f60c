import { Seconds } from '@gatehouse/shared/time/duration.ts';
import type { FactListener } from '../../link/link.ports.ts';
import type { AlarmKind } from '../../sites/warnings/alarm-kinds.ports.ts';
import type { WarningsService } from '../../sites/warnings/warnings.service.ts';

export const PANEL_ALARMS: readonly AlarmKind[] = [
  {
    ...{ kind: 'panel_guessed_at', title: 'Somebody tries PINs at a panel', tellAfter: Seconds(0) },
    why: 'Whoever does so stands there now, or is on the network of the staff.',
  },
];

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
