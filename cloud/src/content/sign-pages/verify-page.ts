import { isoOf } from '@gatehouse/shared/time/iso.ts';
import express from 'express';
import type { Database } from '../../kit/db/unit-of-work.ts';
import type { Page } from '../../kit/http/express-mount.ts';
import { type Html, html } from '../../kit/http/html.ts';
import { keptFile } from '../../kit/http/kept-file.ts';
import { pageFrame } from '../public-pages/public-pages.module.ts';
import { type SignedDocumentsService, VERIFY_PATH } from '../signed-documents/signed-documents.module.ts';
import { FORM, ownFile, SIGN_HEADERS } from './own-files.ts';

const FORM_MAX = '1kb';
const SHA256 = /^[0-9a-f]{64}$/;

const HEAD = html`<meta name="robots" content="noindex">
<link rel="stylesheet" href="/sign/style.css">
<script src="${VERIFY_PATH}/verify.js" defer></script>`;

const verifyHtml = (answer?: Html): string =>
  pageFrame({
    title: 'Is this file ours?',
    head: HEAD,
    body: html`<h1>Is this file ours?</h1>
${answer}
<p>Whether a signed document is, to the last byte, as it was made here. The file stays with you: only its SHA-256 is asked about.</p>
<form method="post">
<p id="choose" hidden><label for="file">The file</label>
<input id="file" type="file" accept="application/pdf"></p>
<p><label for="sha256">Or its SHA-256, 64 characters</label>
<input id="sha256" name="sha256" maxlength="80" autocomplete="off" spellcheck="false" required></p>
<button class="action">Ask</button>
</form>`,
  });

const timeOf = (ms: number | bigint): Html => {
  const iso = isoOf(Number(ms));
  return html`<time datetime="${iso}">${iso}</time>`;
};
type Found = NonNullable<Awaited<ReturnType<SignedDocumentsService['withSha256']>>>;
const STAMPED = ({ stamped_by: by, stamped_at: at }: Found): Html | undefined =>
  by === null || at === null
    ? undefined
    : html` Its seal has a time stamp, which says without us that it was there at ${timeOf(at)}. It is by ${by}.`;
const OURS = (found: Found): Html =>
  html`<p role="status" class="ours"><strong>Yes.</strong> This file was made here, and nothing in it has changed. It was signed at ${timeOf(found.signed_at)}.${STAMPED(found)}</p>`;
const NOT_OURS = html`<p role="status" class="problem"><strong>No.</strong> No file like this was made here: it is another one, or something in it has changed.</p>`;
const NO_HASH = html`<p role="alert" class="problem">That is no SHA-256: it has 64 characters from 0 to 9 and a to f.</p>`;

/**
 * Where anybody asks whether a file is one that was made here, and when it was signed. It learns a hash, and tells nothing that whoever
 * has the file does not read in it.
 */
export const verifyPage = ({
  db,
  signedDocuments,
}: {
  readonly db: Pick<Database, 'read'>;
  readonly signedDocuments: Pick<SignedDocumentsService, 'withSha256'>;
}): Page => {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use((_request, response, next) => {
    response.set(SIGN_HEADERS);
    next();
  });
  router.get(
    '/verify.js',
    keptFile('text/javascript', () => ownFile('verify.js')),
  );
  router.get('/', (_request, response) => void response.type('text/html').send(verifyHtml()));
  router.post('/', express.text({ type: FORM, limit: FORM_MAX }), async (request, response) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const sha256 = (form.get('sha256') ?? '').replace(/\s/g, '').toLowerCase();
    if (!SHA256.test(sha256)) return void response.status(422).type('text/html').send(verifyHtml(NO_HASH));
    const found = await db.read((tx) => signedDocuments.withSha256(tx, sha256));
    const answer = found === undefined ? NOT_OURS : OURS(found);
    response.type('text/html').send(verifyHtml(answer));
  });
  return {
    path: VERIFY_PATH,
    gate: { public: 'Whoever has a file may ask whether it is ours; nothing else is told.' },
    router,
  };
};
