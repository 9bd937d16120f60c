import { panelGuesses } from './modules/entries/entries.module.ts';
import { storeLosses } from './modules/journal/journal.module.ts';
import type { FactListener } from './modules/journal/journal.service.ts';
import type { WarningsService } from './modules/warnings/warnings.module.ts';

type Listens = { readonly factStored: FactListener };

/** Who hears of facts of boxes, in this order: what became of commands and orders comes first. */
export const factListeners = (of: {
  readonly unlocks: Listens;
  readonly doors: Listens;
  readonly lockdowns: Listens;
  readonly entries: Listens;
  readonly webhooks: Listens;
  readonly inquiries: Listens;
  readonly warnings: WarningsService;
}): readonly FactListener[] => [
  of.unlocks.factStored,
  of.doors.factStored,
  of.lockdowns.factStored,
  of.entries.factStored,
  of.webhooks.factStored,
  of.inquiries.factStored,
  panelGuesses(of),
  storeLosses(of),
];
