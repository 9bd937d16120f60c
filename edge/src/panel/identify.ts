import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { PinVerifier, StaffEntry } from '@gatehouse/shared/snapshot/entries.ts';
import { unwrapNameKey } from '@gatehouse/shared/snapshot/names.ts';
import { pinMatches } from '@gatehouse/shared/snapshot/pin.ts';

export type StaffMember = StaffEntry & { readonly staffId: string };

/** Who acts at the panel. `owner` holds the PIN of the box itself, which counts only while the box knows no staff. */
export interface Who {
  readonly staffId: string;
  /** What facts and maintenance say of who did it. */
  readonly name: string;
  readonly role: StaffEntry['role'];
}

export interface Identified {
  readonly who: Who;
  /** Opens the names of persons. Never written anywhere. */
  readonly nameKey: Uint8Array | undefined;
  /** The verifier that let them in: once another one is in force, the session is over. */
  readonly verifiedBy: string;
}

export const OWNER: Who = { staffId: 'owner', name: 'Box owner', role: 'manager' };

/** Upper and lower case, and how many spaces, do not matter. */
const plain = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');

export interface Identifying {
  /** Whom these tries count against: somebody's own, whether the PIN is right or not. */
  subject(name: string): string;
  /** Takes as long for a name that nobody has as for one that somebody has. */
  identify(name: string, pin: string): Promise<Identified | undefined>;
  /** Whether the name has to be given: there is staff. */
  namesAsked(): boolean;
  /** Who it is by now; undefined if they may not be here any more. */
  current(identified: Identified): Who | undefined;
}

/** Recognises staff by name and PIN, and the box's owner by the PIN of the box for as long as there is no staff. */
export const createIdentifying = (deps: {
  readonly staff: () => readonly StaffMember[];
  readonly owner: PinVerifier;
  readonly random: RandomBytes;
}): Identifying => {
  const { staff, owner, random } = deps;
  const text = (bytes: number) => Buffer.from(random(bytes)).toString('base64');
  /** What a PIN under a name that nobody has is compared with: no PIN makes it. */
  const nobody: PinVerifier = { salt: text(16), key: text(32) };
  const named = (name: string) => staff().filter((member) => plain(member.name) === plain(name));
  const namesAsked = () => staff().length > 0;

  const identifyStaff = async (name: string, pin: string): Promise<Identified | undefined> => {
    const candidates = named(name);
    if (candidates.length === 0) await pinMatches(pin, nobody);
    for (const member of candidates) {
      if (!(await pinMatches(pin, member.pin))) continue;
      const { staffId, role, nameKey } = member;
      return {
        who: { staffId, name: member.name, role },
        nameKey: nameKey === undefined ? undefined : await unwrapNameKey(pin, nameKey),
        verifiedBy: member.pin.key,
      };
    }
    return undefined;
  };

  return {
    namesAsked,
    subject: (name) => (namesAsked() ? (named(name)[0]?.staffId ?? 'nobody') : OWNER.staffId),
    identify: async (name, pin) => {
      if (namesAsked()) return identifyStaff(name, pin);
      return (await pinMatches(pin, owner)) ? { who: OWNER, nameKey: undefined, verifiedBy: owner.key } : undefined;
    },
    current: ({ who, verifiedBy }) => {
      if (who.staffId === OWNER.staffId) return namesAsked() ? undefined : who;
      const member = staff().find(({ staffId, pin }) => staffId === who.staffId && pin.key === verifiedBy);
      return member === undefined ? undefined : { staffId: member.staffId, name: member.name, role: member.role };
    },
  };
};
