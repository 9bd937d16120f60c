import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import { type CardProvider, CardsRefused, type ProvidedEvent, type ProvidedIntent } from './card-provider.ts';
import type { FoundTopups } from './found-topups.ts';
import { accountsRepo, eventsRepo, intentsRepo } from './payproc.repo.ts';
import type { TopupReturns } from './topup-returns.ts';
import type { Topups } from './topups.ts';

export const LOOK = 'payproc.look';

export interface CardEventsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly organisations: Pick<OrganisationsService, 'facilitiesById'>;
  readonly payproc?: CardProvider | undefined;
  readonly topups: Pick<Topups, 'look' | 'ofSession'>;
  readonly foundTopups: Pick<FoundTopups, 'takeIn'>;
  readonly topupReturns: Pick<TopupReturns, 'look'>;
}
export type CardEvents = ReturnType<typeof createCardEvents>;

/** What the provider says has happened: kept once, and looked into by a job, which believes nothing but what it fetches then. */
export const createCardEvents = (deps: CardEventsDeps) => {
  const { db, clock, jobs, organisations, payproc, topups, foundTopups, topupReturns } = deps;
  const facilityOf = async (tx: Tx, mark: string | null): Promise<FacilityId | null> => {
    if (mark === null) return null;
    const id = uncheckedId<FacilityId>(mark.slice(0, 64));
    return (await organisations.facilitiesById(tx, [id])).get(id)?.id ?? null;
  };
  const keepIntent = async (tx: Tx, intent: ProvidedIntent, accountId: string | null): Promise<void> => {
    const facilityId = await facilityOf(tx, intent.facilityId);
    await intentsRepo(tx).put({
      ...{ id: intent.intentId, account_id: accountId, facility_id: facilityId, seen_at: clock.wallMs() },
    });
  };
  /** The payment that an event may be about, as it is now. */
  const paymentOf = async (cards: CardProvider, accountId: string | null, objectId: string) => {
    if (!objectId.startsWith('pi_')) return undefined;
    try {
      return await cards.intent(accountId ?? undefined, objectId);
    } catch (error) {
      // Of an account that is not connected any more there is nothing to see.
      if (error instanceof CardsRefused) return undefined;
      throw error;
    }
  };

  return {
    /** Keeps an event, once however often it comes, and has it looked into. */
    take: ({ eventId, type, accountId, objectId }: ProvidedEvent): Promise<void> =>
      db.write(async (tx) => {
        const row = { id: eventId, type: type.slice(0, 120), account_id: accountId, object_id: objectId.slice(0, 120) };
        if (await eventsRepo(tx).keep({ ...row, received_at: clock.wallMs(), done_at: null }))
          await jobs.enqueue(tx, LOOK, { eventId });
      }),

    /** Looks into what an event is about. May be called again. Rejects where the provider does not answer. */
    look: async (eventId: string): Promise<void> => {
      const found = await db.read(async (tx) => {
        const event = await eventsRepo(tx).find(eventId);
        const isOurs = event?.account_id == null || (await accountsRepo(tx).findByAccount(event.account_id));
        return event === undefined || event.done_at !== null ? undefined : { event, isOurs };
      });
      if (found === undefined || payproc === undefined) return;
      const { account_id: accountId, object_id: objectId } = found.event;
      const intent = found.isOurs ? await paymentOf(payproc, accountId, objectId) : undefined;
      // What we pay with ourselves is on the platform's own account, and nowhere else.
      const attemptId = accountId === null ? (intent?.attemptId ?? (await topups.ofSession(objectId))) : null;
      if (attemptId !== null) await topups.look(attemptId);
      const returned = accountId === null ? await payproc.paymentOf(objectId) : undefined;
      const payment = returned === undefined ? intent : await payproc.intent(undefined, returned);
      if (accountId === null && payment !== undefined) await foundTopups.takeIn(payment);
      if (returned !== undefined) await topupReturns.look(returned);
      await db.write(async (tx) => {
        if (intent !== undefined) await keepIntent(tx, intent, accountId);
        await eventsRepo(tx).done(eventId, clock.wallMs());
      });
    },

    forgetEventsBefore: (tx: Tx, at: number, limit: number): Promise<number> => eventsRepo(tx).removeBefore(at, limit),
    forgetIntentsBefore: (tx: Tx, at: number, limit: number): Promise<number> =>
      intentsRepo(tx).removeBefore(at, limit),
  };
};
