import { type Html, html } from './html.ts';
import type { Received, StandIn } from './stand-in.ts';

export const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; overflow-wrap: anywhere; }
fieldset { min-inline-size: 0; display: flex; flex-wrap: wrap; gap: .5rem; border: 1px solid #8886; border-radius: .5rem; margin: 1rem 0; }
label { display: flex; gap: .5rem; align-items: center; }
input { width: 9rem; }
pre { overflow-x: auto; white-space: pre-wrap; font-size: .85rem; background: #8882; padding: .5rem; }
`;
const LETTERS_SHOWN = 4_000;
const ENTRIES_SHOWN = 50;

const shell = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`.markup;

const STEPS = [
  { minutes: 1, label: 'a minute on' },
  { minutes: 60, label: 'an hour on' },
  { minutes: 1_440, label: 'a day on' },
];

const clockForm = (nowMs: number): Html => html`<form method="post" action="/clock">
  <fieldset>
    <legend>Their clock: ${new Date(nowMs).toISOString()}</legend>
    ${STEPS.map(({ minutes, label }) => html`<button name="minutes" value="${minutes}">${label}</button>`)}
  </fieldset>
</form>`;

/** All services that are played here. */
export const indexPage = (names: readonly string[], nowMs: number): string =>
  shell(
    'Outside services, played here',
    html`<ul>${names.map((name) => html`<li><a href="/${name}">${name}</a></li>`)}</ul>${clockForm(nowMs)}`,
  );

const faultForm = (name: string, { faults }: StandIn): Html => html`<form method="post" action="/${name}/faults">
  <fieldset>
    <legend>Make it fail</legend>
    <label>at <input name="at" placeholder="anywhere"></label>
    <label>times <input name="times" type="number" min="1" placeholder="until cleared"></label>
    ${faults.kinds.map((kind) => html`<button name="kind" value="${kind}">${kind}</button>`)}
  </fieldset>
</form>
<form method="post" action="/${name}/clear">
  <p>Wanted now: ${
    faults
      .wanted()
      .map((fault) => JSON.stringify(fault))
      .join(' ') || 'nothing'
  } <button>clear</button></p>
</form>`;

const actForms = (name: string, { acts }: StandIn): readonly Html[] =>
  Object.keys(acts).map((act) => html`<form method="post" action="/${name}/${act}"><button>${act}</button></form>`);

const entryOf = (entry: Received): Html => {
  const { atMs, what, ...rest } = entry as Received & Readonly<Record<string, unknown>>;
  const text = Object.entries(rest)
    .map(
      ([key, value]) =>
        `${key}: ${Buffer.isBuffer(value) || typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n');
  return html`<details><summary>${new Date(atMs).toISOString()} ${what}</summary><pre>${text.slice(0, LETTERS_SHOWN)}</pre></details>`;
};

/** One service: what came, the newest first; what it can be made to do; what a caller has to know. */
export const standInPage = (name: string, standIn: StandIn, nowMs: number): string =>
  shell(
    name,
    html`<p>Plays ${standIn.plays}. <a href="/">All services</a></p>
      ${faultForm(name, standIn)}${actForms(name, standIn)}${clockForm(nowMs)}
      <h2>Received</h2>
      ${standIn.received.slice(-ENTRIES_SHOWN).reverse().map(entryOf)}
      <h2>To know</h2>
      ${Object.entries(standIn.facts()).map(([key, value]) => html`<h3>${key}</h3><pre>${value}</pre>`)}`,
  );
