import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import { dayIn, type Zones } from '../../kit/zones.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import { agreementsFault } from './agreements.faults.ts';
import { agreementsRepo, type VersionRow } from './agreements.repo.ts';
import type { Kind, Requirement } from './agreements.tables.ts';
import { askedOfClub, askedOfClubBy, askedRepo, type OutstandingOf, zonesOfFacilities } from './asked.repo.ts';
import { cuaConfigOf } from './cua-config.ts';
import { type Clause, documentSha256, personalStatementOf, statementOf, type VariationRef } from './document.ts';
import { localDays } from './local-days.ts';
import { attachmentsIn } from './saving.ts';

export interface ClubAgreementsDeps extends Pick<Environment, 'clock'> {
  readonly zones: Zones;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
}

export interface ClubFilters {
  readonly sort: 'date-effective' | 'alphabetical';
  readonly acknowledgement: 'all' | 'acknowledged' | 'unacknowledged';
  readonly requirement: 'all' | Requirement;
  readonly status: 'all' | 'active' | 'archived';
}

type Row = Awaited<ReturnType<typeof askedOfClub>>[number];

const variationRefOf = ({ variation_revision, variation_sha256 }: Row): VariationRef | null =>
  variation_revision === null || variation_sha256 === null
    ? null
    : { revision: Number(variation_revision), sha256: variation_sha256 };

/** An agreement as it stands at a club. */
const standingOf = (row: Row, day: string) => {
  const variation = variationRefOf(row);
  const isOutstanding = row.state === 'active' && row.requirement !== 'none' && row.signature_id === null;
  return {
    agreementId: row.agreement_id,
    title: row.title,
    requirement: row.requirement,
    state: row.state === 'archived' ? ('archived' as const) : ('active' as const),
    version: Number(row.number),
    changeNote: row.change_note,
    effectiveOn: row.effective_on,
    publishedAt: isoOf(Number(row.published_at)),
    attachments: [...attachmentsIn(row)],
    acknowledged:
      row.signature_id === null
        ? null
        : {
            signatureId: row.signature_id,
            version: Number(row.signed_version),
            signedBy: row.signer_id as string,
            signedAt: isoOf(Number(row.signed_at)),
          },
    outstanding: isOutstanding,
    overdue: isOutstanding && row.effective_on <= day,
    variation:
      variation === null
        ? null
        : {
            revision: variation.revision,
            clauses: JSON.parse(row.clauses as string) as Clause[],
            note: row.note as string,
            fromOn: row.from_on as string,
            untilOn: row.until_on,
          },
    documentSha256: documentSha256(row.sha256, variation),
  };
};
export type Standing = ReturnType<typeof standingOf>;

const isWanted = (row: Row, { acknowledgement, requirement, status }: ClubFilters): boolean => {
  const isAcknowledged = row.signature_id !== null;
  // What asks for nothing is neither acknowledged nor the opposite of it.
  const fits = {
    all: true,
    acknowledged: isAcknowledged,
    unacknowledged: !isAcknowledged && row.requirement !== 'none',
  }[acknowledgement];
  return (
    fits && (requirement === 'all' || requirement === row.requirement) && (status === 'all' || status === row.state)
  );
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const ORDERS: Readonly<Record<ClubFilters['sort'], (a: Row, b: Row) => number>> = {
  'date-effective': (a, b) => compare(b.effective_on, a.effective_on) || compare(a.agreement_id, b.agreement_id),
  alphabetical: (a, b) => compare(a.title_key, b.title_key) || compare(a.agreement_id, b.agreement_id),
};

export type ClubAgreements = ReturnType<typeof createClubAgreements>;

/** What clubs are asked to agree to, and how far they have. */
export const createClubAgreements = ({ clock, zones, organisations }: ClubAgreementsDeps) => {
  const at = async (tx: Tx, facilityId: FacilityId, agreementId?: string, kind: Kind = 'club') => {
    const facility = await organisations.findFacility(tx, facilityId);
    if (facility === undefined) throw agreementsFault('agreement_unknown', 'There is no such club.');
    const day = dayIn(zones, facility.timezone, clock.wallMs());
    const asked = { facilityId: facility.id, day, kind };
    const rows = await (agreementId === undefined
      ? askedOfClub(tx, asked)
      : askedOfClubBy(tx, { ...asked, agreementId }));
    return { facility, day, rows };
  };
  const documentAt = async (tx: Tx, facilityId: FacilityId, agreementId: string, kind?: Kind) => {
    const { facility, day, rows } = await at(tx, facilityId, agreementId, kind);
    const [row] = rows;
    if (row === undefined) return undefined;
    const version = (await agreementsRepo(tx).version(row.agreement_id, Number(row.number))) as VersionRow;
    return { facility, day, standing: standingOf(row, day), versionId: row.version_id, body: version.body_md };
  };

  return {
    list: async (tx: Tx, facilityId: FacilityId, filters: ClubFilters): Promise<Standing[]> => {
      const { day, rows } = await at(tx, facilityId);
      const wanted = rows.filter((row) => isWanted(row, filters));
      return wanted.sort(ORDERS[filters.sort]).map((row) => standingOf(row, day));
    },

    /** Whether a published agreement is for this club. */
    isFor: async (tx: Tx, facilityId: FacilityId, agreementId: string): Promise<boolean> =>
      (await organisations.findFacility(tx, facilityId)) !== undefined &&
      (await at(tx, facilityId, agreementId)).rows.length > 0,

    /** What people at a club are asked for by an agreement of that kind; undefined where there is none, or it is not asked now. */
    forPeople: async (tx: Tx, facilityId: FacilityId, agreementId: string) => {
      const { facility, rows } = await at(tx, facilityId, agreementId, 'club-user');
      const [row] = rows;
      const agreement = row?.state === 'active' ? await agreementsRepo(tx).find(row.agreement_id) : undefined;
      if (row === undefined || agreement === undefined) return undefined;
      const { version_id: versionId, title } = row;
      const cua = cuaConfigOf(undefined, agreement.cua_config);
      return { facility, agreementId: row.agreement_id, versionId, version: Number(row.number), title, cua };
    },

    /** What people at a club may be asked for, and what they were asked for once, by title. */
    listForPeople: async (tx: Tx, facilityId: FacilityId) => {
      const { rows } = await at(tx, facilityId, undefined, 'club-user');
      return rows.toSorted(ORDERS.alphabetical).map(({ agreement_id, title, state, number }) => ({
        ...{ agreementId: agreement_id, title, version: Number(number) },
        state: state === 'archived' ? ('archived' as const) : ('active' as const),
      }));
    },

    /** One document as a club has it, to be read and signed. Throws `agreement_unknown`. */
    document: async (tx: Tx, facilityId: FacilityId, agreementId: string) => {
      const found = await documentAt(tx, facilityId, agreementId);
      if (found === undefined) throw agreementsFault('agreement_unknown', 'This club has no such agreement.');
      return { ...found, statement: statementOf(found.standing.requirement, found.facility.name) };
    },

    /** The same for a person at a club who is asked for it; undefined where it is asked of nobody there any more. */
    documentForPerson: async (tx: Tx, facilityId: FacilityId, agreementId: string) => {
      const found = await documentAt(tx, facilityId, agreementId, 'club-user');
      if (found?.standing.state !== 'active') return undefined;
      const agreement = await agreementsRepo(tx).find(found.standing.agreementId);
      const cua = cuaConfigOf(undefined, agreement?.cua_config ?? null);
      return { ...found, cua, statement: personalStatementOf(found.standing.requirement) };
    },

    /** How much is outstanding: in all, and club by club. */
    outstanding: async (
      tx: Tx,
      of: OutstandingOf,
      { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
    ) => {
      const { reach } = of;
      if (reach !== 'everywhere' && reach.organisations.length + reach.facilities.length === 0)
        return { total: 0, overdue: 0, data: [], next: null };
      const repo = askedRepo(tx, localDays(zones, await zonesOfFacilities(tx), clock.wallMs()));
      const { total, overdue } = await repo.outstandingInAll(of);
      const rows = await repo.outstandingByClub(of, { after: uncheckedId<FacilityId>(after), limit: limit + 1 });
      const page = rows.slice(0, limit);
      return {
        total: Number(total),
        overdue: Number(overdue),
        data: page.map((row) => ({
          facilityId: row.facility_id,
          outstanding: Number(row.outstanding),
          overdue: Number(row.overdue),
          oldestEffectiveOn: row.oldest_effective_on,
        })),
        next: rows.length > limit ? (page.at(-1)?.facility_id ?? null) : null,
      };
    },
  };
};
