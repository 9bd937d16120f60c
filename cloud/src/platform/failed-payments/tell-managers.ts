import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { zoneNamed } from '../../kit/zones.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Facility, OrganisationsService } from '../organisations/organisations.service.ts';
import { canSee, type RoleGrant } from '../users/users.module.ts';
import type { UsersService } from '../users/users.service.ts';
import { failedPaymentsRepo, type Window } from './failed-payments.repo.ts';
import { failedPaymentsMail } from './failed-payments-mail.ts';

export interface TellManagersDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Read with the first e-mail, as it is large. */
  readonly zones: () => ZoneTables;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly users: Pick<UsersService, 'holdersAt' | 'findById' | 'grantsOf'>;
  readonly mail: Pick<MailService, 'send'>;
}

type Payment = Awaited<ReturnType<ReturnType<typeof failedPaymentsRepo>['untold']>>[number];

/** One e-mail that is to be sent: all that one manager was not told of yet at one club. */
interface Planned {
  readonly facility: Facility;
  readonly userId: string;
  readonly payments: readonly Payment[];
}
export interface Plan {
  readonly clubs: number;
  readonly payments: number;
  readonly mails: readonly Planned[];
  /** Whether there is more than is sent at once. */
  readonly more: boolean;
}

const FACILITIES_A_PAGE = 200;
/** More than any club has people. */
const PEOPLE_MAX = 500;
/** A unit of work writes no more than this: whoever asks again gets the rest. */
const MAILS_AT_ONCE = 100;
const TOLD_AT_ONCE = 2_000;
const A_MAIL_TELLS = 200;

const whereOf = ({ id, org_id }: Pick<Facility, 'id' | 'org_id'>) => ({ facilityId: id, organisationId: org_id });
const holdsAt = (held: readonly RoleGrant[], facility: Facility, role: RoleGrant['right']): boolean =>
  canSee(
    held.filter(({ right }) => right === role),
    whereOf(facility),
  );
/** Who is told: the managers of a club, or who runs its organisation where it has none. */
const ROLES = ['facility-manager', 'org-admin'] as const;

/** Tells managers by e-mail which payments failed at their clubs: each payment once to each, ever. */
export const createTellManagers = ({ clock, zones, organisations, users, mail }: TellManagersDeps) => {
  const managersAt = async (tx: Tx, facility: Facility): Promise<readonly string[]> => {
    const people = await users.holdersAt(tx, whereOf(facility), PEOPLE_MAX);
    const [told = []] = ROLES.map((role) => people.filter(({ held }) => holdsAt(held, facility, role))).filter(
      (having) => having.length > 0,
    );
    return told.map(({ user }) => user.id);
  };

  const untoldAt = (read: Database['read'], facilityId: FacilityId, window: Window): Promise<readonly Planned[]> =>
    read(async (tx) => {
      const facility = await organisations.findFacility(tx, facilityId);
      if (facility === undefined) return [];
      const mails: Planned[] = [];
      for (const userId of await managersAt(tx, facility)) {
        const payments = await failedPaymentsRepo(tx).untold(facilityId, userId, window, A_MAIL_TELLS);
        if (payments.length > 0) mails.push({ facility, userId, payments });
      }
      return mails;
    });

  /** Sends one e-mail of what nobody has told this manager meanwhile, if they still are one. Resolves with which payments. */
  const tell = async (tx: Tx, { facility, userId, payments }: Planned): Promise<ReadonlySet<string>> => {
    const user = await users.findById(tx, userId);
    const held = user === undefined ? [] : await users.grantsOf(tx, userId);
    if (user === undefined || !ROLES.some((role) => holdsAt(held, facility, role))) return new Set();
    const at = { facility_id: facility.id, user_id: userId, told_at: clock.wallMs() };
    const claimed = await failedPaymentsRepo(tx).claimTold(payments.map(({ payment_id }) => ({ ...at, payment_id })));
    const told = payments.filter(({ payment_id }) => claimed.has(payment_id));
    if (told.length === 0) return claimed;
    const zone = zoneNamed(zones(), facility.timezone);
    await mail.send(tx, failedPaymentsMail(facility, { to: user.email, zone, payments: told.map(toldOf) }));
    return claimed;
  };

  return {
    /** Looks who is to be told, in short reads. */
    plan: async (read: Database['read'], window: Window): Promise<Plan> => {
      const plan = { clubs: 0, payments: 0, mails: [] as Planned[], more: false };
      let left = TOLD_AT_ONCE;
      for (let after = ''; ; ) {
        const page = await read((tx) => failedPaymentsRepo(tx).facilitiesWith(window, after, FACILITIES_A_PAGE));
        for (const { facilityId, payments } of page) {
          const mails = await untoldAt(read, facilityId, window);
          plan.clubs += 1;
          plan.payments += payments;
          for (const one of mails) {
            if (plan.mails.length === MAILS_AT_ONCE || left < one.payments.length) return { ...plan, more: true };
            plan.mails.push(one);
            left -= one.payments.length;
            plan.more ||= one.payments.length === A_MAIL_TELLS;
          }
        }
        const last = page.at(-1);
        if (last === undefined || page.length < FACILITIES_A_PAGE) return plan;
        after = last.facilityId;
      }
    },

    /** Carries it out in one unit: either somebody is told and that is noted, or neither. */
    carryOut: async (tx: Tx, { clubs, payments, mails, more }: Plan) => {
      const told = new Set<string>();
      let notified = 0;
      for (const one of mails) {
        const newly = await tell(tx, one);
        if (newly.size > 0) notified += 1;
        for (const paymentId of newly) told.add(`${one.facility.id} ${paymentId}`);
      }
      return { clubs, payments, notified, skipped: Math.max(0, payments - told.size), more };
    },
  };
};

const toldOf = ({ payment_id, amount_minor, currency, code, failed_at }: Payment) => ({
  paymentId: payment_id,
  amountMinor: Number(amount_minor),
  currency,
  code,
  failedAt: Number(failed_at),
});
