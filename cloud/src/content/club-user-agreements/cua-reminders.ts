import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import type { Environment } from '../../kit/modules/module.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { JobsService } from '../../platform/jobs/jobs.module.ts';
import type { MailService } from '../../platform/mail/mail.module.ts';
import { type ConsoleSecrets, hashOf } from '../../platform/sessions/sessions.module.ts';
import type { AgreementsService } from '../agreements/agreements.module.ts';
import type { SecretSms } from '../sms/sms.module.ts';
import { type CuaRow, cuaRepo } from './club-user-agreements.repo.ts';
import { addEvent } from './cua-events.ts';
import { SIGN_PATH } from './cua-links.ts';
import { CUA_REMINDED } from './cua-mail.ts';
import { nextState, stateAt } from './cua-states.ts';
import { cuaTexts } from './cua-text.ts';

const REMIND = 'club-user-agreements.remind';
const SYSTEM = { by: 'system', remoteAddress: '', userAgent: null };

export interface RemindersDeps extends Pick<Environment, 'db' | 'clock'> {
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly agreements: Pick<AgreementsService, 'clubs'>;
  readonly sendMail: MailService['send'];
  readonly secretSms: SecretSms;
  readonly secrets: Pick<ConsoleSecrets, 'seal' | 'open'>;
  readonly partnerUrl: () => string;
}
export type CuaReminders = ReturnType<typeof createCuaReminders>;

interface Payload {
  readonly cuaId: string;
  /** The token of the link: only its hash is kept in the open, and the link that was sent has to stay good. */
  readonly sealed: string;
}

type Asked = NonNullable<Awaited<ReturnType<AgreementsService['clubs']['forPeople']>>>;

const ownerOf = (cuaId: string): string => `link of ${cuaId}`;

/** Reminding people who were asked by e-mail or text and have not decided: the same way, with the link that they have. */
export const createCuaReminders = ({ db, clock, jobs, agreements, secrets, partnerUrl, ...deps }: RemindersDeps) => {
  const sendText = cuaTexts(deps.secretSms);
  /** Resolves with whether they are told: nobody is by text who has no number any more. */
  const remind = async (tx: Tx, row: CuaRow, { facility, title }: Asked, link: string): Promise<boolean> => {
    if (row.deliver === 'sms') return sendText(tx, 'cua.reminded', { row, facility, link });
    if (row.email === null) return false;
    const until = isoOf(Number(row.link_ends_at)).slice(0, 10);
    const values = { name: row.name, club: facility.name, title, until, link };
    await deps.sendMail(tx, { kind: CUA_REMINDED, to: row.email, facilityId: row.facility_id, values });
    return true;
  };
  return {
    /** Has somebody reminded so many days after now, as long as their link leads somewhere and nothing is decided. */
    plan: async (tx: Tx, cuaId: string, token: string, days: readonly number[], endsAt: number): Promise<void> => {
      const sealed = secrets.seal(Buffer.from(token), ownerOf(cuaId));
      const times = [...new Set(days)].map((count) => clock.wallMs() + Days(count)).filter((at) => at < endsAt);
      for (const dueAt of times)
        await jobs.enqueue(tx, REMIND, { cuaId, sealed }, { dueAt, key: `${hashOf(token).slice(0, 16)} ${dueAt}` });
    },

    job: (): JobKind<Payload> => ({
      name: REMIND,
      payload: z.strictObject({ cuaId: z.string().max(64), sealed: z.string().max(500) }),
      run: async ({ cuaId, sealed }, { dueAt }) => {
        const token = secrets.open(sealed, ownerOf(cuaId)).toString();
        await deps.secretSms.load();
        return db.write(async (tx) => {
          const row = await cuaRepo(tx).find(cuaId);
          // Another link was sent, or none is open any more.
          if (row === undefined || row.link_hash !== hashOf(token)) return;
          if (nextState(stateAt(row, clock.wallMs()), 'expire') === undefined) return;
          const asked = await agreements.clubs.forPeople(tx, row.facility_id, row.agreement_id);
          const told = (await cuaRepo(tx).events(cuaId)).some(
            ({ kind, at }) => kind === 'reminded' && Number(at) >= dueAt,
          );
          if (asked === undefined || told) return;
          const link = `${partnerUrl()}${SIGN_PATH}/${token}`;
          if (await remind(tx, row, asked, link)) await addEvent(tx, cuaId, 'reminded', clock.wallMs(), SYSTEM);
        });
      },
    }),
  };
};
