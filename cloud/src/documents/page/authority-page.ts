import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readWebFile } from '@gatehouse/shared/web/web-files.ts';
import express from 'express';
import type { Page } from '../../kit/http/express-mount.ts';
import { type Html, html } from '../../kit/http/html.ts';
import { keptFile } from '../../kit/http/kept-file.ts';
import { PAGE_HEADERS } from '../../kit/http/page-headers.ts';

/** What browsers and phones take as a certificate to install. No standard has it. */
const CERTIFICATE_TYPE = 'application/x-x509-ca-cert';
const PATH = '/ca';
const FILE = 'gatehouse-ca.crt';

interface Certificates {
  /** Of the cloud's own authority. */
  readonly caPem: string;
  /** What the listener shows. */
  readonly certificatePem: string;
}

/**
 * How a browser comes to trust the cloud's own authority, and that certificate: for as long as the listener shows one of its
 * certificates. A page with a certificate of somebody else's needs none of this, and has no such page.
 */
export const authorityPages = ({ caPem, certificatePem }: Certificates): readonly Page[] => {
  const authority = new X509Certificate(caPem);
  if (!new X509Certificate(certificatePem).checkIssued(authority)) return [];
  const router = express.Router({ caseSensitive: true });
  router.use((_request, response, next) => {
    response.set(PAGE_HEADERS);
    next();
  });
  router.get(
    '/',
    keptFile('text/html', () => pageOf(authority).text),
  );
  router.get(
    '/page.css',
    keptFile('text/css', () => STYLES),
  );
  router.get(`/${FILE}`, (_request, response) => {
    response.set({
      'Content-Type': CERTIFICATE_TYPE,
      'Content-Disposition': `attachment; filename="${FILE}"`,
      'Cache-Control': 'no-cache',
    });
    response.end(authority.raw);
  });
  const gate = { public: 'A certificate is for everybody: whoever cannot trust this host yet needs it first.' };
  return [{ path: PATH, gate, router }];
};

const STYLES = `${readWebFile('tokens.css').toString('utf8')}\n${readFileSync(new URL('authority-page.css', import.meta.url), 'utf8')}`;

const WAYS: readonly { readonly on: string; readonly steps: readonly string[] }[] = [
  {
    on: 'Chrome and Edge',
    steps: [
      'Settings, Privacy and security, Security, Manage certificates.',
      'On Linux: Authorities, Import, and say that it may identify websites. On Windows: Import, into Trusted Root Certification Authorities.',
      'On macOS: open the file, and in Keychain Access set it to Always Trust.',
    ],
  },
  {
    on: 'Firefox',
    steps: [
      'Settings, Privacy & Security, Certificates, View Certificates.',
      'Authorities, Import, and say that it may identify websites.',
    ],
  },
];

const pageOf = (authority: X509Certificate): Html => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Trust this service – Gatehouse</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${PATH}/page.css">
  </head>
  <body>
    <main>
      <h1>Make your browser trust this service</h1>
      <p>It shows a certificate of its own authority, which browsers do not know: they warn, and passkeys do not work until you
        have installed that authority. Signing in with a code works meanwhile. What you install vouches for whatever this
        authority signs: remove it again when you are done trying. An installation that people work with has a certificate that
        browsers know, and no such page.</p>
      <h2>1. Compare before you trust</h2>
      <p>Nothing proves that this page is what you think it is, until this fingerprint (SHA-256) is the one that the machine itself
        says. If a single character differs, stop.</p>
      <p class="fingerprint">${authority.fingerprint256
        .split(/(?<=^(?:.{12})+)/)
        .map((part) => html`<span>${part.replace(/:$/, '')}</span> `)}</p>
      <p>On the machine, in the cloud’s data folder (<code>DATA_DIR</code>; of the demo, <code>data/demo/cloud</code>):</p>
      <pre tabindex="0" aria-label="What to run on the machine"><code>openssl x509 -noout -fingerprint -sha256 -in ca.pem</code></pre>
      <h2>2. Take the certificate</h2>
      <p><a class="button" href="${PATH}/${FILE}" download>Download ${FILE}</a></p>
      <p>Valid until ${authority.validToDate.toISOString().slice(0, 10)}.</p>
      <h2>3. Install it</h2>
      <div class="ways">${WAYS.map(
        ({ on, steps }) =>
          html`<section><h3>${on}</h3><ol>${steps.map((step) => html`<li>${step}</li>`)}</ol></section>`,
      )}</div>
      <p>Then close the browser and come back to the <a href="/ops">operations console</a> or to the
        <a href="/console">console of partners</a>. To take it back, remove the certificate in the same place.</p>
    </main>
  </body>
</html>
`;
