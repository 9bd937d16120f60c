import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { pinProblem, verifierOf } from '@gatehouse/shared/snapshot/pin.ts';
import { cardText, presentedHash, shortIdText } from '@gatehouse/shared/snapshot/presented.ts';
import { revoked } from '../../db/revoked.ts';
import type { Also, Tx } from '../../db/unit-of-work.ts';
import { credentialsFault } from './credentials.faults.ts';
import { credentialsRepo } from './credentials.repo.ts';
import type { CredentialsDeps } from './credentials.service.ts';
import { facilityKeys } from './facility-secrets.ts';

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
export const createCards = ({ db, clock, random, scopes, access }: CredentialsDeps) => {
  const changed = async (tx: Tx, { facilityId, personId }: Omit<OfPerson, 'by'>): Promise<void> => {
    await scopes.changed(tx, facilityId, [`person:${personId}`]);
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

  const tell = (tx: Tx, row: Existing) =>
    scopes.changed(tx, row.facility_id as FacilityId, [`person:${row.person_id}`]);

  /** Does something to a credential that is there, under the facility's lock. */
  const onExisting = <Done>(
    facilityId: FacilityId,
    id: string,
    act: (tx: Tx, row: Existing) => Promise<Done>,
    also?: Also,
  ): Promise<Done> =>
    db.write(async (tx) => {
      // The facility's lock first, and then the row: whose it is cannot change under the lock.
      await scopes.lock(tx, facilityId);
      const done = await act(tx, await existing(tx, facilityId, id));
      await also?.(tx);
      return done;
    });

  const pinEnds = async (tx: Tx, { facilityId, personId }: Omit<OfPerson, 'by'>): Promise<void> => {
    const [pin] = await credentialsRepo(tx).pinsOf(facilityId, [personId]);
    if (pin !== undefined) revoked(tx, { kind: 'pin', facilityId, subject: personId, value: [String(pin.set_at)] });
  };
  const removePinOf = async (tx: Tx, of: Omit<OfPerson, 'by'>): Promise<void> => {
    if ((await credentialsRepo(tx).pinsOf(of.facilityId, [of.personId])).length === 0) return;
    await changed(tx, of);
    const own = await credentialsRepo(tx).listOf(of.facilityId, [of.personId]);
    if (own.some(({ asks_pin }) => asks_pin === 1))
      throw credentialsFault('pin_needed', 'A card or short id of the person asks for the PIN.');
    await pinEnds(tx, of);
    await credentialsRepo(tx).removePin(of.personId);
  };

  return {
    /** Gives a person a card or a short id. Resolves with its id. Throws 409 if anybody at the facility has it. */
    addCredential: (of: OfPerson, given: NewCredential, also?: Also): Promise<string> =>
      db.write(async (tx) => {
        await changed(tx, of);
        const id = await insert(tx, of, given);
        await also?.(tx);
        return id;
      }),

    /** The old one opens nothing from the moment on that the new one does: for a lost card. */
    replaceCredential: (facilityId: FacilityId, id: string, text: string, by: string, also?: Also): Promise<string> => {
      const replace = async (tx: Tx, row: Existing): Promise<string> => {
        const { person_id: personId, kind, asks_pin } = row;
        await tell(tx, row);
        await credentialsRepo(tx).remove(id);
        revoked(tx, { kind: 'credential', facilityId, subject: id });
        const given = { kind: kind as NewCredential['kind'], text, asksPin: asks_pin === 1 };
        return insert(tx, { facilityId, personId, by }, given);
      };
      return onExisting(facilityId, id, replace, also);
    },

    /** One that is disabled stays its person's: nobody else gets it meanwhile. */
    disableCredential: (facilityId: FacilityId, id: string, disabled: boolean, also?: Also): Promise<void> => {
      const disable = async (tx: Tx, row: Existing): Promise<void> => {
        if (row.disabled === (disabled ? 1 : 0)) return;
        await tell(tx, row);
        await credentialsRepo(tx).setDisabled(id, disabled);
        if (disabled) revoked(tx, { kind: 'credential', facilityId, subject: id });
      };
      return onExisting(facilityId, id, disable, also);
    },

    removeCredential: (facilityId: FacilityId, id: string, also?: Also): Promise<void> => {
      const remove = async (tx: Tx, row: Existing): Promise<void> => {
        await tell(tx, row);
        await credentialsRepo(tx).remove(id);
        revoked(tx, { kind: 'credential', facilityId, subject: id });
      };
      return onExisting(facilityId, id, remove, also);
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
    listOfPerson: (
      facilityId: FacilityId,
      personId: string,
    ): Promise<{ readonly credentials: readonly ListedCredential[]; readonly pinSetAt: number | undefined }> =>
      db.read(async (tx) => {
        await access.requirePerson(tx, facilityId, personId);
        const [pin] = await credentialsRepo(tx).pinsOf(facilityId, [personId]);
        return {
          credentials: (await credentialsRepo(tx).listOf(facilityId, [personId])).map(listed),
          pinSetAt: pin?.set_at,
        };
      }),

    listCredentials: (facilityId: FacilityId, personId: string): Promise<ListedCredential[]> =>
      db.read(async (tx) => (await credentialsRepo(tx).listOf(facilityId, [personId])).map(listed)),

    /** Sets or changes a person's PIN. Throws 400 for one that anybody would try. */
    setPin: async (of: OfPerson, pin: string, also?: Also): Promise<void> => {
      const problem = pinProblem(pin);
      if (problem !== undefined) throw credentialsFault('credential_refused', `pin: ${problem}`);
      const verifier = JSON.stringify(await verifierOf(pin, random)); // Slow on purpose, so not within the unit.
      await db.write(async (tx) => {
        await changed(tx, of);
        await pinEnds(tx, of);
        await credentialsRepo(tx).putPin({
          person_id: of.personId,
          facility_id: of.facilityId,
          verifier,
          set_by: of.by,
          set_at: clock.wallMs(),
        });
        await also?.(tx);
      });
    },

    /** Throws 409 while something of the person's asks for the PIN. */
    removePin: (of: Omit<OfPerson, 'by'>, also?: Also): Promise<void> =>
      db.write(async (tx) => {
        await scopes.lock(tx, of.facilityId);
        await access.requirePerson(tx, of.facilityId, of.personId);
        await removePinOf(tx, of);
        await also?.(tx);
      }),
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
