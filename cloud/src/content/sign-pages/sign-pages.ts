import { Fault } from '@gatehouse/shared/fault/fault.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { Documents } from '../../kit/documents/documents.ts';
import { cookieHeader, readCookies } from '../../kit/http/cookies.ts';
import type { Page } from '../../kit/http/express-mount.ts';
import { keptFile } from '../../kit/http/kept-file.ts';
import { auditPage } from '../../kit/http/page-audit.ts';
import { exchangeOf } from '../../kit/http/page-exchange.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.module.ts';
import { CODE_LASTS, type ConsoleSecrets, type SignInCodes } from '../../platform/sessions/sessions.module.ts';
import type { AttachmentsService } from '../attachments/attachments.module.ts';
import {
  type CuaSigning,
  type Linked,
  SIGN_PATH,
  signerOf,
} from '../club-user-agreements/club-user-agreements.module.ts';
import type { SignedDocumentsService } from '../signed-documents/signed-documents.module.ts';
import { FORM, ownFile, SIGN_HEADERS } from './own-files.ts';
import { readerProofs } from './reader-proof.ts';
import { signingOf } from './sign-form.ts';
import { decidedHtml, documentHtml, doorHtml, nowhereHtml } from './sign-html.ts';

/** A drawing of 5,000 points, as a form sends it. */
const FORM_MAX = '256kb';

export interface SignPagesDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly secrets: Pick<ConsoleSecrets, 'mac'>;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly cuaSigning: CuaSigning;
  readonly attachments: Pick<AttachmentsService, 'find' | 'read'>;
  readonly documents: Pick<Documents, 'html'>;
  readonly signedDocuments: Pick<SignedDocumentsService, 'of' | 'bytes'>;
  readonly cuaCodes: Pick<SignInCodes<{ readonly linkHash: string }, Linked['row']>, 'ask' | 'redeem'>;
}

/** One request by a link that leads somewhere. */
interface Visit {
  readonly linked: Linked;
  readonly club: string;
  readonly request: Request;
  readonly response: Response;
  readonly form: URLSearchParams;
}

const proofCookie = ({ row }: Linked) => `__Host-read-${row.id}` as const;
const codeCookie = ({ row }: Linked) => `__Host-code-${row.id}` as const;

/** From a desk, or by text: whoever has the link stands there, or has the phone. Machines that open links press no button. */
const isOpenedByButton = ({ row }: Linked): boolean => row.deliver !== 'email';

/**
 * The pages that a link to sign leads to. Opening one proves nothing, since machines open links too: it shows what a club is called, and
 * nothing of the document, until its reader has shown the code that goes to the address that the link went to. All of it works by forms;
 * a script lets a signature be drawn.
 */
export const signPages = (deps: SignPagesDeps): Page => {
  const { db, clock, secrets, organisations, cuaSigning, cuaCodes, signedDocuments, attachments } = deps;
  const proofs = readerProofs({ secrets, clock });
  const router = express.Router({ caseSensitive: true, strict: true });
  const cookieIn = (request: Request, name: string) => readCookies(request.headers.cookie).get(name);
  const proofIn = ({ linked, request }: Visit) => proofs.read(linked.row, cookieIn(request, proofCookie(linked)));
  const cameOf = (request: Request, codeAt: number | null) => {
    const { remoteAddress, requestId } = exchangeOf(request);
    return { remoteAddress, requestId, userAgent: request.get('user-agent') ?? null, codeAt };
  };
  const audit = async (tx: Parameters<typeof auditPage>[0], { linked, request }: Visit, event: string, more = '') => {
    const { id, facility_id: site } = linked.row;
    const realm = (await organisations.findFacility(tx, site))?.org_id ?? '';
    const act = { event, target: `${id}${more}`, actor: signerOf(linked.row), realm, site, page: 'sign-pages' };
    await auditPage(tx, exchangeOf(request), act);
  };

  const send = (response: Response, status: number, page: string) =>
    void response.status(status).type('text/html').send(page);
  const nowhere = (response: Response) => send(response, 404, nowhereHtml());
  /** To the same page, by its own address: loading that again sends nothing again. */
  const again = ({ request, response }: Visit) => response.redirect(303, request.originalUrl);
  const door = ({ linked, club, request, response }: Visit, problem?: string, status = 200) => {
    const asked = cookieIn(request, codeCookie(linked)) !== undefined;
    const way = isOpenedByButton(linked) ? 'button' : asked ? 'code' : 'ask';
    send(response, status, doorHtml({ club, way, problem }));
  };

  /** What whoever has shown the code sees. */
  const show = async (visit: Visit, problem?: string): Promise<void> => {
    const { linked, club, request, response } = visit;
    const { row, document, signature } = linked;
    const made = signature && (await db.read((tx) => signedDocuments.of(tx, signature.id)));
    const file = made && { href: `${request.originalUrl}/document.pdf`, sha256: made.pdf_sha256 };
    const page =
      document === undefined
        ? decidedHtml(linked, { club, file })
        : await documentHtml({ row, document }, { path: request.originalUrl, html: deps.documents.html, problem });
    send(response, problem === undefined ? 200 : 422, page);
  };

  /** The file of what they have signed, for whoever has shown the code. */
  const download = async (visit: Visit): Promise<void> => {
    const { linked, response } = visit;
    const { signature } = linked;
    if (proofIn(visit) === undefined) return door(visit);
    const row = signature && (await db.read((tx) => signedDocuments.of(tx, signature.id)));
    const bytes = row && (await signedDocuments.bytes(row));
    if (bytes === undefined) return nowhere(response);
    response.type('application/pdf').attachment(`${signature?.id}.pdf`).send(Buffer.from(bytes));
  };

  /** A file of the document, which is signed with it. */
  const attached = async (visit: Visit): Promise<void> => {
    const { linked, request, response } = visit;
    if (proofIn(visit) === undefined) return door(visit);
    const wanted = linked.document?.standing.attachments.find(
      ({ attachmentId }) => attachmentId === request.params.file,
    );
    const file = wanted && (await db.read((tx) => attachments.find(tx, wanted.attachmentId)));
    if (file === undefined) return nowhere(response);
    const bytes = Buffer.from(await attachments.read(file.id));
    response.attachment(file.name).type(file.media_type).send(bytes);
  };

  const sendCode = async (visit: Visit): Promise<void> => {
    const { linked, request, response } = visit;
    if (isOpenedByButton(linked)) return door(visit);
    const { remoteAddress } = exchangeOf(request);
    const asked = { linkHash: linked.row.link_hash ?? '', remoteAddress };
    try {
      const value = await db.write((tx) => cuaCodes.ask(tx, asked));
      response.append(
        'Set-Cookie',
        cookieHeader({ name: codeCookie(linked), value, maxAgeSeconds: CODE_LASTS / 1_000 }),
      );
      again(visit);
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'too_many_codes')) throw error;
      response.set(error.detail.headers ?? {});
      door(visit, 'Too many codes were asked for. Use the newest one, or wait a while.', 429);
    }
  };

  const open = async (visit: Visit): Promise<void> => {
    const { linked, request, response, form } = visit;
    const { row } = linked;
    const isOpen = isOpenedByButton(linked);
    const code = (form.get('code') ?? '').replace(/\s/g, '');
    const browser = cookieIn(request, codeCookie(linked));
    const opened = await db.write(async (tx) => {
      const redeemed = isOpen
        ? { outcome: 'in' as const }
        : await cuaCodes.redeem(tx, { linkHash: row.link_hash ?? '', code, browser });
      if (redeemed.outcome !== 'in') return redeemed;
      if (await cuaSigning.view(tx, linked, cameOf(request, isOpen ? null : clock.wallMs())))
        await audit(tx, visit, 'cua.viewed');
      return redeemed;
    });
    if (opened.outcome === 'wrong') return door(visit, `That is not the code. Tries left: ${opened.triesLeft}.`, 422);
    if (opened.outcome === 'ended') return door(visit, 'That code has ended. Ask for another one.', 422);
    const value = proofs.of(row, isOpen ? 'button' : 'code');
    response.append('Set-Cookie', cookieHeader({ name: proofCookie(linked), value }));
    response.append('Set-Cookie', cookieHeader({ name: codeCookie(linked), value: '' }));
    again(visit);
  };

  const sign = async (visit: Visit, codeAt: number | null): Promise<void> => {
    const { linked, request, form } = visit;
    const { row, document } = linked;
    if (document === undefined) return again(visit);
    const filled = signingOf(form, { row, document });
    if ('problem' in filled) return show(visit, filled.problem);
    const { outcome } = await db.write(async (tx) => {
      const signed = await cuaSigning.sign(tx, row.link_hash ?? '', filled.signing, cameOf(request, codeAt));
      if (signed.outcome === 'signed')
        await audit(tx, visit, 'cua.signed', `: ${signed.signature.id}, evidence ${signed.signature.evidence_sha256}`);
      return signed;
    });
    if (outcome === 'changed') return show(visit, 'The document has changed meanwhile. Read it as it is now.');
    again(visit);
  };

  const decline = async (visit: Visit, codeAt: number | null): Promise<void> => {
    await db.write(async (tx) => {
      if (await cuaSigning.decline(tx, visit.linked.row.link_hash ?? '', cameOf(visit.request, codeAt)))
        await audit(tx, visit, 'cua.declined');
    });
    again(visit);
  };

  const act = async (visit: Visit): Promise<void> => {
    const wanted = visit.form.get('act');
    if (wanted === 'code') return sendCode(visit);
    if (wanted === 'open') return open(visit);
    const proof = proofIn(visit);
    if (proof === undefined) return door(visit, 'It has been a while: the document is opened once more.', 422);
    if (wanted === 'sign') return sign(visit, proof.codeAt);
    if (wanted === 'decline') return decline(visit, proof.codeAt);
    again(visit);
  };

  /** Nothing of a link that has ended, whichever way. The address as it was sent: the log knows a token in no other form. */
  const byLink =
    (then: (visit: Visit) => Promise<void> | void): RequestHandler =>
    async (request, response) => {
      const [token = ''] = request.originalUrl.slice(`${SIGN_PATH}/`.length).split('/');
      const found = await db.read(async (tx) => {
        const linked = await cuaSigning.byToken(tx, token);
        const facility = linked && (await organisations.findFacility(tx, linked.row.facility_id));
        return linked && facility && { linked, club: facility.name };
      });
      if (found === undefined) return nowhere(response);
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      await then({ ...found, request, response, form });
    };

  router.use((_request, response, next) => {
    response.set(SIGN_HEADERS);
    next();
  });
  router.get(
    '/style.css',
    keptFile('text/css', () => ownFile('sign.css')),
  );
  router.get(
    '/sign.js',
    keptFile('text/javascript', () => ownFile('sign.js')),
  );
  router.get(
    '/:token',
    byLink((visit) => (proofIn(visit) === undefined ? door(visit) : show(visit))),
  );
  router.get('/:token/document.pdf', byLink(download));
  router.get('/:token/files/:file', byLink(attached));
  router.post('/:token', express.text({ type: FORM, limit: FORM_MAX }), byLink(act));
  return {
    path: SIGN_PATH,
    gate: {
      public: 'Whoever has a link has no account: the link and a code that goes to its address say who they are.',
    },
    router,
  };
};
