import type { Placed } from '../../platform/users/platform-surface.ts';
import { agreementsFault } from './agreements.faults.ts';
import type { AgreementRow } from './agreements.repo.ts';

/** Whoever administers where an agreement belongs: an organisation, or the platform. */
export const administers = { needs: 'admin', in: 'resource' } as const;

/** Where an agreement belongs: the platform is no place in particular. */
export const placeOf = ({ org_id }: Pick<AgreementRow, 'org_id'>): Placed => ({
  at: org_id === null ? {} : { organisationId: org_id },
});

export const noSuchAgreement = () => agreementsFault('agreement_unknown', 'There is no such agreement.');
