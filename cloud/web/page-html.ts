interface Parts {
  readonly script: string;
  readonly preloads: readonly string[];
  readonly style: string;
  /** Runs before anything is painted. */
  readonly early: string;
  readonly notices: string;
  /** Of which build it is. */
  readonly build: string;
  /** Where they are served, with a slash at the end. */
  readonly path: string;
}

export const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%2324476b'/%3E%3Cpath d='M10 25V9a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v16M7 25h18M18.5 16v2.5' fill='none' stroke='%23fff' stroke-width='2.4' stroke-linecap='round'/%3E%3C/svg%3E";

/** The one document of a console: nothing inline, so that the policy of its content can forbid that. */
export const pageOf = ({ script, preloads, style, early, notices, build, path }: Parts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta name="build" content="${build}">
    <title>Gatehouse</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${path}${style}">
    <script src="${path}${early}"></script>
${preloads.map((name) => `    <link rel="modulepreload" href="${path}${name}">\n`).join('')}    <script type="module" src="${path}${script}"></script>
    <link rel="license" href="${path}${notices}">
  </head>
  <body>
    <div id="console"></div>
    <noscript><p class="paper">This console needs JavaScript.</p></noscript>
  </body>
</html>
`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What is shown where there is no console, and why. */
export const brokenPage = (why: string, requestId: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Gatehouse</title>
  </head>
  <body>
    <h1>The console could not be made</h1>
    <p>Doors, boxes and the API are not concerned. Whoever runs this service finds more in its log, by <code>${escaped(requestId)}</code>.</p>
    <pre>${escaped(why)}</pre>
  </body>
</html>
`;
