import type { IncomingMessage } from 'node:http';
import type { Handler } from './answers.ts';
import type { FacilityCa } from './ca-certificate.ts';
import { qrPath } from './qr.ts';
import { sendContent } from './static-files.ts';

/** What phones take as a certificate to install. No standard has it; iOS and Android both look for it. */
const CERTIFICATE_TYPE = 'application/x-x509-ca-cert';
/** The authority that certified the panel, and the one that will. */
const FILES = ['gatehouse-ca.crt', 'gatehouse-ca-next.crt'] as const;
const [FILE, NEXT_FILE] = FILES;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** The address that this page was asked by: the one that phones reach as well. */
const addressOf = ({ headers }: IncomingMessage): string | undefined =>
  /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i.test(headers.host ?? '') ? headers.host : undefined;

/** How a phone comes to trust this panel. For everybody: it says nothing of the facility but its authority. */
export const caRoutes = (authorities: () => readonly FacilityCa[]): Readonly<Record<string, Handler>> => ({
  'GET /ca': (req, res) => {
    const html = pageOf(authorities(), addressOf(req));
    sendContent('text/html; charset=utf-8', Buffer.from(html))(req, res);
  },
  ...Object.fromEntries(
    FILES.map((file, i): [string, Handler] => [
      `GET /${file}`,
      (req, res) => {
        const found = authorities()[i];
        if (found === undefined) return void res.writeHead(404).end();
        sendContent(CERTIFICATE_TYPE, found.raw)(req, res);
      },
    ]),
  ),
});

const pageOf = ([ca, next]: readonly FacilityCa[], address: string | undefined): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Trust this panel</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/shared/tokens.css" />
    <link rel="stylesheet" href="/panel.css" />
    <link rel="stylesheet" href="/ca.css" />
  </head>
  <body>
    <main class="paper">
      <p class="eyebrow">Door panel</p>
      <h1>Make your phone trust this panel</h1>
${ca === undefined ? NOT_YET : instructions(ca, next, address)}
      <p class="back"><a href="/">To the panel</a></p>
    </main>
  </body>
</html>
`;

const NOT_YET = `      <p>This box has no certificate of its facility yet: it gets one once it is claimed and connected. Until then a
        browser warns of it, and is right to. Come back here afterwards.</p>`;

const instructions = (
  ca: FacilityCa,
  next: FacilityCa | undefined,
  address: string | undefined,
): string => `      <p>Once for each phone. Afterwards it opens the panel without a warning, and warns you where somebody only
        pretends to be this box. What you install vouches for this gym’s boxes, and for no website.</p>
${address === undefined ? '' : qrOf(address)}
      <section aria-labelledby="check">
        <h2 id="check">1. Compare before you trust</h2>
        <p>This is the fingerprint of <strong>${escaped(ca.name)}</strong>. Compare it with the one that whoever runs your
          system gave you, on paper or by another way than this page. If a single character differs, stop.</p>
${offer(ca, FILE, 'Download the certificate')}
      </section>
${next === undefined ? '' : successor(next)}
      <div class="columns">
        <section aria-labelledby="iphone">
          <h2 id="iphone">2. On an iPhone or iPad</h2>
          <ol>
            <li>Open this page in Safari, download the certificate and allow it.</li>
            <li>Settings, then <b>Profile Downloaded</b> near the top. Tap <b>Install</b>.</li>
            <li>Tap the profile and read its details. The fingerprint must be the one above.</li>
            <li>Settings, General, About, <b>Certificate Trust Settings</b>: switch it on.</li>
          </ol>
        </section>
        <section aria-labelledby="android">
          <h2 id="android">2. On an Android phone</h2>
          <ol>
            <li>Download the certificate.</li>
            <li>Settings, and search for <b>CA certificate</b>. It is under Security, Encryption.</li>
            <li>Choose <b>Install anyway</b>, then the file <b>${FILE}</b>.</li>
            <li>Under <b>Trusted credentials, User</b> the fingerprint must be the one above.</li>
          </ol>
        </section>
      </div>
      <p class="quiet">To take it back, remove the profile (iPhone) or the user credential (Android) in the same place.</p>`;

const offer = (
  ca: FacilityCa,
  file: string,
  says: string,
): string => `        <p class="fingerprint">${groups(ca.fingerprint)}</p>
        <p class="quiet">SHA-256. Valid until ${new Date(ca.validToMs).toISOString().slice(0, 10)}.</p>
        <p><a class="button" href="/${file}">${says}</a></p>`;

const successor = (next: FacilityCa): string => `      <section aria-labelledby="next">
        <h2 id="next">Install its successor too</h2>
        <p>The certificate above ends in a while. <strong>${escaped(next.name)}</strong> takes its place: install it in the
          same way, also on phones that trust this panel already.</p>
${offer(next, NEXT_FILE, 'Download the successor')}
      </section>
`;

const groups = (fingerprint: string): string => {
  const pairs = fingerprint.split(':');
  return Array.from({ length: Math.ceil(pairs.length / 4) }, (_, i) => pairs.slice(i * 4, i * 4 + 4).join(' '))
    .map((group) => `<span>${group}</span>`)
    .join(' ');
};

const qrOf = (address: string): string => {
  const url = `https://${address}/ca`;
  const { size, path } = qrPath(url);
  return `      <figure class="qr">
        <svg viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of this page"><path d="${path}" /></svg>
        <figcaption>This page on another phone: <span class="address">${escaped(url)}</span></figcaption>
      </figure>`;
};
