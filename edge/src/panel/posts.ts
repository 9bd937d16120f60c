import type { IncomingMessage } from 'node:http';
import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { z } from 'zod';
import { type Handler, type Refusal, readJson, refuse, refuseFor, send } from './answers.ts';
import type { Session, Sessions } from './sessions.ts';

/**
 * What only a page of this box can have sent. The cookie is SameSite and no form can send JSON; this looks at what browsers
 * say of where a request comes from as well (Fetch standard, `Origin`; Fetch Metadata, `Sec-Fetch-Site`).
 */
const fromElsewhere = ({ headers }: IncomingMessage): boolean => {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== `https://${host}`;
};

/** Why this request is not even read; undefined if it is. */
const unreadable = (req: IncomingMessage): (Refusal & { readonly status: number }) | undefined => {
  if (fromElsewhere(req))
    return { status: 403, error: 'foreign_origin', message: 'Another site may not ask for this.' };
  if (!/^application\/json\s*(?:;|$)/i.test(req.headers['content-type'] ?? ''))
    return { status: 415, error: 'not_json', message: 'Send JSON.' };
  return undefined;
};

const problemOf = (error: z.ZodError): Refusal => {
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  return {
    error: 'invalid',
    message: issue?.message ?? 'This cannot be read.',
    field: field === '' ? undefined : field,
  };
};

/** A request that changes something, or asks with a body, and needs no session. */
export const openPost =
  <Body>(schema: z.ZodType<Body>, run: (body: Body, ...http: Parameters<Handler>) => Promise<void>): Handler =>
  async (req, res) => {
    const why = unreadable(req);
    if (why !== undefined) return refuse(res, why.status, why);
    const body = schema.safeParse(await readJson(req));
    if (!body.success) return refuse(res, 400, problemOf(body.error));
    await run(body.data, req, res);
  };

interface StaffPost<Body> {
  readonly body: z.ZodType<Body>;
  /** Who may; everybody on the staff unless said. */
  readonly role?: 'manager';
}

/** The same by somebody who is signed in. Answers 200 with what `run` resolves with, or 204; its faults in their own words. */
export const staffPost = (sessions: Pick<Sessions, 'use'>) => {
  const sessionFor = (req: IncomingMessage, role: 'manager' | undefined): Session | (Refusal & { status: number }) => {
    const session = sessions.use(req.headers.cookie);
    if (session === undefined) return { status: 401, error: 'signed_out', message: 'Sign in first.' };
    return role === 'manager' && session.who.role !== 'manager' ? MANAGER_ONLY : session;
  };
  return <Body>({ body: schema, role }: StaffPost<Body>, run: (body: Body, session: Session) => unknown): Handler =>
    async (req, res) => {
      const why = unreadable(req);
      if (why !== undefined) return refuse(res, why.status, why);
      const session = sessionFor(req, role);
      if ('status' in session) return refuse(res, session.status, session);
      const body = schema.safeParse(await readJson(req));
      if (!body.success) return refuse(res, 400, problemOf(body.error));
      try {
        const answer = await run(body.data, session);
        send(res, answer === undefined ? 204 : 200, answer);
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        refuseFor(res, error);
      }
    };
};

const MANAGER_ONLY = {
  status: 403,
  error: 'manager_only',
  message: 'Only a manager may do this. Ask one to sign in.',
} as const;
