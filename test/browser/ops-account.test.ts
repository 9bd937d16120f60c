import { join } from 'node:path';
import { Assertion, Registration } from '@gatehouse/cloud/platform/sessions/passkey-schemas.ts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { LINK_TOKEN } from './ops-account.kit.ts';
import { FACILITY, LOCKDOWN } from './ops-gym.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
/** As in `ops-looks.test.ts`. */
const SCREENS = process.env.SCREENS;
const expected = (wrong: string) => !/40[13]/.test(wrong);
const endLockdown = async (page: Page) => {
  await page.getByText('End this lockdown').click();
  await page.getByLabel('Why may people come in again?').fill('All clear');
  await page.getByRole('button', { name: /^Let people in again/ }).click();
  return page.getByRole('dialog', { name: 'Prove that it is you' });
};

describe('who is at the operations console', () => {
  it('proves it in mid-form, with the digits of an authenticator, and what was sent goes out again with the same key', async () => {
    const { page, cloud, wrongs, close } = await console.open(`/ops/facilities/${FACILITY}/lockdown`, PHONE, {
      cloud: { lockdowns: [LOCKDOWN], proven: false },
    });
    const dialog = await endLockdown(page);
    const code = dialog.getByLabel('Code of your authenticator');
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText('That does not prove it.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await code.fill('287082');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing is locked down').waitFor();
    expect(cloud.grave).toHaveLength(2);
    expect(cloud.grave[1]).toEqual(cloud.grave[0]);
    expect(cloud.grave[0]).toMatchObject({
      body: { reason: 'All clear', ifSeen: LOCKDOWN.seen },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(wrongs.filter(expected)).toEqual([]);
    await close();
  });

  it('comes in by a link from the machine, of which nothing stays in the address, and sees an account for everybody', async () => {
    const { page, wrongs, close } = await console.open(`/ops/sign-in#${LINK_TOKEN}`, PHONE, {
      cloud: { signedIn: false },
    });
    await page.getByRole('heading', { name: 'What needs you' }).waitFor();
    expect(new URL(page.url())).toMatchObject({ pathname: '/ops', hash: '' });
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('Safari on an iPhone', { exact: true }).waitFor();
    await page.getByText('This one').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fitsItsWidth(page)).toBe(true);
    expect(wrongs).toEqual([]);
    await close();
  });

  it('is told that a link has ended, and may have a code instead', { tags: 'long' }, async () => {
    const { page, close } = await console.open(`/ops/sign-in#${LINK_TOKEN.toLowerCase()}`, PHONE, {
      cloud: { signedIn: false },
    });
    await page.getByText('This link was used already').waitFor();
    expect(new URL(page.url())).toMatchObject({ pathname: '/ops', hash: '' });
    await page.getByRole('button', { name: 'Send me a code' }).waitFor();
    await close();
  });

  it('leaves everything as it was where nobody proves anything, and says how to come by a first passkey', {
    tags: 'long',
  }, async () => {
    const { page, cloud, close } = await console.open(`/ops/facilities/${FACILITY}/lockdown`, PHONE, {
      cloud: { lockdowns: [LOCKDOWN], proven: false, passkeys: [], hasTotp: false },
    });
    const dialog = await endLockdown(page);
    await dialog.getByText('gatehouse admin sign-in-link kim@example.com').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('It needs a proof that it is you').waitFor();
    expect(cloud.grave).toHaveLength(1);
    expect(cloud.lockdowns).toHaveLength(1);
    await close();
  });

  it('makes a passkey and proves itself with it, in the form that the API takes', { tags: 'long' }, async () => {
    const { page, cloud, wrongs, close } = await console.open('/ops/account', PHONE, {
      cloud: { passkeys: [], hasTotp: false },
      before: withAuthenticator,
    });
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Give it a name by which you know it again.').waitFor();
    await page.getByLabel('Name of a new passkey').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete Laptop' }).waitFor();
    const made = cloud.grave.at(-1)?.body as { response: unknown };
    expect(Registration.parse(made.response)).toMatchObject({ type: 'public-key' });

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    const back = page.waitForRequest('**/api/session/passkey');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    expect(Assertion.parse((await back).postDataJSON())).toMatchObject({ type: 'public-key' });

    cloud.proven = false;
    const shown = page.waitForRequest('**/api/session/step-up');
    await page.getByRole('button', { name: 'Delete Laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Laptop' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    expect(Assertion.parse((await shown).postDataJSON().passkey)).toMatchObject({ type: 'public-key' });
    await page.getByText('No passkeys yet').waitFor();
    expect(wrongs.filter(expected)).toEqual([]);
    await close();
  });

  it('adds an authenticator by the code that it shows, and signs out a browser that is not its own', {
    tags: 'long',
  }, async () => {
    const { page, cloud, close } = await console.open('/ops/account', PHONE, { cloud: { hasTotp: false } });
    await page.getByRole('button', { name: 'Add an authenticator' }).click();
    await page.getByText('otpauth://totp/').waitFor();
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    await page.getByLabel('Code of your authenticator').fill('287082');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete the authenticator' }).waitFor();
    await page.getByRole('button', { name: 'Sign out Safari on an iPhone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    expect(cloud.sessions).toHaveLength(3);
    await page.getByRole('button', { name: 'Sign out Safari on an iPhone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out Safari on an iPhone' }).click();
    await page.getByText('Safari on an iPhone', { exact: true }).waitFor({ state: 'detached' });
    await close();
  });

  it.runIf(SCREENS).each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('shows what asks for a proof, %i pixels wide, %s', { tags: 'long' }, async (width, colorScheme) => {
    const { page, close } = await console.open(`/ops/facilities/${FACILITY}/lockdown`, width, {
      colorScheme,
      cloud: { lockdowns: [LOCKDOWN], proven: false },
    });
    await (await endLockdown(page)).getByRole('button', { name: 'Use a passkey' }).waitFor();
    await page.screenshot({ path: join(String(SCREENS), `ops-step-up-${width}-${colorScheme}.png`) });
    await close();
  });
});

/** An authenticator of the browser’s own, which says yes to everything. */
const withAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
};
