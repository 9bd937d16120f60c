import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { JobsService } from '../jobs/jobs.service.ts';
import { mailRepo } from './mail.repo.ts';
import { MailAddress } from './mail-address.ts';
import { MailRefused, type MailServer } from './mail-server.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a header must not have.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const BODY_LENGTH_MAX = 200_000;

const NewMail = z.strictObject({
  to: MailAddress,
  subject: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => !CONTROL_CHARACTERS.test(text), 'must be one line without control characters'),
  text: z.string().min(1).max(BODY_LENGTH_MAX),
  html: z.string().min(1).max(BODY_LENGTH_MAX).optional(),
  /** What it says lets its reader in: nobody else reads it in the mailbox. Its subject says nothing of that. */
  sensitive: z.boolean().optional(),
});
export type NewMail = z.input<typeof NewMail>;

export interface MailDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  /** Without one, e-mail is kept here to be read. */
  readonly server: MailServer | undefined;
}
export type MailService = ReturnType<typeof createMailService>;

export const SEND_MAIL = 'mail.send';
const WHY_LENGTH_MAX = 500;

/** E-mail: written down in the unit of work that causes it, carried out by a job. */
export const createMailService = ({ db, clock, random, jobs, server }: MailDeps) => ({
  /**
   * Sends an e-mail once this unit is committed. Resolves with its id. What could become a header or a second recipient is a
   * `Bug`: check addresses with `MailAddress` where they come in.
   */
  send: async (tx: Tx, mail: NewMail): Promise<string> => {
    const parsed = NewMail.safeParse(mail);
    if (!parsed.success) throw new Bug(`not an e-mail: ${parsed.error.issues.map((i) => i.path.join('.')).join(', ')}`);
    const { to, subject, text, html, sensitive = false } = parsed.data;
    const id = randomId('eml', random);
    await mailRepo(tx).insert({
      id,
      recipient: to,
      subject,
      text_body: text,
      html_body: html ?? null,
      sensitive: sensitive ? 1 : 0,
      state: server === undefined ? 'kept' : 'queued',
      attempts: 0,
      last_error: null,
      created_at: clock.wallMs(),
      tried_at: null,
      sent_at: null,
    });
    if (server !== undefined) await jobs.enqueue(tx, SEND_MAIL, { mailId: id }, { key: id });
    return id;
  },

  /**
   * Carries one out; throws where another attempt may help. What a server has taken is never sent again; where this
   * process dies between that word and our note of it, the same e-mail goes again under the same Message-ID.
   */
  carryOut: async (id: string): Promise<void> => {
    if (server === undefined) return;
    const mail = await db.write((tx) => mailRepo(tx).beginAttempt(id, clock.wallMs()));
    if (mail === undefined) return;
    const { recipient: to, subject, text_body: text, html_body: html } = mail;
    try {
      await server({ id, to, subject, text, ...(html !== null && { html }) });
    } catch (error) {
      const why = (error instanceof Error ? error.message : String(error)).slice(0, WHY_LENGTH_MAX);
      const final = error instanceof MailRefused;
      await db.write((tx) => mailRepo(tx).setFailed(id, final ? 'refused' : 'queued', why));
      if (!final) throw error;
      return;
    }
    await db.write((tx) => mailRepo(tx).setSent(id, clock.wallMs()));
  },

  find: (id: string) => db.read((tx) => mailRepo(tx).find(id)),

  /** The newest first, from before the e-mail `before` on. */
  list: (limit: number, before?: string) =>
    db.read(async (tx) => {
      const last = before === undefined ? undefined : await mailRepo(tx).find(before);
      if (before !== undefined && last === undefined) return [];
      return mailRepo(tx).list(limit, last && { at: last.created_at, id: last.id });
    }),

  forgetBefore: (tx: Tx, at: number, limit: number): Promise<number> => mailRepo(tx).removeBefore(at, limit),
});
