import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { randomId } from '@gatehouse/shared/ids/id-of.ts';
import type { RandomBytes } from '@gatehouse/shared/ids/random.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { ObjectStore } from '../../kit/objects/object-store.ts';
import type { JobsService } from '../jobs/jobs.service.ts';
import type { WordingAsked } from './mail.ports.ts';
import { mailRepo } from './mail.repo.ts';
import type { MailTable } from './mail.tables.ts';
import { MailAddress } from './mail-address.ts';
import { isSecret, type MailKind, type MailOrder, type OwnWording, type Wording } from './mail-kind.ts';
import { MailRefused, type MailServer } from './mail-server.ts';
import { problemsOf, worded } from './wording.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a header must not have.
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const BODY_LENGTH_MAX = 200_000;

const Written = z.strictObject({
  to: MailAddress,
  subject: z
    .string()
    .min(1)
    .max(200)
    .refine((text) => !CONTROL_CHARACTERS.test(text), 'must be one line without control characters'),
  text: z.string().min(1).max(BODY_LENGTH_MAX),
  html: z.string().min(1).max(BODY_LENGTH_MAX).optional(),
});

export interface MailDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly random: RandomBytes;
  readonly jobs: Pick<JobsService, 'enqueue'>;
  /** Without one, e-mail is kept here to be read. */
  readonly server: MailServer | undefined;
  readonly objects: Pick<ObjectStore, 'get'>;
  readonly ownWording: (tx: Tx, asked: WordingAsked) => Promise<OwnWording | undefined>;
}
export type MailService = ReturnType<typeof createMailService>;

export const SEND_MAIL = 'mail.send';
const WHY_LENGTH_MAX = 500;

/** E-mail: written down in the unit of work that causes it, carried out by a job. */
export const createMailService = ({ db, clock, random, jobs, server, objects, ownWording }: MailDeps) => {
  const insert = async (tx: Tx, order: MailOrder, { written, own }: Composed): Promise<string> => {
    const { to, subject, text, html } = written;
    const id = randomId('eml', random);
    await mailRepo(tx).insert({
      id,
      recipient: to,
      subject,
      text_body: text,
      html_body: html ?? null,
      from_name: own?.fromName ?? null,
      reply_to: own?.replyTo ?? null,
      attachment_key: order.attachment?.key ?? null,
      attachment_name: order.attachment?.name ?? null,
      facility_id: order.facilityId ?? null,
      sensitive: isSecret(order.kind) ? 1 : 0,
      state: server === undefined ? 'kept' : 'queued',
      attempts: 0,
      last_error: null,
      created_at: clock.wallMs(),
      tried_at: null,
      sent_at: null,
    });
    if (server !== undefined) await jobs.enqueue(tx, SEND_MAIL, { mailId: id }, { key: id });
    return id;
  };

  const attachedTo = async ({ attachment_key: key, attachment_name: name }: Selectable<MailTable>) => {
    const bytes = key === null ? undefined : await objects.get(key);
    return bytes && { name: name ?? 'file', bytes };
  };

  return {
    /**
     * Sends an e-mail once this unit is committed, worded as its place has it. Resolves with its id. An address that could become
     * a header or a second recipient is a `Bug`: check addresses with `MailAddress` where they come in.
     */
    send: async <Kind extends MailKind>(tx: Tx, order: MailOrder<Kind>): Promise<string> => {
      const { kind, facilityId, locale = 'en' } = order;
      const composed = composedOf(order, await ownWording(tx, { kind: kind.kind, facilityId, locale }));
      for (const to of othersOf(order, composed))
        await insert(tx, order, { ...composed, written: { ...composed.written, to } });
      return insert(tx, order, composed);
    },

    /** Sends one e-mail of a wording that nobody uses yet, to its reader alone. */
    trial: (tx: Tx, order: MailOrder, wording: Wording): Promise<string> =>
      insert(tx, order, composedOf(order, { ...wording, fromName: null, replyTo: null, alsoTo: [] })),

    /**
     * Carries one out; throws where another attempt may help. What a server has taken is never sent again; where this
     * process dies between that word and our note of it, the same e-mail goes again under the same Message-ID.
     */
    carryOut: async (id: string): Promise<void> => {
      if (server === undefined) return;
      const mail = await db.write((tx) => mailRepo(tx).beginAttempt(id, clock.wallMs()));
      if (mail === undefined) return;
      const { recipient: to, subject, text_body: text, html_body: html, from_name: fromName, reply_to: replyTo } = mail;
      try {
        const attachment = await attachedTo(mail);
        await server({ id, to, subject, text, ...(html !== null && { html }), fromName, replyTo, attachment });
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
  };
};

interface Composed {
  readonly written: z.output<typeof Written>;
  /** Whose wording it is, if it is not the one that it was made with. */
  readonly own: OwnWording | undefined;
}

/** A wording that is of no use any more, or makes no e-mail of these values, keeps nobody from being told. */
const composedOf = (order: MailOrder, own: OwnWording | undefined): Composed => {
  const { kind, to, values } = order;
  const read = (wording: Wording) => Written.safeParse({ to, ...worded(kind, wording, values) });
  const byOwn = own !== undefined && problemsOf(kind, own).length === 0 ? read(own) : undefined;
  if (byOwn?.success) return { written: byOwn.data, own };
  const parsed = read(kind.builtIn);
  if (!parsed.success) throw new Bug(`not an e-mail: ${parsed.error.issues.map((i) => i.path.join('.')).join(', ')}`);
  return { written: parsed.data, own: undefined };
};

/** Who gets the same besides. What lets its reader in goes to that reader alone. */
const othersOf = ({ kind, to }: MailOrder, { own }: Composed): readonly string[] =>
  isSecret(kind) ? [] : (own?.alsoTo ?? []).filter((address) => address.toLowerCase() !== to.toLowerCase());
