import { Html, html } from '../../kit/http/html.ts';
import type { Linked } from '../club-user-agreements/club-user-agreements.module.ts';
import { pageFrame, plain, written } from '../public-pages/public-pages.module.ts';

const HEAD = html`<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="stylesheet" href="/sign/style.css">
<script src="/sign/sign.js" defer></script>`;

const frame = (title: string, body: Html): string => pageFrame({ title, head: HEAD, body });
const told = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p role="alert" class="problem">${problem}</p>`;
const button = (act: string, label: string, kind = 'action'): Html =>
  html`<button name="act" value="${act}" class="${kind}">${label}</button>`;

/** The same for a link that there never was, and for one that has ended. */
export const nowhereHtml = (): string =>
  frame(
    'This link leads nowhere',
    html`<h1>This link leads nowhere</h1>
<p>It may have ended, or another one was sent in its place. Ask whoever sent it to you for a new one.</p>`,
  );

/** Before anything is shown: whoever opens the link proves that they read what is sent to its address. */
export const doorHtml = ({
  club,
  way,
  problem,
}: {
  readonly club: string;
  readonly way: 'ask' | 'code' | 'button';
  readonly problem?: string | undefined;
}): string =>
  frame(
    'A document for you',
    html`<h1>${plain(club)} asks you to read a document</h1>
${told(problem)}
${
  way === 'button'
    ? html`<form method="post">${button('open', 'Read the document')}</form>`
    : way === 'ask'
      ? html`<p>We send a code to the address that this link came to. It opens the document.</p>
<form method="post">${button('code', 'Send me the code')}</form>`
      : html`<p>We have sent a code to the address that this link came to. It counts for 10 minutes.</p>
<form method="post">
<p><label for="code">The six digits</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="9" required></p>
${button('open', 'Read the document')}
</form>
<form method="post">${button('code', 'Send another code', 'quiet-button')}</form>`
}`,
  );

type ToHtml = (markdown: string, headingsFrom?: number) => Promise<string>;
/** What is longer is read in the thread for documents. */
const LONG = 10_000;
const read = async (text: string, headingsFrom: number, toHtml: ToHtml): Promise<Html> =>
  text.length > LONG ? new Html(await toHtml(text, headingsFrom)) : written(text, headingsFrom);

/** What differs at this club, clause by clause. */
const variationHtml = async (
  { standing }: NonNullable<Linked['document']>,
  toHtml: ToHtml,
): Promise<Html | undefined> => {
  const clauses = standing.variation?.clauses ?? [];
  if (clauses.length === 0) return undefined;
  const parts: Html[] = [];
  for (const { heading, text } of clauses)
    parts.push(
      html`<h3>${plain(heading)}</h3>${text === null ? html`<p>This part does not hold here.</p>` : await read(text, 4, toHtml)}`,
    );
  return html`<section class="variation"><h2>What differs at this club</h2>
<p>These parts hold in place of those above that have the same heading.</p>${parts}</section>`;
};

const SIGNATURE = html`<p><label for="name">Your whole name</label>
<input id="name" name="name" autocomplete="name" minlength="2" maxlength="120" required></p>
<div id="pad" hidden>
<p id="pad-label">Draw your signature</p>
<canvas id="drawn" width="600" height="200" aria-labelledby="pad-label"></canvas>
<p><button type="button" id="clear" class="quiet-button">Clear</button></p>
</div>
<input type="hidden" name="drawing" id="drawing">
<p><label><input type="checkbox" name="typed" value="yes"> My name, as I have typed it, is my signature.</label></p>`;

/** The document, and the form by which somebody signs it. */
export const documentHtml = async (
  { row, document }: Required<Pick<Linked, 'row' | 'document'>>,
  {
    path,
    html: toHtml,
    problem,
  }: { readonly path: string; readonly html: ToHtml; readonly problem?: string | undefined },
): Promise<string> => {
  const { standing, facility, body, statement, cua } = document;
  return frame(
    standing.title,
    html`<h1>${plain(standing.title)}</h1>
<p class="quiet">${plain(facility.name)} asks ${plain(row.name)}. Version ${standing.version}, in force from ${standing.effectiveOn}.</p>
${told(problem)}
<article>${await read(body, 2, toHtml)}</article>
${await variationHtml(document, toHtml)}
${standing.attachments.length === 0 ? undefined : html`<section><h2>Attached</h2><ul>${standing.attachments.map(({ attachmentId, name, sha256 }) => html`<li><a href="${path}/files/${attachmentId}" download>${plain(name)}</a><br><small>SHA-256 ${sha256}</small></li>`)}</ul></section>`}
<form method="post" class="signing">
<h2>Your decision</h2>
<input type="hidden" name="documentSha256" value="${standing.documentSha256}">
${standing.requirement === 'signature' ? SIGNATURE : undefined}
${
  cua.signers === 'person-or-guardian'
    ? html`<p><label><input type="checkbox" name="guardian" value="yes"> I sign for ${plain(row.name)}, as their parent or guardian.</label></p>`
    : undefined
}
<p><label><input type="checkbox" name="accepted" value="yes" required> ${statement}</label></p>
<p>${button('sign', standing.requirement === 'signature' ? 'Sign' : 'Agree')}</p>
<p><small>The document that you sign has the SHA-256 ${standing.documentSha256}.</small></p>
</form>
<form method="post">${button('decline', 'I do not agree', 'quiet-button')}</form>`,
  );
};

/** Once they have decided. */
export const decidedHtml = (
  { row, signature }: Linked,
  {
    club,
    file,
  }: { readonly club: string; readonly file: { readonly href: string; readonly sha256: string } | undefined },
): string =>
  signature === undefined
    ? frame(
        'You have declined',
        html`<h1>You have declined</h1><p>${plain(club)} sees that you did. Nothing was signed.</p>`,
      )
    : frame(
        'Signed',
        html`<h1>Thank you, ${plain(row.name)}</h1>
<p>You have signed. ${plain(club)} has it on record.</p>
${
  file === undefined
    ? html`<p>Your file is being made. Load this page again in a minute.</p>`
    : html`<p><a class="action" href="${file.href}" download>Save what you have signed</a></p>
<p><small>The file has the SHA-256 ${file.sha256}.</small></p>`
}
<p><small>The document has the SHA-256 ${signature.document_sha256}, the evidence of your signature ${signature.evidence_sha256}.</small></p>`,
      );
