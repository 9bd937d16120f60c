// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { FACILITY, PARTNER } from './ops-gym.kit.ts';
import { A_KEY_ANEW, PARTNERS_AT, STOLEN } from './ops-partners.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const AT = `/ops/partners/${PARTNER}`;

describe('the pages of partners', () => {
  it('say when and where a key was last used, offer a rotation, and revoke a stolen one in one step', async () => {
    const { page, wrongs, cloud, close } = await console.open(AT, PHONE, {
      cloud: { session: SUPER_ADMIN, proven: false },
    });
    await page.getByRole('button', { name: `Revoke ${STOLEN.label}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Revoke ${STOLEN.label}` });
    await dialog.getByText(/Last used \d+ seconds ago from 203\.0\.113\.9/).waitFor();
    await dialog.getByRole('button', { name: 'Replace it instead' }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    const revoked = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await dialog.getByRole('button', { name: `Revoke ${STOLEN.label}` }).press('Enter');
    expect((await revoked).ok()).toBe(true);
    expect(new URL((await revoked).url()).pathname).toBe(`/api/admin/partners/${PARTNER}/keys/${STOLEN.keyId}`);
    expect(cloud.grave, 'nothing else had to be proven first').toEqual([]);
    expect([await page.locator('main img, main script').count(), wrongs]).toEqual([0, []]);
    await close();
  });

  it('give a key anew by keyboard after a proof, with the days that the old one goes on, and show it once', async () => {
    const { page, cloud, close } = await console.open(AT, PHONE, { cloud: { session: SUPER_ADMIN, proven: false } });
    await page.getByRole('button', { name: `Replace ${STOLEN.label}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Replace ${STOLEN.label}` });
    await dialog.getByLabel('The old key goes on working for').selectOption('7');
    await dialog.getByRole('button', { name: 'Replace', disabled: false }).press('Enter');
    await page.getByLabel('Code of your authenticator').fill('287082');
    await page.keyboard.press('Enter');
    await page.getByText(A_KEY_ANEW.key).waitFor();
    expect(cloud.grave.map(({ body }) => body)).toEqual([{ overlapHours: 168 }, { overlapHours: 168 }]);
    expect(new Set(cloud.grave.map(({ key }) => key)).size, 'sent again as it was').toBe(1);
    await page.getByRole('button', { name: 'I have stored it', disabled: false }).press('Enter');
    expect(await page.getByText(A_KEY_ANEW.key).count()).toBe(0);
    await close();
  });

  it('switch a partner off only once it is said who loses access by it', async () => {
    const { page, wrongs, close } = await console.open(PARTNERS_AT, PHONE);
    const fitbase = page.getByRole('article', { name: 'Fitbase' });
    await fitbase.getByRole('button', { name: 'See who would lose access', disabled: false }).press('Enter');
    await fitbase.getByText('2 of its 412 members would lose access in the coming week.').waitFor();
    await fitbase.getByRole('link', { name: 'm-1042' }).waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await fitbase.getByRole('button', { name: 'Switch Fitbase off here', disabled: false }).press('Enter');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Switch Fitbase off here', disabled: false })
      .press('Enter');
    expect((await sent).postDataJSON()).toEqual({ enabled: false, losing: 2 });
    expect(new URL((await sent).url()).pathname).toBe(`/api/access-control/${FACILITY}/integrations/${PARTNER}`);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('take no identifier that does not begin as the partner’s do', async () => {
    const { page, close } = await console.open(PARTNERS_AT, PHONE);
    const fitbase = page.getByRole('article', { name: 'Fitbase' });
    await fitbase.getByText('Set it up').press('Enter');
    await fitbase.getByLabel('Branch code').fill('BNE-07');
    await fitbase.getByRole('button', { name: 'Save', disabled: false }).press('Enter');
    await fitbase.getByText('It begins with FB-.').waitFor();
    await fitbase.getByLabel('Branch code').fill('FB-07');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toEqual({
      enabled: true,
      linkingIdentifier: 'FB-07',
      customFields: { region: 'North' },
    });
    await close();
  });
});
