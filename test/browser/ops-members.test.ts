// @module-tag long
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { DESK } from './ops-desk.kit.ts';
import { ADA, DOORS, FACILITY, PARTNER, SESSION } from './ops-gym.kit.ts';
import { IN_BERLIN, KNOWN_ADA, LONG_WEEK, PERSON } from './ops-members.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const MEMBER = `/ops/facilities/${FACILITY}/members/${PARTNER}/${ADA.memberId}`;

describe('the access calendar of a member', () => {
  it('is asked for once somebody gets there, and no sooner: who stands at the door waits for nothing', async () => {
    const asked: string[] = [];
    const { page, close } = await console.open(MEMBER, PHONE, {
      before: async (page) => {
        page.on('request', (request) => request.url().includes('/calendar') && asked.push(request.url()));
      },
    });
    await page.getByRole('button', { name: /^Let Ada/ }).waitFor();
    expect(asked).toEqual([]);
    await page.getByRole('heading', { name: 'When doors open' }).scrollIntoViewIfNeeded();
    await page.locator('.calendar-frame rect').first().waitFor();
    expect(asked.map((url) => new URL(url).search)).toEqual(['?days=7']);
    await close();
  });

  it('goes to other weeks and doors by keyboard, and keeps them in its address', async () => {
    const { page, wrongs, close } = await console.open(MEMBER, PHONE);
    await page.getByRole('heading', { name: 'When doors open' }).scrollIntoViewIfNeeded();
    await page.locator('.calendar-frame rect').first().waitFor();
    await page.getByRole('button', { name: 'Later', disabled: false }).press('Enter');
    await page.waitForURL('**?from=2026-06-08');
    await page.getByLabel('How much').selectOption({ label: '2 weeks' });
    await page.waitForURL('**?from=2026-06-08&days=14');
    const asked = page.waitForRequest(/calendar\?.*doorId/);
    await page.locator('.calendar').getByLabel('Doors').selectOption({ label: 'Sauna' });
    const { searchParams } = new URL((await asked).url());
    expect(Object.fromEntries(searchParams)).toEqual({
      from: '2026-06-08',
      days: '14',
      doorId: String(DOORS[3]?.doorId),
    });
    await page.getByRole('button', { name: 'Today', disabled: false }).press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('from'));
    expect([await barriers(page), await fitsItsWidth(page), wrongs]).toEqual([[], true, []]);
    await close();
  });

  it('tells of a night in which an hour comes twice: a longer day, both hours by their clock, and on paper too', async () => {
    const { page, close } = await console.open(`${MEMBER}?from=2026-10-23&days=4`, 1280, {
      cloud: { calendar: LONG_WEEK, offsets: IN_BERLIN },
    });
    await page.getByRole('heading', { name: 'When doors open' }).scrollIntoViewIfNeeded();
    await page.getByText('Sun 25 Oct has 25 hours: clocks change.').waitFor();
    const sauna = page.locator('.door-calendar').filter({ has: page.getByRole('heading', { name: 'Sauna' }) });
    await sauna.getByText('As a table').press('Enter');
    const row = sauna.getByRole('row').filter({ hasText: 'Sun 25 Oct 02:00' }).filter({ hasText: 'Opens' });
    expect(await row.textContent()).toMatch(
      /Sun 25 Oct 02:00 CESTSun 25 Oct 20:00 CET✓ OpensAn access window, by Fitbase/,
    );
    const together = page.getByRole('heading', { name: 'Front door, Turnstile 1, Studio and Staff entrance' });
    expect(await together.count()).toBe(1);
    await page.getByText('Staff entrance: Enforces rules 41 of 43').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.calendar .filters').isVisible()).toBe(false);
    expect(await sauna.locator('svg').isVisible()).toBe(true);
    await page.setViewportSize({ width: 700, height: 900 });
    expect(await fitsItsWidth(page)).toBe(true);
    await close();
  });
});

/** As high as no page is: all of it is in view. */
const WHOLE = { width: PHONE, height: 4_500 };
/** What a page sends besides what it reads, in its order. */
const sentBy = (page: Page) => {
  const sent: { what: string; body: unknown; key: string | undefined }[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' || !request.url().includes('/access-control/')) return;
    const path = new URL(request.url()).pathname.replace(`/api/access-control/${FACILITY}/`, '');
    const key = request.headers()['idempotency-key'];
    sent.push({ what: `${request.method()} ${path}`, body: request.postDataJSON(), key });
  });
  return sent;
};
const A_KEY = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('what staff give a member', () => {
  it('is a card, by keyboard: the person is made with it, and its number stands nowhere any more', async () => {
    const { page, wrongs, close } = await console.open(MEMBER, PHONE);
    await page.setViewportSize(WHOLE);
    const sent = sentBy(page);
    const cards = page.getByRole('region', { name: 'Cards and short ids' });
    await cards.getByText('Give a card or short id').press('Enter');
    await cards.getByRole('button', { name: 'Give it', disabled: false }).press('Enter');
    await cards.getByText('Give its number.').waitFor();
    await cards.getByLabel('Number').fill('04C0FFEE5599AB');
    await cards.getByLabel('It asks for their PIN, too').press('Space');
    await cards.getByLabel('Number').press('Enter');
    await page.getByText('It counts. Boxes hear of it at once.').waitFor();
    expect(sent).toEqual([
      { what: 'POST people', body: { partnerId: PARTNER, memberId: ADA.memberId }, key: undefined },
      {
        what: `POST people/${PERSON.personId}/credentials`,
        body: { kind: 'card', number: '04C0FFEE5599AB', asksPin: true },
        key: A_KEY,
      },
    ]);
    expect(await cards.getByLabel('Number').inputValue()).toBe('');
    expect([await barriers(page), await fitsItsWidth(page), wrongs]).toEqual([[], true, []]);
    await close();
  });

  it('is a PIN that is told once, and taken back; a card is switched off and taken away', async () => {
    const { page, close } = await console.open(MEMBER, PHONE, { cloud: KNOWN_ADA });
    await page.setViewportSize(WHOLE);
    const sent = sentBy(page);
    const cards = page.getByRole('region', { name: 'Cards and short ids' });
    await cards.getByText('Set a PIN').first().press('Enter');
    await cards.getByRole('textbox', { name: 'PIN' }).fill('12');
    await cards.getByRole('button', { name: 'Set a PIN', disabled: false }).press('Enter');
    await cards.getByText('It has 6 to 12 digits.').waitFor();
    await cards.getByRole('button', { name: 'Make one up', disabled: false }).press('Enter');
    const made = await cards.getByRole('textbox', { name: 'PIN' }).inputValue();
    expect(made).toMatch(/^\d{6}$/);
    await cards.getByRole('textbox', { name: 'PIN' }).press('Enter');
    await cards.locator('.once').filter({ hasText: made }).waitFor();
    expect(await cards.getByRole('textbox', { name: 'PIN' }).inputValue()).toBe('');
    const off = cards.getByRole('button', { name: 'Switch card 99AB off' });
    await off.press('Enter');
    await expect.poll(() => sent.length).toBe(2);
    await expect.poll(() => off.getAttribute('aria-disabled')).toBe('false');
    for (const name of ['Take card 99AB away', 'Take the PIN away']) {
      await cards.getByRole('button', { name, disabled: false }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name, disabled: false }).press('Enter');
    }
    await expect
      .poll(() => sent.map(({ what }) => what))
      .toEqual([
        `PUT people/${PERSON.personId}/pin`,
        'PATCH credentials/crd_0123456789abcdef',
        'DELETE credentials/crd_0123456789abcdef',
        `DELETE people/${PERSON.personId}/pin`,
      ]);
    // Asking is seen before its answer is: what the answer takes away is waited for.
    await expect.poll(() => page.locator('.once').count(), { message: 'what is taken back is shown still' }).toBe(0);
    await page.reload();
    await cards.getByText('Set 10 days ago').waitFor();
    expect(await page.getByText(made).count()).toBe(0);
    await close();
  });

  it('is access for a time by the gym’s clock, and taken back', async () => {
    const { page, close } = await console.open(MEMBER, PHONE, { cloud: KNOWN_ADA });
    await page.setViewportSize(WHOLE);
    const sent = sentBy(page);
    const grants = page.getByRole('region', { name: 'Grants by staff' });
    await grants.getByText('Give access').first().press('Enter');
    await grants.getByRole('radio', { name: 'Every door here' }).press('Space');
    await grants.getByLabel('For how long?').selectOption({ label: 'Between two times' });
    await grants.getByLabel('It passes a lockdown').press('Space');
    await grants.getByRole('button', { name: 'Give access', disabled: false }).press('Enter');
    await grants.getByText('Say until when: later than from.').waitFor();
    await grants.getByText('Who passes a lockdown needs a reason.').waitFor();
    await grants.getByLabel('From (AEST)').fill('2026-06-02T06:00');
    await grants.getByLabel('Until (AEST)').fill('2026-06-03T06:00');
    await grants.getByLabel('Why? Other staff read it.').fill('Night of the fire drill');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await grants.getByRole('button', { name: 'Give access', disabled: false }).press('Enter');
    await page.getByText('It counts. Boxes hear of it at once.').waitFor();
    await grants.getByRole('button', { name: 'Take back: Sauna', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Take back: Sauna', disabled: false }).press('Enter');
    await expect
      .poll(() => sent)
      .toEqual([
        {
          what: 'POST grants',
          body: {
            personId: PERSON.personId,
            target: { to: 'facility' },
            breakGlass: true,
            from: '2026-06-01T20:00:00.000Z',
            until: '2026-06-02T20:00:00.000Z',
            reason: 'Night of the fire drill',
          },
          key: A_KEY,
        },
        { what: 'DELETE grants/grt_0123456789abcdef', body: null, key: undefined },
      ]);
    await close();
  });

  it('is a ban with its reason, and no other word', async () => {
    const { page, close } = await console.open(MEMBER, PHONE);
    await page.setViewportSize(WHOLE);
    const sent = sentBy(page);
    const standing = page.getByRole('region', { name: 'What staff say of them' });
    await standing.getByText('Change it').press('Enter');
    await standing.getByRole('checkbox', { name: /^Banned/ }).press('Space');
    await standing.getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    await standing.getByText('Say why: other staff read it.').waitFor();
    await standing.getByLabel('Why is it so?').fill('Threatened staff');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => sent.map(({ what, body }) => [what, body]))
      .toEqual([
        [
          `PUT members/${PARTNER}/${ADA.memberId}/flags`,
          { banned: true, disabled: false, blockAllAccess: false, reason: 'Threatened staff' },
        ],
      ]);
    await close();
  });

  it('is offered to nobody who may not, and not at a desk', async () => {
    const roles = SESSION.roles.map((role) => ({ ...role, right: 'facility-staff' as const }));
    const staff = await console.open(MEMBER, PHONE, { cloud: { ...KNOWN_ADA, session: { ...SESSION, roles } } });
    await staff.page.setViewportSize(WHOLE);
    await staff.page.getByText('Card ending 99AB').waitFor();
    for (const name of [/^Take/, /^Switch/, /Download/])
      expect(await staff.page.getByRole('button', { name }).count(), String(name)).toBe(0);
    await staff.close();
    const desk = await console.open(MEMBER, PHONE, { cloud: { ...KNOWN_ADA, desk: DESK } });
    await desk.page.setViewportSize(WHOLE);
    await desk.page.getByRole('button', { name: /^Let Ada/ }).waitFor();
    expect(await desk.page.getByRole('region', { name: 'Cards and short ids' }).count()).toBe(0);
    expect(desk.wrongs).toEqual([]);
    await desk.close();
  });
});

describe('the record of a member', () => {
  it('is downloaded as a file of this page alone', async () => {
    const { page, wrongs, close } = await console.open(MEMBER, PHONE);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all that is stored', disabled: false }).press('Enter');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('member-m-1042.json');
    const read = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect(read.data).toEqual([{ store: 'check_in', rows: [{ check_in_id: 'c-1' }] }]);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is erased once the number is typed and it is proven who does it; what is left then is said', async () => {
    const { page, cloud, close } = await console.open(MEMBER, PHONE, { cloud: { proven: false } });
    await page.getByText('Erase this member').press('Enter');
    const erase = page.getByRole('button', { name: 'Erase Ada Okafor-Lindqvist' });
    await page.getByLabel('Type m-1042 to erase them').fill('m-104');
    await page.keyboard.press('Enter');
    await page.getByText('That is not the number.').waitFor();
    expect(cloud.grave).toEqual([]);
    await page.getByLabel('Type m-1042 to erase them').fill('m-1042');
    await erase.press('Enter');
    await page.getByLabel('Code of your authenticator').fill('287082');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada Okafor-Lindqvist is erased' }).waitFor();
    await page.getByRole('cell', { name: 'the box has the next snapshot' }).waitFor();
    expect(cloud.grave).toHaveLength(2);
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await close();
  });
});

describe('people', () => {
  it('are narrowed by what is set of them, and what was written of them is text', async () => {
    const { page, wrongs, close } = await console.open(`/ops/facilities/${FACILITY}/people`, PHONE);
    await page.getByText('“<b>Threatened</b> staff”, 3 days ago by Kim Example').waitFor();
    expect(await page.locator('main b').count()).toBe(0);
    const asked = page.waitForRequest(/people\?.*flag=banned/);
    await page.getByLabel('Which').selectOption({ label: 'Banned' });
    await asked;
    await page.waitForURL('**?flag=banned');
    expect(wrongs).toEqual([]);
    await close();
  });

  it('whom no partner has sent yet are added by their number, and lead to their page', async () => {
    const { page, wrongs, close } = await console.open(`/ops/facilities/${FACILITY}/people`, PHONE);
    await page.getByText('Add somebody whom no partner has sent yet').press('Enter');
    await page.getByRole('button', { name: 'Add', disabled: false }).press('Enter');
    await page.getByText('Give their number at the partner.').waitFor();
    await page.getByLabel('Member number').fill('m-1042');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ada Okafor-Lindqvist' }).waitFor();
    await page.getByText('They are another member, too').press('Enter');
    const sent = sentBy(page);
    await page.getByLabel('Member number').fill('m-77');
    await page.keyboard.press('Enter');
    const name = 'Ada Okafor-Lindqvist is somebody else';
    await page.getByRole('button', { name, disabled: false }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name, disabled: false }).press('Enter');
    await expect
      .poll(() => sent.map(({ what }) => what))
      .toEqual([
        `POST people/${PERSON.personId}/members`,
        `DELETE people/${PERSON.personId}/members/${PARTNER}/m-1042`,
      ]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
