import { X509Certificate } from 'node:crypto';
import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BoxId, FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { newAuthority, signRequest } from '@gatehouse/shared/tls/certificates.ts';
import { isPrivateName } from '@gatehouse/shared/tls/private-names.ts';
import type { CertificateAnswer } from '@gatehouse/shared/wire/device-api.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import type { BoxesService } from '../boxes/boxes.module.ts';
import type { WarningsService } from '../warnings/warnings.service.ts';
import { authoritiesRepo } from './authorities.repo.ts';
import type { FacilityAuthorityTable } from './authorities.tables.ts';
import { areOfOneHost, type ListenerAt, takeNames } from './certified-names.ts';

/** With less than this left an authority gets a successor, which boxes offer beside it from then on. */
const SUCCEED_BEFORE = Days(730);
/** With less than this left it signs no more: phones have had a year to learn of the successor. */
const SIGNS_UNTIL = Days(365);
/** RFC 5280 appendix A.1 allows 64 characters. */
const NAME_MAX = 48;

export interface AuthoritiesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Clock;
  readonly boxes: Pick<BoxesService, 'findActive'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly warnings: Pick<WarningsService, 'keep' | 'close'>;
}
/** What came of a box's request: why not is said to the box as well as to operators. */
type Certified = ({ readonly ok: true } & CertificateAnswer) | { readonly ok: false; readonly why: string };

/** Boxes of releases before did not say. */
const LISTENERS = ['panel', 'broker'];
const WHY = {
  malformed: 'must be a request (PKCS #10) for 1 to 16 names.',
  not_proven: 'must be signed with the key that it names.',
  name_not_allowed: 'must name private addresses, loopback and .local names only.',
} as const;
export type AuthoritiesService = ReturnType<typeof createAuthoritiesService>;

/** The certificate authority of each facility, for what its boxes serve on the LAN. */
export const createAuthoritiesService = ({ db, clock, boxes, organisations, warnings }: AuthoritiesDeps) => {
  const left = ({ ends_at }: FacilityAuthorityTable): number => ends_at - clock.wallMs();

  /** Made before the unit that claims its place: what another process claimed first is taken instead. */
  const make = async (facilityId: FacilityId, generation: number): Promise<FacilityAuthorityTable> => {
    const facility = await db.read((tx) => organisations.findFacility(tx, facilityId));
    if (facility === undefined) throw new Bug('an authority for no facility');
    const name = `${Array.from(facility.name).slice(0, NAME_MAX).join('').trim()} doors`;
    const made = await newAuthority(name, clock.wallMs(), {
      unit: `${facilityId} ${generation}`,
      privateNamesOnly: true,
    });
    return {
      facility_id: facilityId,
      generation,
      certificate: made.certificatePem,
      private_key: made.keyPem,
      ends_at: Date.parse(new X509Certificate(made.certificatePem).validTo),
    };
  };

  /** The authority that signs now, and its successor if there is one. Makes what is missing. */
  const standing = async (facilityId: FacilityId): Promise<readonly FacilityAuthorityTable[]> => {
    const { known, last } = await db.read(async (tx) => ({
      known: await authoritiesRepo(tx).list(facilityId, clock.wallMs()),
      last: await authoritiesRepo(tx).lastGeneration(facilityId),
    }));
    const newest = known.at(-1);
    const all =
      newest !== undefined && left(newest) > SUCCEED_BEFORE ? known : [...known, await claim(facilityId, last + 1)];
    const signer = all.findIndex((authority) => left(authority) > SIGNS_UNTIL);
    return all.slice(signer).slice(0, 2);
  };
  const claim = async (facilityId: FacilityId, generation: number): Promise<FacilityAuthorityTable> => {
    const row = await make(facilityId, generation);
    return db.write((tx) => authoritiesRepo(tx).ensure(row));
  };

  /** Why a listener does not get a certificate for these names. Where it does, they are its own from then on. */
  const refusalOf = async (tx: Tx, at: ListenerAt, names: readonly string[]): Promise<string | undefined> => {
    if (!areOfOneHost(names)) return 'must name one host of .local.';
    const held = await takeNames(tx, at, { names, now: clock.wallMs() });
    return held && `must not name ${held.name}: box ${held.box_id} of this facility is called that.`;
  };

  return {
    /**
     * Signs a box's request (PKCS #10) with the authority of the facility that it belongs to: not when it is not proven, names
     * what a box may not speak for, or what another box of the facility is called, which operators hear of.
     */
    certify: async (boxId: BoxId, csr: string): Promise<Certified> => {
      const box = await db.read((tx) => boxes.findActive(tx, boxId));
      if (box === undefined) return { ok: false, why: 'The box belongs to no facility.' };
      const facilityId = box.facility_id;
      const authorities = await standing(facilityId);
      const [signer] = authorities;
      if (signer === undefined) throw new Bug('no authority signs');
      const pair = { keyPem: signer.private_key, certificatePem: signer.certificate };
      const now = clock.wallMs();
      const signed = await signRequest(pair, csr, isPrivateName, now);
      const listener = (signed.ok && LISTENERS.find((one) => one === signed.unit)) || 'panel';
      const why = await db.write(async (tx) => {
        const subject = { kind: 'certificate_refused', facilityId, subject: `${boxId}/${listener}` } as const;
        const refusal = signed.ok
          ? await refusalOf(tx, { boxId, facilityId, listener }, signed.names)
          : WHY[signed.why];
        if (refusal === undefined) await warnings.close(tx, [subject]);
        else
          await warnings.keep(tx, [
            {
              ...subject,
              message: `Box ${boxId} asks for a certificate of its ${listener} in vain: its request ${refusal}`,
            },
          ]);
        return refusal;
      });
      if (why !== undefined || !signed.ok) return { ok: false, why: `csr: ${why}` };
      const certificate = signed.certificatePem;
      return { ok: true, certificate, authorities: authorities.map(({ certificate: one }) => one) };
    },

    /** What phones and LAN devices of a facility are to trust: the authority that signs, and its successor if there is one. */
    offered: async (facilityId: FacilityId) =>
      (await standing(facilityId)).map(({ certificate, ends_at }) => ({
        certificate,
        fingerprint: new X509Certificate(certificate).fingerprint256,
        endsAt: ends_at,
      })),
  };
};
