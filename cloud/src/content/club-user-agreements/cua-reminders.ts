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
import { cuaRepo } from './club-user-agreements.repo.ts';
import { addEvent } from './cua-events.ts';
import { SIGN_PATH } from './cua-links.ts';
import { CUA_REMINDED } from './cua-mail.ts';
import { nextState, stateAt } from './cua-states.ts';

const REMIND = 'club-user-agreements.remind';
const SYSTEM = { by: 'system', remoteAddress: '', userAgent: null };

export interface RemindersDeps extends Pick<Environment, 'db' | 'clock'> {
  readonly jobs: Pick<JobsService, 'enqueue'>;
  readonly agreements: Pick<AgreementsService, 'clubs'>;
  readonly sendMail: MailService['send'];
  readonly secrets: Pick<ConsoleSecrets, 'seal' | 'open'>;
  readonly partnerUrl: () => string;
}
export type CuaReminders = ReturnType<typeof createCuaReminders>;

interface Payload {
  readonly cuaId: string;
  /** The token of the link: only its hash is kept in the open, and the link that was sent has to stay good. */
  readonly sealed: string;
}

const ownerOf = (cuaId: string): string => `link of ${cuaId}`;

/** Reminding people who were asked by e-mail and have not decided: with the link that they have. */
export const createCuaReminders = ({ db, clock, jobs, agreements, sendMail, secrets, partnerUrl }: RemindersDeps) => ({
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
    run: ({ cuaId, sealed }, { dueAt }) => {
      const token = secrets.open(sealed, ownerOf(cuaId)).toString();
      return db.write(async (tx) => {
        const row = await cuaRepo(tx).find(cuaId);
        // Another link was sent, or none is open any more.
        if (row?.email == null || row.link_hash !== hashOf(token)) return;
        if (nextState(stateAt(row, clock.wallMs()), 'expire') === undefined) return;
        const asked = await agreements.clubs.forPeople(tx, row.facility_id, row.agreement_id);
        const told = (await cuaRepo(tx).events(cuaId)).some(
          ({ kind, at }) => kind === 'reminded' && Number(at) >= dueAt,
        );
        if (asked === undefined || told) return;
        const until = isoOf(Number(row.link_ends_at)).slice(0, 10);
        const link = `${partnerUrl()}${SIGN_PATH}/${token}`;
        const values = { name: row.name, club: asked.facility.name, title: asked.title, until, link };
        await sendMail(tx, { kind: CUA_REMINDED, to: row.email, facilityId: row.facility_id, values });
        await addEvent(tx, cuaId, 'reminded', clock.wallMs(), SYSTEM);
      });
    },
  }),
});
