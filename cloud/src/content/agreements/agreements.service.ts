import type { Environment } from '../../kit/modules/module.ts';
import type { Zones } from '../../kit/zones.ts';
import type { WebhooksService } from '../../operation/webhooks/webhooks.module.ts';
import { createCatalogue } from './catalogue.ts';
import { createClubAgreements } from './club-agreements.ts';
import { createSaving, type SavingDeps } from './saving.ts';
import { signedText } from './signed-text.ts';
import { createSigning, type SigningDeps } from './signing.ts';
import { createVariations } from './variations.ts';

export interface AgreementsDeps extends SavingDeps, Pick<Environment, 'clock' | 'random'> {
  readonly zones: Zones;
  readonly webhooks: Pick<WebhooksService, 'add'>;
  readonly signed: SigningDeps['signed'];
}
export type AgreementsService = ReturnType<typeof createAgreementsService>;

/** What organisations, and the platform, ask their clubs to agree to. */
export const createAgreementsService = (deps: AgreementsDeps) => {
  const clubs = createClubAgreements(deps);
  const signing = createSigning({ ...deps, clubs });
  return {
    ...createSaving(deps),
    catalogue: createCatalogue(deps),
    clubs,
    variations: createVariations(deps),
    sign: signing.sign,
    findSignature: signing.find,
    signedText,
  };
};
