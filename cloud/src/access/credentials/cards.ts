import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { PinVerifier } from '@gatehouse/shared/snapshot/entries.ts';
import { verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { cardText, presentedHash, shortIdText } from '@gatehouse/shared/snapshot/presented.ts';
import { revoked } from '../../kit/db/revoked.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { credentialsFault } from './credentials.faults.ts';
import { credentialsRepo } from './credentials.repo.ts';
import type { CredentialsDeps } from './credentials.service.ts';
import { facilityKeys } from './facility-secrets.ts';
import { requireGoodPin } from './good-pin.ts';

/** A person at a facility, and who of the staff says something of them. */
export interface OfPerson {
  readonly facilityId: FacilityId;
  readonly personId: string;
  readonly by: string;
}
export interface NewCredential {
  readonly kind: 'card' | 'short_id';
  /** What the reader gives, or what is typed. Never kept. */
  readonly text: string;
  /** A card that asks for the PIN as well. A short id always does. */
  readonly asksPin?: boolean;
}
/** What staff see of a card or short id. */
export interface ListedCredential {
  readonly id: string;
  readonly kind: string;
  readonly endsWith: string;
  readonly asksPin: boolean;
  readonly disabled: boolean;
  readonly addedBy: string;
  readonly addedAt: number;
}

const CREDENTIALS_MAX = 20;

/** Enough to tell two cards apart, and too little to make one. */
const hintOf = (text: string): string => text.slice(text.length >= 8 ? -4 : -2);

const textOf = ({ kind, text }: NewCredential): string => {
  const plain = kind === 'card' ? cardText(text) : shortIdText(text);
  if (plain === undefined || plain === '0')
    throw credentialsFault(
      'credential_refused',
      kind === 'card' ? 'number: That is no card’s number.' : 'number: A short id has 3 to 10 digits.',
    );
  return plain;
};

/** Cards, short ids and PINs of persons. Every change is told to the boxes by its person. */
export const createCards = ({ clock, random, scopes, access }: CredentialsDeps) => {
  const changed = async (tx: Tx, { facilityId, personId }: Omit<OfPerson, 'by'>): Promise<void> => {
    await scopes.recordChanges(tx, facilityId, [`person:${personId}`]);
    await access.requirePerson(tx, facilityId, personId);
  };

  const insert = async (tx: Tx, { facilityId, personId, by }: OfPerson, given: NewCredential): Promise<string> => {
    const repo = credentialsRepo(tx);
    const text = textOf(given);
    const asksPin = given.kind === 'short_id' || given.asksPin === true;
    if (asksPin && (await repo.pinsOf(facilityId, [personId])).length === 0)
      throw credentialsFault('pin_needed', 'The person has no PIN yet.');
    if ((await repo.listOf(facilityId, [personId])).length >= CREDENTIALS_MAX)
      throw credentialsFault('credentials_too_many', `A person has at most ${CREDENTIALS_MAX} cards and short ids.`);
    const { credentialKey } = await facilityKeys(tx, random, facilityId);
    const id = randomId('crd', random);
    const isNew = await repo.insert({
      id,
      facility_id: facilityId,
      person_id: personId,
      kind: given.kind,
      hash: presentedHash(credentialKey, given.kind, text),
      hint: hintOf(text),
      asks_pin: asksPin ? 1 : 0,
      disabled: 0,
      added_by: by,
      added_at: clock.wallMs(),
    });
    if (!isNew) throw credentialsFault('credential_of_another_person', 'Somebody here has it already.');
    return id;
  };

  const existing = async (tx: Tx, facilityId: FacilityId, id: string) => {
    const row = await credentialsRepo(tx).find(facilityId, id);
    if (row === undefined)
      throw credentialsFault('credential_unknown', `There is no credential ${id} at this facility.`);
    return row;
  };

  type Existing = Awaited<ReturnType<typeof existing>>;

  const tell = (tx: Tx, row: Existing) => scopes.recordChanges(tx, row.facility_id, [`person:${row.person_id}`]);

  /** The facility's lock first, and then the row: whose it is cannot change under the lock. */
  const lockExisting = async (tx: Tx, facilityId: FacilityId, id: string): Promise<Existing> => {
    await scopes.lock(tx, facilityId);
    return existing(tx, facilityId, id);
  };

  const pinEnds = async (tx: Tx, { facilityId, personId }: Omit<OfPerson, 'by'>): Promise<void> => {
    const [pin] = await credentialsRepo(tx).pinsOf(facilityId, [personId]);
    if (pin !== undefined) revoked(tx, { kind: 'pin', facilityId, subject: personId, value: [String(pin.set_at)] });
  };

  return {
    /** Gives a person a card or a short id. Resolves with its id. Throws 409 if anybody at the facility has it. */
    addCredential: async (tx: Tx, of: OfPerson, given: NewCredential): Promise<string> => {
      await changed(tx, of);
      return insert(tx, of, given);
    },

    /** The old one opens nothing from the moment on that the new one does: for a lost card. */
    replaceCredential: async (
      tx: Tx,
      facilityId: FacilityId,
      id: string,
      { text, by }: { readonly text: string; readonly by: string },
    ): Promise<string> => {
      const row = await lockExisting(tx, facilityId, id);
      const { person_id: personId, kind, asks_pin } = row;
      await tell(tx, row);
      await credentialsRepo(tx).remove(id);
      revoked(tx, { kind: 'credential', facilityId, subject: id });
      const given = { kind: kind as NewCredential['kind'], text, asksPin: asks_pin === 1 };
      return insert(tx, { facilityId, personId, by }, given);
    },

    /** One that is disabled stays its person's: nobody else gets it meanwhile. */
    disableCredential: async (tx: Tx, facilityId: FacilityId, id: string, disabled: boolean): Promise<void> => {
      const row = await lockExisting(tx, facilityId, id);
      if (row.disabled === (disabled ? 1 : 0)) return;
      await tell(tx, row);
      await credentialsRepo(tx).setDisabled(id, disabled);
      if (disabled) revoked(tx, { kind: 'credential', facilityId, subject: id });
    },

    removeCredential: async (tx: Tx, facilityId: FacilityId, id: string): Promise<void> => {
      await tell(tx, await lockExisting(tx, facilityId, id));
      await credentialsRepo(tx).remove(id);
      revoked(tx, { kind: 'credential', facilityId, subject: id });
    },

    /** After a restore: one that was taken away opens nothing, and is still its person's. Resolves with whether it did. */
    disableAgain: async (tx: Tx, facilityId: FacilityId, id: string): Promise<boolean> => {
      await scopes.lock(tx, facilityId);
      const row = await credentialsRepo(tx).find(facilityId, id);
      if (row === undefined || row.disabled === 1) return false;
      await tell(tx, row);
      await credentialsRepo(tx).setDisabled(id, true);
      return true;
    },

    /** After a restore: a PIN that was changed or taken away since. Resolves with whether it was still there. */
    removePinAgain: async (tx: Tx, facilityId: FacilityId, personId: string, setAt: number): Promise<boolean> => {
      await scopes.lock(tx, facilityId);
      const [pin] = await credentialsRepo(tx).pinsOf(facilityId, [personId]);
      if (pin === undefined || Number(pin.set_at) > setAt) return false;
      await changed(tx, { facilityId, personId });
      await credentialsRepo(tx).removePin(personId);
      return true;
    },

    /** With when the PIN was set, if there is one. Throws 404 for somebody of another facility, exactly as for nobody. */
    listOfPerson: async (
      tx: Tx,
      facilityId: FacilityId,
      personId: string,
    ): Promise<{ readonly credentials: readonly ListedCredential[]; readonly pinSetAt: number | undefined }> => {
      await access.requirePerson(tx, facilityId, personId);
      const [pin] = await credentialsRepo(tx).pinsOf(facilityId, [personId]);
      return {
        credentials: (await credentialsRepo(tx).listOf(facilityId, [personId])).map(listed),
        pinSetAt: pin?.set_at,
      };
    },

    listCredentials: async (tx: Tx, facilityId: FacilityId, personId: string): Promise<ListedCredential[]> =>
      (await credentialsRepo(tx).listOf(facilityId, [personId])).map(listed),

    /** What recognises a PIN, for `setPin`. Slow on purpose, so outside of the unit. Throws 400 for one that anybody would try. */
    verifierOfPin: (pin: string): Promise<PinVerifier> => {
      requireGoodPin(pin);
      return verifierOf(pin, random);
    },

    /** Sets or changes a person's PIN. */
    setPin: async (tx: Tx, of: OfPerson, verifier: PinVerifier): Promise<void> => {
      await changed(tx, of);
      await pinEnds(tx, of);
      await credentialsRepo(tx).putPin({
        person_id: of.personId,
        facility_id: of.facilityId,
        verifier: JSON.stringify(verifier),
        set_by: of.by,
        set_at: clock.wallMs(),
      });
    },

    /** Throws 409 while something of the person's asks for the PIN. */
    removePin: async (tx: Tx, of: Omit<OfPerson, 'by'>): Promise<void> => {
      await scopes.lock(tx, of.facilityId);
      await access.requirePerson(tx, of.facilityId, of.personId);
      if ((await credentialsRepo(tx).pinsOf(of.facilityId, [of.personId])).length === 0) return;
      await changed(tx, of);
      const own = await credentialsRepo(tx).listOf(of.facilityId, [of.personId]);
      if (own.some(({ asks_pin }) => asks_pin === 1))
        throw credentialsFault('pin_needed', 'A card or short id of the person asks for the PIN.');
      await pinEnds(tx, of);
      await credentialsRepo(tx).removePin(of.personId);
    },
  };
};

type CredentialRow = Awaited<ReturnType<ReturnType<typeof credentialsRepo>['listOf']>>[number];

const listed = (row: CredentialRow): ListedCredential => ({
  id: row.id,
  kind: row.kind,
  endsWith: row.hint,
  asksPin: row.asks_pin === 1,
  disabled: row.disabled === 1,
  addedBy: row.added_by,
  addedAt: row.added_at,
});
