import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { MailService } from '../../platform/mail/mail.module.ts';
import { hashOf } from '../../platform/sessions/sessions.module.ts';
import type { AgreementsService } from '../agreements/agreements.module.ts';
import type { SecretSms } from '../sms/sms.module.ts';
import { cuaFault } from './club-user-agreements.faults.ts';
import { type CuaRow, type CuasOf, cuaRepo } from './club-user-agreements.repo.ts';
import { addEvent, type CameBy, isWhole } from './cua-events.ts';
import { newLinkToken, SIGN_PATH } from './cua-links.ts';
import { CUA_ASKED } from './cua-mail.ts';
import type { CuaReminders } from './cua-reminders.ts';
import { nextState, type StaffAct, stateAt } from './cua-states.ts';
import { cuaTexts } from './cua-text.ts';
import { createSubjects, type Subject, type SubjectsDeps } from './subjects.ts';

export interface CuaDeps extends SubjectsDeps, Pick<Environment, 'clock' | 'random'> {
  readonly agreements: Pick<AgreementsService, 'clubs'>;
  readonly sendMail: MailService['send'];
  readonly partnerUrl: () => string;
  readonly reminders: Pick<CuaReminders, 'plan'>;
  readonly secretSms: SecretSms;
}
export type ClubUserAgreementsService = ReturnType<typeof createClubUserAgreements>;

type Deliver = 'email' | 'sms' | 'desk';
export interface NewCua {
  readonly agreementId: string;
  readonly facilityId: FacilityId;
  readonly subject: Subject;
  readonly deliver: Deliver;
  readonly endsOn?: string | undefined;
  readonly draft?: boolean | undefined;
}
export interface Change {
  readonly action?: StaffAct | undefined;
  readonly deliver?: Deliver | undefined;
  readonly endsOn?: string | null | undefined;
}
type Asked = NonNullable<Awaited<ReturnType<AgreementsService['clubs']['forPeople']>>>;

const noneForPeople = () => cuaFault('cua_state', 'The agreement is asked of nobody at this club any more.');

export const createClubUserAgreements = (deps: CuaDeps) => {
  const { clock, random, agreements } = deps;
  const subjectOf = createSubjects(deps);

  const requireDelivery = (deliver: Deliver, email: string | null): Deliver => {
    if (deliver === 'email' && email === null)
      throw wrongField('body.deliver', 'no_address', 'no e-mail address of theirs is known');
    return deliver;
  };

  const changeTo = async (tx: Tx, row: CuaRow, to: Parameters<ReturnType<typeof cuaRepo>['change']>[1]) => {
    if (!(await cuaRepo(tx).change(row, to)))
      throw cuaFault('cua_state', 'Somebody has changed it at the same moment.');
  };

  const sendText = cuaTexts(deps.secretSms);
  const sendMail = async (tx: Tx, row: CuaRow, asked: Asked, link: string): Promise<void> => {
    const { name, facility_id: facilityId } = row;
    const until = isoOf(Number(row.link_ends_at)).slice(0, 10);
    const values = { name, club: asked.facility.name, title: asked.title, until, link };
    await deps.sendMail(tx, { kind: CUA_ASKED, to: row.email as string, facilityId, values });
  };

  /** A new link in place of the one before. Resolves with it where it is for whoever stands at the desk. */
  const sendLink = async (tx: Tx, row: CuaRow, asked: Asked): Promise<string | null> => {
    const token = newLinkToken(random);
    const endsAt = clock.wallMs() + Days(asked.cua.linkDays);
    const to = { state: 'sent' as const, state_at: clock.wallMs(), link_hash: hashOf(token), link_ends_at: endsAt };
    await changeTo(tx, row, to);
    const link = `${deps.partnerUrl()}${SIGN_PATH}/${token}`;
    if (row.deliver === 'desk') return link;
    if (row.deliver === 'email') await sendMail(tx, { ...row, link_ends_at: endsAt }, asked, link);
    else if (!(await sendText(tx, 'cua.asked', { row, facility: asked.facility, link })))
      throw wrongField('body.deliver', 'no_number', 'no number of theirs is known');
    await deps.reminders.plan(tx, row.id, token, asked.cua.reminderDays, endsAt);
    return null;
  };

  /** Notes of one whose link has ended that it has: it is in nobody's way any more. */
  const settle = async (tx: Tx, row: CuaRow | undefined, came: CameBy): Promise<void> => {
    if (row === undefined || row.state === 'expired' || stateAt(row, clock.wallMs()) !== 'expired') return;
    const at = Number(row.link_ends_at);
    if (await cuaRepo(tx).change(row, { state: 'expired', state_at: at }))
      await addEvent(tx, row.id, 'expired', at, { ...came, by: 'system' });
  };

  const found = async (tx: Tx, id: string): Promise<CuaRow> => {
    const row = await cuaRepo(tx).find(id);
    if (row === undefined) throw cuaFault('cua_unknown', 'There is no such agreement with somebody.');
    return row;
  };

  const askedBy = async (tx: Tx, row: Pick<CuaRow, 'facility_id' | 'agreement_id'>): Promise<Asked> => {
    const asked = await agreements.clubs.forPeople(tx, row.facility_id, row.agreement_id);
    if (asked === undefined) throw noneForPeople();
    return asked;
  };

  const ACTS: Readonly<Record<StaffAct, (tx: Tx, row: CuaRow) => Promise<string | null>>> = {
    send: async (tx, row) => sendLink(tx, row, await askedBy(tx, row)),
    resend: async (tx, row) => sendLink(tx, row, await askedBy(tx, row)),
    extend: async (tx, row) => {
      const { cua } = await askedBy(tx, row);
      const now = clock.wallMs();
      await changeTo(tx, row, { state_at: now, link_ends_at: now + Days(cua.linkDays) });
      return null;
    },
    withdraw: async (tx, row) => {
      await changeTo(tx, row, { state: 'withdrawn', state_at: clock.wallMs(), link_hash: null });
      return null;
    },
    end: async (tx, row) => {
      await changeTo(tx, row, { state: 'ended', state_at: clock.wallMs() });
      return null;
    },
  };

  return {
    find: (tx: Tx, id: string): Promise<CuaRow | undefined> => cuaRepo(tx).find(id),
    /** Before the unit in which somebody may be sent a text. */
    load: deps.secretSms.load,
    forPeople: agreements.clubs.forPeople,

    /** How it stands by now. */
    stateOf: (row: CuaRow) => stateAt(row, clock.wallMs()),

    list: async (tx: Tx, of: CuasOf, { after = '', limit }: { after?: string | undefined; limit: number }) => {
      const { reach } = of;
      if (reach !== 'everywhere' && reach.organisations.length + reach.facilities.length === 0)
        return { rows: [], next: null };
      const rows = await cuaRepo(tx).list(of, clock.wallMs(), after, limit + 1);
      const page = rows.slice(0, limit);
      return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },

    /** What has happened to it, and whether nothing of that is missing. */
    timeline: async (tx: Tx, id: string) => {
      const events = await cuaRepo(tx).events(id);
      return { events, isWhole: isWhole(events) };
    },

    /**
     * Asks somebody, unless it is to be a draft. Resolves with the link where it is for the desk. Throws `cua_open`,
     * `cua_subject_unknown`, `not_configured`, or a 400.
     */
    create: async (tx: Tx, asked: Asked, given: NewCua, came: CameBy) => {
      const subject = await subjectOf(tx, asked.facility, given.subject, asked.cua);
      const deliver = requireDelivery(given.deliver, subject.email);
      const at = clock.wallMs();
      const row: CuaRow = {
        id: randomId('cua', random),
        agreement_id: asked.agreementId,
        version_id: asked.versionId,
        version_number: asked.version,
        facility_id: asked.facility.id,
        ...subject,
        deliver,
        state: 'draft',
        state_at: at,
        link_hash: null,
        link_ends_at: null,
        ends_on: given.endsOn ?? null,
        created_by: came.by,
        created_at: at,
      };
      await settle(tx, await cuaRepo(tx).openOf(row), came);
      if (!(await cuaRepo(tx).insert(row))) throw cuaFault('cua_open', 'subject: they are asked for it already.');
      await addEvent(tx, row.id, 'created', at, came);
      const link = given.draft === true ? null : await sendLink(tx, row, asked);
      if (given.draft !== true) await addEvent(tx, row.id, 'sent', at, came);
      return { row: await found(tx, row.id), link };
    },

    /** Does something with one, or changes what a draft says. Throws `cua_state`. */
    change: async (tx: Tx, row: CuaRow, { action, deliver, endsOn }: Change, came: CameBy) => {
      const state = stateAt(row, clock.wallMs());
      if (deliver !== undefined || endsOn !== undefined) {
        if (state !== 'draft') throw cuaFault('cua_state', `It is ${state}: only a draft is changed.`);
        await changeTo(tx, row, {
          ...(deliver !== undefined && { deliver: requireDelivery(deliver, row.email) }),
          ...(endsOn !== undefined && { ends_on: endsOn }),
        });
        await addEvent(tx, row.id, 'changed', clock.wallMs(), came);
      }
      let link: string | null = null;
      if (action !== undefined) {
        if (nextState(state, action) === undefined)
          throw cuaFault('cua_state', `action: what is ${state} cannot be done that to.`);
        link = await ACTS[action](tx, await found(tx, row.id));
        await addEvent(tx, row.id, action, clock.wallMs(), came);
      }
      return { row: await found(tx, row.id), link };
    },

    /** It is gone, with what happened to it. Throws `cua_signed`. */
    remove: async (tx: Tx, { id, state }: CuaRow): Promise<void> => {
      if (state === 'signed' || state === 'ended') throw cuaFault('cua_signed', 'What is signed is not deleted.');
      await cuaRepo(tx).remove(id);
    },

    forgetBefore: (tx: Tx, at: number, limit: number): Promise<number> => cuaRepo(tx).removeBefore(at, limit),
  };
};
