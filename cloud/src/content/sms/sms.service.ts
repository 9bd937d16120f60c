import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { Selectable } from 'kysely';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import { notConfigured } from '../../kit/outbound/provider-faults.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { Reach } from '../../platform/users/platform-surface.ts';
import type { HandOver } from './hand-over.ts';
import { quietHoursOf } from './quiet-hours.ts';
import {
  type FoundRecipient,
  findRecipients,
  type GivenRecipient,
  type Recipients,
  type RecipientsDeps,
} from './recipients.ts';
import type { SecretTexts } from './secret-texts.ts';
import { type TextShape, textShape } from './segments.ts';
import { instantOfLocal, isSchedulable, localSecondsOf, type QuietHours } from './send-times.ts';
import { smsFault } from './sms.faults.ts';
import { smsRepo } from './sms.repo.ts';
import type { SmsKind, SmsMessageTable, SmsRecipientTable } from './sms.tables.ts';
import type { SmsProvider } from './sms-provider.ts';
import { type SmsTemplate, withValues } from './sms-templates.ts';
import { TEXT_MAX, textToSend } from './sms-text.ts';

export interface SmsDeps extends RecipientsDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly organisations: Pick<OrganisationsService, 'findOrganisation' | 'findFacility' | 'facilitiesById'>;
  readonly zones: { find(name: string): Zone | undefined };
  readonly sms?: SmsProvider | undefined;
  readonly handOver: Pick<HandOver, 'begin'>;
  readonly smsTexts: Pick<SecretTexts, 'kept'>;
  /** What modules declare. */
  readonly templates: () => readonly SmsTemplate[];
}
export type SmsService = ReturnType<typeof createSmsService>;

/** What a request wants to be sent, and from where. */
export interface GivenText {
  readonly organisationId: OrgId;
  readonly facilityId?: FacilityId | undefined;
  readonly kind: SmsKind;
  readonly text?: string | undefined;
  readonly templateKind?: string | undefined;
  readonly variables?: Readonly<Record<string, string>> | undefined;
}
export interface ReadyText extends TextShape {
  readonly text: string;
  /** Part of the text that only its reader may see. */
  readonly secret?: string;
}
/** When: at a moment, or at what clocks show where each recipient is. At once, with neither. */
export interface GivenTime {
  readonly sendAt?: number | undefined;
  readonly sendLocal?: string | undefined;
}
export type Message = Selectable<SmsMessageTable>;
export type Recipient = Selectable<SmsRecipientTable>;

const wrong = (path: string, message: string) => wrongField(path, 'invalid', message);

/** Texts to members and staff: written down with whom they go to, and handed over by jobs. */
export const createSmsService = (deps: SmsDeps) => {
  const { clock, random, organisations, zones, handOver, templates } = deps;

  const wordsOf = ({ kind, text, templateKind, variables = {} }: GivenText): string => {
    if (kind === 'marketing') return text ?? '';
    const template = templates().find((one) => one.kind === templateKind);
    if (template === undefined) throw wrong('templateKind', 'no module declares this kind');
    const filled = withValues(template, variables);
    if ('missing' in filled) throw wrong(`variables.${filled.missing}`, 'is needed by this kind');
    if ('unknown' in filled) throw wrong(`variables.${filled.unknown}`, 'is no variable of this kind');
    return filled.text;
  };

  const plannedAt = ({ sendAt, sendLocal }: GivenTime, zoneName: string | undefined): number => {
    const now = clock.wallMs();
    if (sendAt === undefined && sendLocal === undefined) return now;
    const zone = sendLocal === undefined ? undefined : zones.find(zoneName ?? '');
    const local = localSecondsOf(sendLocal ?? '');
    const at = sendAt ?? (zone && local !== undefined ? instantOfLocal(zone, local) : Number.NaN);
    if (!isSchedulable(at, now))
      throw wrong(
        sendAt === undefined ? 'sendLocal' : 'sendAt',
        'must lie between one minute and 366 days ahead, wherever it is sent',
      );
    return at;
  };

  return {
    /** The text as it will be sent, and what it takes. Throws what is wrong with it, and `not_configured`. */
    ready: async (read: Database['read'], given: GivenText): Promise<ReadyText> => {
      if (deps.sms === undefined) throw notConfigured('provider of text messages');
      const { organisationId, facilityId } = given;
      const sender = await read(async (tx) =>
        facilityId === undefined
          ? (await organisations.findOrganisation(tx, organisationId))?.name
          : (await organisations.findFacility(tx, facilityId))?.name,
      );
      const text = textToSend(sender ?? '', wordsOf(given));
      if (text.length > TEXT_MAX)
        throw wrong('text', `with its sender and the way out it has ${text.length} characters: ${TEXT_MAX} fit`);
      return { text, ...(await textShape(text)) };
    },

    /** Writes a message down, with everybody whom it can go to. */
    create: async (
      tx: Tx,
      { organisationId: orgId, facilityId, kind, templateKind }: GivenText,
      { text, secret, encoding, segments }: ReadyText,
      {
        recipients,
        time,
        by,
      }: { readonly recipients: readonly GivenRecipient[]; readonly time: GivenTime; readonly by: string },
    ) => {
      const { found, skipped } = await findRecipients(tx, deps, { orgId, facilityId: facilityId ?? null }, recipients);
      const facilities = await organisations.facilitiesById(tx, [...new Set(found.map((one) => one.facilityId))]);
      const now = clock.wallMs();
      const id = randomId('sms', random, now);
      const isLater = time.sendAt !== undefined || time.sendLocal !== undefined;
      // Wrong times are refused, whether anybody is left to whom it could go.
      if (time.sendAt !== undefined) plannedAt(time, undefined);
      const times = new Map([...facilities].map(([of, { timezone }]) => [of, plannedAt(time, timezone)]));
      const rows = found.map((one, seq) => rowOf(one, { id, seq, plannedAt: times.get(one.facilityId) ?? now, now }));
      const message = {
        id,
        org_id: orgId,
        facility_id: facilityId ?? null,
        kind,
        template_kind: templateKind ?? null,
        ...deps.smsTexts.kept(id, text, secret),
        encoding,
        segments,
        send_at: time.sendAt ?? null,
        send_local: time.sendLocal ?? null,
        state: found.length === 0 ? ('done' as const) : isLater ? ('scheduled' as const) : ('sending' as const),
        created_by: by,
        created_at: now,
      };
      await smsRepo(tx).insert(message, rows);
      if (found.length > 0 && !isLater) await handOver.begin(tx, id);
      return { messageId: id, accepted: found.length, skipped };
    },

    /** Whom a request names, as texts can be sent to them. */
    lookUp: (
      tx: Tx,
      where: { readonly orgId: OrgId; readonly facilityId: FacilityId | null },
      given: readonly GivenRecipient[],
    ): Promise<Recipients> => findRecipients(tx, deps, where, given),

    find: (tx: Tx, id: string): Promise<Message | undefined> => smsRepo(tx).find(id),

    recipients: (tx: Tx, id: string): Promise<readonly Recipient[]> => smsRepo(tx).recipients(id),

    /** How many recipients of each message are in which state. */
    countsOf: async (
      tx: Tx,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> => {
      const counts = new Map<string, Record<string, number>>();
      for (const { message_id, state, count } of await smsRepo(tx).counts(ids))
        counts.set(message_id, { ...counts.get(message_id), [state]: Number(count) });
      return counts;
    },

    /** The newest first, with the first few recipients of each. */
    history: async (
      tx: Tx,
      of: { readonly orgId: OrgId; readonly reach: Reach; readonly after: string | undefined; readonly limit: number },
    ) => {
      const messages = await smsRepo(tx).page(of);
      const first = await smsRepo(tx).firstOf(messages.map(({ id }) => id));
      return messages.map((message) => ({
        message,
        first: first.filter(({ message_id }) => message_id === message.id),
      }));
    },

    /** What was not handed over yet never is. Throws `sms_over` where there is nothing left. */
    cancel: async (tx: Tx, id: string): Promise<number> => {
      const cancelled = await smsRepo(tx).cancelOpen(id, clock.wallMs());
      if (cancelled === 0) throw smsFault('sms_over', 'Nothing of this message waits to be handed over.');
      await smsRepo(tx).setState(id, 'cancelled');
      return cancelled;
    },

    quietHours: async (tx: Tx, facilityId: FacilityId) => {
      const [row] = await smsRepo(tx).quietHours([facilityId]);
      return { ...quietHoursOf(row), isUsual: row === undefined };
    },

    setQuietHours: async (tx: Tx, facilityId: FacilityId, quiet: QuietHours, by: string): Promise<void> => {
      const set = { set_by: by, set_at: clock.wallMs() };
      const { fromMinute: from_minute, untilMinute: until_minute } = quiet;
      await smsRepo(tx).putQuietHours({ facility_id: facilityId, from_minute, until_minute, ...set });
    },

    forgetBefore: (tx: Tx, at: number, limit: number): Promise<number> => smsRepo(tx).removeBefore(at, limit),
  };
};

const rowOf = (
  { phone, facilityId, partnerId, memberId, userId }: FoundRecipient,
  {
    id,
    seq,
    plannedAt,
    now,
  }: { readonly id: string; readonly seq: number; readonly plannedAt: number; readonly now: number },
) => ({
  message_id: id,
  seq,
  facility_id: facilityId,
  phone,
  partner_id: partnerId,
  member_id: memberId,
  user_id: userId,
  planned_at: plannedAt,
  due_at: plannedAt,
  state: 'waiting' as const,
  handing_at: null,
  provider_id: null,
  error: null,
  changed_at: now,
});
