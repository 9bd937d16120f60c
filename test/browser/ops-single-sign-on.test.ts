// @module-tag long

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY_PORTS } from '@gatehouse/cli/demo/any-ports.ts';
import { type Child, startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { Seconds } from '@gatehouse/shared/time/duration.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { type ServedStandIn, serveStandIn } from '@gatehouse/stand-ins/kit/serve.ts';
import { CLIENT, createOpenIdProvider } from '@gatehouse/stand-ins/openid/openid.ts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { barriers, openBrowser } from '../kit/browser.ts';

const Organisation = z.object({ organisationId: z.string() });
const Facility = z.object({ facilityId: z.string() });
const Link = z.object({ link: z.url() });
const PHONE = { width: 390, height: 844 };
const SOON = { timeout: Seconds(30) };

/** A cloud of its own process, and a provider that is called as it is: over TLS, by its configuration. */
describe('signing in at the organisation', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-sso-'));
  let provider: ServedStandIn<Awaited<ReturnType<typeof createOpenIdProvider>>>;
  let cloud: Child<z.infer<typeof CloudReady>>;
  let browser: Browser;
  beforeAll(async () => {
    provider = await serveStandIn(await createOpenIdProvider({ clock: systemClock }));
    writeFileSync(join(dir, 'authority.pem'), provider.facts().authority ?? '');
    const reached = { WEBHOOK_TARGETS: 'any', NODE_EXTRA_CA_CERTS: join(dir, 'authority.pem') };
    const environment = { DATA_DIR: join(dir, 'cloud'), ...ANY_PORTS, ...reached };
    [cloud, browser] = await Promise.all([
      startChild({
        ...{ name: 'cloud', file: PROGRAMS.cloud, args: ['--seed-demo'], environment, ready: CloudReady },
        ...{ logDir: join(dir, 'logs'), clock: systemClock },
      }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await cloud.stop();
    await provider.close();
    rmSync(dir, { recursive: true, force: true });
  });
  const control = (command: string, body: unknown) => callControl(join(dir, 'cloud'), command, body);
  const somebody = async (email: string, role: object) => {
    await control('add-user', { email, firstName: 'Sam', lastName: 'Rivers', by: 'test' });
    await control('give-role', { user: email, role, by: 'test' });
  };
  const open = async (url: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    await page.goto(url);
    return page;
  };

  it('is set up by an admin, lets people in and out, and is gone with the provider', async () => {
    const { organisationId } = Organisation.parse(await control('create-organisation', { name: 'Harbour Gyms' }));
    const gym = { of: organisationId, name: 'Harbour Gym', timezone: 'Europe/London' };
    const { facilityId } = Facility.parse(await control('create-facility', gym));
    await somebody('ann@example.com', { role: 'org-admin', scope: 'organisation', scopeId: organisationId });
    await somebody('sam@example.com', { role: 'facility-staff', scope: 'facility', scopeId: facilityId });
    const { link } = Link.parse(await control('sign-in-link', { email: 'ann@example.com', by: 'test' }));
    const admin = await open(link);
    await admin.getByRole('heading', { name: 'What needs you' }).waitFor(SOON);
    await admin.goto(new URL('/ops/single-sign-on', link).href);
    await admin.getByLabel('Issuer').fill(provider.url);
    await admin.getByLabel('Client', { exact: true }).fill(CLIENT.id);
    await admin.getByLabel('Secret of the client').fill(CLIENT.secret);
    expect(await barriers(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Set it up', disabled: false }).press('Enter');
    await admin.getByText(/^Set up by /).waitFor(SOON);
    expect([await barriers(admin), await admin.content()]).toEqual([[], expect.not.stringContaining(CLIENT.secret)]);

    const address = new URL(`/ops/sign-in?organisation=${organisationId}`, link).href;
    await admin.getByText(address).waitFor();
    const sam = await open(address);
    await sam.getByRole('button', { name: 'Go on at your organisation', disabled: false }).press('Enter');
    await sam.getByRole('button', { name: 'Go on as sam@example.com', disabled: false }).press('Enter');
    await sam.getByRole('heading', { name: 'What needs you' }).waitFor(SOON);
    expect(new URL(sam.url()).search).toBe('');

    provider.on.person = { sub: 'person-2', email: 'nobody@example.com', email_verified: true };
    const stranger = await open(address);
    await stranger.getByRole('button', { name: 'Go on at your organisation', disabled: false }).press('Enter');
    await stranger.getByRole('button', { name: 'Go on as nobody@example.com', disabled: false }).press('Enter');
    await stranger.getByText(/^Nobody who holds something in this organisation is you\./).waitFor(SOON);
    expect(await barriers(stranger)).toEqual([]);
    await stranger.goto(new URL('/ops/sign-in/return?error=access_denied&state=x', link).href);
    await stranger.getByText('Your organisation let nobody in.').waitFor(SOON);

    await admin.getByRole('button', { name: 'Let nobody in by it any more', disabled: false }).press('Enter');
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: 'Let nobody in by it any more', disabled: false })
      .press('Enter');
    await admin.getByText('No sign-in service yet').waitFor(SOON);
    await sam.reload();
    await sam.getByRole('heading', { name: 'Sign in to Gatehouse' }).waitFor(SOON);
  });
});
