import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Zones } from '../../kit/zones.ts';
import type { ClubAgreements } from './club-agreements.ts';
import type { Drawing } from './drawing.ts';
import { localTime } from './local-days.ts';

const USER_AGENT_LENGTH_MAX = 400;

/** The browser that somebody came with, as evidence keeps it. */
export const browserOf = (userAgent: string | null | undefined): string | null =>
  userAgent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null;

/** What evidence says of every signature, whoever signs and however they came: what was signed, what they said by it, how, and when. */
export const signedFacts = (
  {
    standing,
    facility,
    statement,
  }: Pick<Awaited<ReturnType<ClubAgreements['document']>>, 'standing' | 'facility' | 'statement'>,
  { typed = false, drawing }: { readonly typed?: boolean | undefined; readonly drawing?: Drawing | undefined },
  at: number,
  zones: Zones,
) => ({
  v: 1,
  document: {
    agreementId: standing.agreementId,
    version: standing.version,
    variationRevision: standing.variation?.revision ?? null,
    title: standing.title,
    sha256: standing.documentSha256,
  },
  club: { facilityId: facility.id, name: facility.name },
  statement,
  locale: 'en',
  method: standing.requirement,
  typed,
  drawing: drawing ? { ...drawing } : null,
  signedAt: isoOf(at),
  signedAtLocal: localTime(zones, facility.timezone, at),
  timeZone: facility.timezone,
});
