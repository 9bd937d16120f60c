import { ICON } from './page-html.ts';

interface Parts {
  readonly script: string;
  readonly preloads: readonly string[];
  readonly style: string;
  /** What the editor looks like: loaded with it, not before. */
  readonly editorStyle: string;
  /** The scripts of the editor's workers, by name. */
  readonly workers: readonly (readonly [name: string, file: string])[];
  readonly notices: string;
  /** Where they are served, with a slash at the end. */
  readonly path: string;
}

/** The document of the explorer. Its script finds there where the editor's parts are: their names say what is in them. */
export const explorerHtml = ({
  script,
  preloads,
  style,
  editorStyle,
  workers,
  notices,
  path,
}: Parts): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Gatehouse explorer</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${path}${style}">
${preloads.map((name) => `    <link rel="modulepreload" href="${path}${name}">\n`).join('')}    <script type="module" src="${path}${script}"></script>
    <link rel="license" href="${path}${notices}">
  </head>
  <body>
    <div id="explorer" data-editor-style="${path}${editorStyle}"${workers.map(([name, file]) => ` data-${name}="${path}${file}"`).join('')}></div>
    <noscript><p class="paper">This page needs JavaScript. The <a href="/explorer/docs/">REST reference</a> does not.</p></noscript>
  </body>
</html>
`;
