// @module-tag long
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { AGREEMENT, ORGANISATION } from './ops-agreements.kit.ts';
import { ADA, FACILITY, LOCKDOWN, PARTNER } from './ops-gym.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';
import { BOX } from './ops-walk.kit.ts';

const console = consoleOfFile();

const AT = `/ops/facilities/${FACILITY}`;
const OF = `?organisation=${ORGANISATION}`;

/** What the button of each form says in which something is typed, as the forms stand on the page; `-` where it is not kept. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  [`${AT}/people-agreements`]: ['Ask them'],
  [`${AT}/members/${PARTNER}/${ADA.memberId}`]: ['Save', '- Erase Ada Okafor-Lindqvist'],
  [`${AT}/settings`]: ['Save', 'Keep it', 'Keep it', 'Keep it'],
  '/ops/users/usr_0123456789abcdef': ['Make a key'],
  [`/ops/partners/${PARTNER}`]: ['Save'],
  [`/ops/agreements/${AGREEMENT}`]: [
    'Save the draft',
    'Save it, and ask that club anew',
    'Save it, and ask that club anew',
  ],
  [`/ops/press${OF}`]: ['Save it', 'Save it', 'Save it'],
  [`/ops/landing-pages${OF}`]: ['Save the draft', 'Save the draft', 'Save the draft'],
  [`${AT}/listings`]: ['- Put it there as it is here', 'Bring the store to that'],
  [`${AT}/ai`]: ['- Top up', 'Save the limit', 'Save the top-up', 'Adjust it'],
  [`${AT}/ai/keys`]: ['Save', 'Save', 'Make a key', 'Save', 'Save', 'Add a guardrail', '- Try it', 'Save the cap'],
  '/ops/wallets': ['Match it', 'Put it into their wallet'],
  [`/ops/wallets?owner=${encodeURIComponent(`org#${ORGANISATION}`)}`]: [
    ...['Adjust it', '- Pay by card', '- Make an invoice', 'Make the credit note'],
    ...['Save whom they name', 'Save how it is billed'],
  ],
  [`${AT}/installers`]: ['Invite an installer'],
  [`${AT}/mappings`]: ['Save', 'Make an access scope'],
  [`${AT}/lockdown`]: ['Say why', '- Let people in again at 6 doors'],
  [`${AT}/boxes/${BOX}/wiring`]: ['Add a door'],
};

/** Opens all that can be opened, and names the forms in which something is typed. */
const OPENED = `(() => {
  for (const closed of document.querySelectorAll('#content details:not([open])')) closed.open = true;
  return typedForms().map(({ button }) => button);
})()`;
const TYPED_FORMS = `globalThis.typedForms = () => [...document.querySelectorAll('#content form:not([role=search])')].flatMap((form) => {
  const field = form.querySelector('input[type=text], textarea');
  const button = (form.querySelector('button[type=submit]') ?? form.querySelector('button'))?.textContent ?? '';
  return field === null ? [] : [{ button, field }];
})`;
const TYPE = `typedForms().map(({ field }) => {
  field.value += '7';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field.value;
})`;
const VALUES = 'typedForms().map(({ field }) => field.value)';
const ask = (page: Page, script: string): Promise<string[]> => page.evaluate<string[]>(script);

describe('every form of a page', () => {
  it('has what was typed again once the page is loaded again, but for what is not kept', async () => {
    const cloud = { session: SUPER_ADMIN, lockdowns: [LOCKDOWN] };
    const { page, wrongs, close } = await console.open('/ops', WIDTHS[1], { cloud });
    await page.addInitScript(TYPED_FORMS);
    const { origin } = new URL(page.url());
    for (const [path, forms] of Object.entries(FORMS)) {
      const buttons = forms.map((form) => form.replace(/^- /, ''));
      await page.goto(`${origin}${path}`);
      await expect.poll(() => ask(page, OPENED), { message: path }).toEqual(buttons);
      const typed = await ask(page, TYPE);
      await page.reload();
      await expect.poll(() => ask(page, OPENED), { message: path }).toEqual(buttons);
      const found = await ask(page, VALUES);
      expect(
        buttons.map((button, at) => (found[at] === typed[at] ? button : `- ${button}`)),
        path,
      ).toEqual(forms);
    }
    expect(wrongs).toEqual([]);
    await close();
  }, 180_000);
});
