import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Hours, Minutes, Seconds } from '@gatehouse/shared/time/duration.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { Selectable } from 'kysely';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { zoneNamed } from '../../kit/zones.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { Consents } from './consents.ts';
import { handOverRepo, type Recipient } from './hand-over.repo.ts';
import { judgeRecipient } from './judge-recipient.ts';
import { quietHoursOf } from './quiet-hours.ts';
import type { SecretTexts } from './secret-texts.ts';
import { smsRepo } from './sms.repo.ts';
import type { SmsMessageTable } from './sms.tables.ts';
import { type ProvidedSms, SmsNotNow, type SmsProvider, SmsRefused } from './sms-provider.ts';

export interface HandOverDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs' | 'monoMs'>;
  readonly log: { error(detail: unknown, message: string): void };
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly organisations: Pick<OrganisationsService, 'facilitiesById'>;
  readonly zones: { find(name: string): Zone | undefined };
  readonly consents: Consents;
  readonly smsTexts: Pick<SecretTexts, 'textOf'>;
  readonly sms?: SmsProvider | undefined;
}
export type HandOver = ReturnType<typeof createHandOver>;

export const HAND_OVER = 'sms.hand-over';
/** Where the provider says what became of a text. */
export const STATUS_PATH = '/hooks/sms/status';
const AT_ONCE = 5;
const MESSAGES_AT_ONCE = 500;
/** A request to the provider is over long before that: what has no answer by then is looked for. */
const LOOKED_FOR_AFTER = Minutes(2);
/** Whoever was held up for so long between the claim and the request leaves it to be looked for. */
const BEGUN_WITHIN = Seconds(20);
/** Clocks differ: what the provider took so long before we asked may be ours. */
const CLOCKS_DIFFER = Minutes(5);
const NOT_NOW = Seconds(30);
/** What could be neither found nor excluded for so long is given up, and never sent again. */
const GIVEN_UP_AFTER = Hours(24);

interface Claimed {
  readonly recipient: Recipient & { readonly phone: string };
  readonly action: 'send' | 'look';
}

/**
 * Hands texts over to the provider. INVARIANT: a recipient is `handing`, in a committed unit, before the provider is asked, and
 * goes back to `waiting` only where the provider said that it has not taken it, or knows no such text. So whatever dies, and
 * wherever, nobody gets one twice.
 */
export const createHandOver = (deps: HandOverDeps) => {
  const { db, clock, log, jobs, organisations, zones, consents } = deps;

  /** Judges what is due, and takes what is to be handed over or looked for. */
  const claim = async (tx: Tx, message: Selectable<SmsMessageTable>): Promise<readonly Claimed[] | 'nothing due'> => {
    const now = clock.wallMs();
    const repo = handOverRepo(tx);
    const rows = await repo.due(message.id, now, AT_ONCE);
    if (rows.length === 0) return 'nothing due';
    const facilityIds = [...new Set(rows.map(({ facility_id }) => facility_id))];
    const facilities = await organisations.facilitiesById(tx, facilityIds);
    const quiet = await smsRepo(tx).quietHours(facilityIds);
    const phones = rows.flatMap(({ phone }) => phone ?? []);
    const standing = await consents.standingOf(tx, message.org_id, phones);
    const claimed: Claimed[] = [];
    for (const row of rows) {
      const { phone } = row;
      // Whom nobody knows any more is in no state that is due.
      if (phone === null) throw new Bug('a text to nobody is due');
      const recipient = { ...row, phone };
      if (row.state === 'handing') {
        if (await repo.claimLook(row, now + LOOKED_FOR_AFTER)) claimed.push({ recipient, action: 'look' });
        continue;
      }
      const verdict = judgeRecipient({
        message,
        plannedAt: Number(row.planned_at),
        consent: standing(phone),
        zone: zoneOf(facilities.get(row.facility_id)?.timezone),
        quiet: quietHoursOf(quiet.find(({ facility_id }) => facility_id === row.facility_id)),
        now,
      });
      const to = CHANGES[verdict.kind](verdict as never, now);
      const isMine = await repo.change(row, ['waiting', 'quiet'], { ...to, changed_at: now });
      if (isMine && verdict.kind === 'hand')
        claimed.push({ recipient: { ...recipient, handing_at: now }, action: 'send' });
    }
    if (message.state === 'scheduled') await smsRepo(tx).setState(message.id, 'sending');
    return claimed;
  };

  const zoneOf = (name = ''): Zone => zoneNamed(zones, name);

  /** What the provider said of a text. A word that came by its callback meanwhile is the newer one. */
  const taken = (recipient: Recipient, { id, state, error }: ProvidedSms): Promise<boolean> =>
    db.write((tx) =>
      handOverRepo(tx).change(recipient, ['handing'], {
        state,
        provider_id: id,
        error,
        due_at: null,
        changed_at: clock.wallMs(),
      }),
    );

  const again = (recipient: Recipient, waitMs: number): Promise<boolean> =>
    db.write((tx) => {
      const now = clock.wallMs();
      const to = { state: 'waiting', due_at: now + waitMs, handing_at: null, changed_at: now } as const;
      return handOverRepo(tx).change(recipient, ['handing'], to);
    });

  const refused = (recipient: Claimed['recipient'], { code, isOptOut }: SmsRefused): Promise<unknown> =>
    db.write(async (tx) => {
      const now = clock.wallMs();
      const state = isOptOut ? 'opted_out' : 'failed';
      const to = { state, error: code, due_at: null, changed_at: now } as const;
      await handOverRepo(tx).change(recipient, ['handing'], to);
      if (isOptOut) await consents.refusedByProvider(tx, `${recipient.message_id}/${recipient.seq}`, recipient.phone);
    });

  const send = async (sms: SmsProvider, text: string, recipient: Claimed['recipient'], claimedMono: number) => {
    if (clock.monoMs() - claimedMono > BEGUN_WITHIN) return;
    const of = new URLSearchParams({ message: recipient.message_id, recipient: String(recipient.seq) });
    const statusUrl = `${sms.hooksUrl()}${STATUS_PATH}?${of}`;
    try {
      await taken(recipient, await sms.send({ to: recipient.phone, text, statusUrl }));
    } catch (error) {
      if (error instanceof SmsRefused) await refused(recipient, error);
      else if (error instanceof SmsNotNow) await again(recipient, Math.max(NOT_NOW, error.retryAfterMs ?? 0));
      // It may have been taken: the row is looked for once the provider must know.
      else log.error({ messageId: recipient.message_id, why: kindOf(error) }, 'the provider of texts gave no answer');
    }
  };

  const look = async (sms: SmsProvider, text: string, recipient: Claimed['recipient']): Promise<void> => {
    const askedAt = Number(recipient.handing_at ?? recipient.planned_at);
    const { phone: to, message_id: messageId } = recipient;
    try {
      const all = await sms.find({ to, text, since: askedAt - CLOCKS_DIFFER });
      const others = await db.read((tx) => handOverRepo(tx).taken(all.map(({ id }) => id)));
      const ours = all.find(({ id }) => !others.has(id));
      if (ours === undefined) await again(recipient, 0);
      else await taken(recipient, ours);
    } catch (error) {
      log.error({ messageId, why: kindOf(error) }, 'the provider of texts cannot be asked what it has taken');
      if (clock.wallMs() - askedAt < GIVEN_UP_AFTER) return;
      await db.write((tx) =>
        handOverRepo(tx).change(recipient, ['handing'], {
          state: 'failed',
          error: 'unknown',
          due_at: null,
          changed_at: clock.wallMs(),
        }),
      );
    }
  };

  return {
    /** Puts a message into the queue, in the caller's unit. */
    begin: (tx: Tx, messageId: string): Promise<unknown> =>
      jobs.enqueue(tx, HAND_OVER, { messageId }, { key: messageId }),

    /** Puts every message into the queue of which something is due. */
    beginDue: (): Promise<void> =>
      db.write(async (tx) => {
        if (deps.sms === undefined) return;
        for (const messageId of await handOverRepo(tx).messagesDue(clock.wallMs(), MESSAGES_AT_ONCE))
          await jobs.enqueue(tx, HAND_OVER, { messageId }, { key: messageId });
      }),

    /** Hands over what is due of a message. */
    run: async (messageId: string, signal: AbortSignal): Promise<void> => {
      const { sms } = deps;
      while (sms !== undefined && !signal.aborted) {
        const claimedMono = clock.monoMs();
        const round = await db.write(async (tx) => {
          const message = await smsRepo(tx).find(messageId);
          return message && { text: deps.smsTexts.textOf(message), claimed: await claim(tx, message) };
        });
        if (round === undefined || round.claimed === 'nothing due') break;
        const { text, claimed } = round;
        await Promise.all(
          claimed.map(({ recipient, action }) =>
            action === 'look' ? look(sms, text, recipient) : send(sms, text, recipient, claimedMono),
          ),
        );
      }
      await db.write(async (tx) => {
        if (!(await smsRepo(tx).isOpen(messageId))) await smsRepo(tx).setState(messageId, 'done');
      });
    },
  };
};

type VerdictOf<Kind> = Extract<ReturnType<typeof judgeRecipient>, { readonly kind: Kind }>;
/** What becomes of a row by each verdict. */
const CHANGES = {
  hand: (_verdict: VerdictOf<'hand'>, now: number) =>
    ({ state: 'handing', handing_at: now, due_at: now + LOOKED_FOR_AFTER, error: null }) as const,
  quiet: ({ until }: VerdictOf<'quiet'>) => ({ state: 'quiet', due_at: until }) as const,
  opted_out: () => ({ state: 'opted_out', due_at: null }) as const,
  skip: ({ why }: VerdictOf<'skip'>) => ({ state: 'skipped', error: why, due_at: null }) as const,
};

/** Names of errors, and never their words: a provider's may repeat the number and the text. */
const kindOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
