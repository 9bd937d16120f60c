import { createHmac } from 'node:crypto';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, OrgId, PartnerId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { consentsRepo } from './consents.repo.ts';
import { meaningOf } from './opt-out-words.ts';
import { smsFault } from './sms.faults.ts';
import type { ConsentState } from './sms.tables.ts';

export interface ConsentsDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  /** Another key is derived of it. */
  readonly erasureKey: Uint8Array;
}
export type Consents = ReturnType<typeof createConsents>;

/** Somebody as staff name them. */
export interface Named {
  readonly phone: string;
  readonly facilityId: FacilityId | null;
  readonly partnerId: PartnerId | null;
  readonly memberId: string | null;
  readonly userId: string | null;
}
/** What they said to staff, in which words, and where that is written down. */
export interface GivenConsent {
  readonly state: 'in' | 'out';
  readonly wording: string;
  readonly proof: string;
  readonly by: string;
}

/** An answer to one of our texts. */
export interface InboundSms {
  /** The provider's id of it. */
  readonly id: string;
  readonly from: string;
  readonly text: string;
  /** The provider has answered it by itself. */
  readonly isAnswered: boolean;
}

const HELP = 'This number sends notices of your club. Ask at its desk. Reply STOP to opt out.';
const GOODBYE = 'You get no more texts from us. Reply START if you want them again.';

/** Of whom texts may be sent. Numbers are looked up by a keyed hash: the table says of nobody who they are. */
export const createConsents = ({ clock, random, erasureKey }: ConsentsDeps) => {
  const key = createHmac('sha256', erasureKey).update('sms consent').digest();
  const hashOf = (phone: string): string => createHmac('sha256', key).update(phone).digest('base64url');
  const NOBODY = { facility_id: null, partner_id: null, member_id: null, user_id: null } as const;

  /** By somebody's own word, or the provider's: of every organisation. Does nothing where that word was heard before. */
  const heard = async (
    tx: Tx,
    {
      id,
      phone,
      state,
      source,
      wording,
    }: { id: string; phone: string; state: ConsentState; source: 'answer' | 'provider'; wording: string | null },
  ): Promise<void> => {
    const now = clock.wallMs();
    const of = { org_id: '', phone_hash: hashOf(phone), state } as const;
    const entry = {
      ...of,
      ...NOBODY,
      id,
      source,
      wording,
      proof: null,
      at: now,
      stored_by: 'provider',
    };
    if (await consentsRepo(tx).addEntry(entry)) await consentsRepo(tx).put({ ...of, at: now });
  };

  const isOutEverywhere = async (tx: Tx, phone: string): Promise<boolean> =>
    (await consentsRepo(tx).standing('', [hashOf(phone)])).some(({ state }) => state === 'out');

  return {
    hashOf,

    /** How each of these numbers stands to an organisation now. Who has said STOP and START since has agreed to nothing. */
    standingOf: async (tx: Tx, orgId: OrgId, phones: readonly string[]): Promise<(phone: string) => ConsentState> => {
      const hashes = [...new Set(phones.map(hashOf))];
      const rows = hashes.length === 0 ? [] : await consentsRepo(tx).standing(orgId, hashes);
      const find = (phone: string, org: string) => {
        const hash = hashOf(phone);
        return rows.find((row) => row.phone_hash === hash && row.org_id === org);
      };
      return (phone) => {
        const [own, everywhere] = [find(phone, orgId), find(phone, '')];
        if (own?.state === 'out' || everywhere?.state === 'out') return 'out';
        const isStanding = own?.state === 'in' && Number(own.at) > Number(everywhere?.at ?? 0);
        return isStanding ? 'in' : 'none';
      };
    },

    /** Writes down what somebody has said to staff. Throws `sms_opted_out` where they have said STOP themselves since. */
    record: async (tx: Tx, orgId: OrgId, named: Named, { state, by, ...given }: GivenConsent): Promise<void> => {
      const phone_hash = hashOf(named.phone);
      if (state === 'in' && (await isOutEverywhere(tx, named.phone)))
        throw smsFault('sms_opted_out', 'Whoever has this number has answered STOP.');
      await consentsRepo(tx).addEntry({
        ...given,
        id: randomId('smc', random, clock.wallMs()),
        org_id: orgId,
        phone_hash,
        state,
        source: 'staff',
        facility_id: named.facilityId,
        partner_id: named.partnerId,
        member_id: named.memberId,
        user_id: named.userId,
        at: clock.wallMs(),
        stored_by: by,
      });
      await consentsRepo(tx).put({ org_id: orgId, phone_hash, state, at: clock.wallMs() });
    },

    /** The provider says that this number wants nothing from ours. `id`: of the text that it refused. */
    refusedByProvider: (tx: Tx, id: string, phone: string): Promise<void> =>
      heard(tx, { id, phone, state: 'out', source: 'provider', wording: null }),

    /** What somebody answered to a text. Resolves with what they are to be told, if anything. */
    answered: async (tx: Tx, { id, from, text, isAnswered }: InboundSms): Promise<string | undefined> => {
      const meaning = meaningOf(text);
      if (meaning === 'none') return undefined;
      if (meaning === 'help') return isAnswered ? undefined : HELP;
      const state = meaning === 'out' ? 'out' : 'none';
      // A YES to something else takes nothing back, and must not end what was agreed to.
      if (state === 'none' && !(await isOutEverywhere(tx, from))) return undefined;
      await heard(tx, { id, phone: from, state, source: 'answer', wording: text.slice(0, 200) });
      return meaning === 'out' && !isAnswered ? GOODBYE : undefined;
    },
  };
};
