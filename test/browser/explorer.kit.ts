import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANY_PORTS } from '@gatehouse/cli/demo/any-ports.ts';
import { startChild } from '@gatehouse/cli/demo/child.ts';
import { CloudReady } from '@gatehouse/cli/demo/ready.ts';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { openPage, type PageOptions } from '../kit/browser.ts';

const Key = z.object({ keyId: z.string(), key: z.string() });

/** A cloud as a process of its own, with the demo's gym, and somebody with a key: the explorer as it is served. */
export const startExplorer = async (browser: Browser) => {
  const dir = mkdtempSync(join(tmpdir(), 'gatehouse-explorer-'));
  const data = join(dir, 'cloud');
  const cloud = await startChild({
    name: 'cloud',
    logDir: join(dir, 'logs'),
    clock: systemClock,
    file: PROGRAMS.cloud,
    args: ['--seed-demo'],
    environment: { ...ANY_PORTS, DATA_DIR: data },
    ready: CloudReady,
  });
  const { unifiedUrl, demo } = cloud.ready;
  const order = (command: string, body: object) => callControl(data, command, body);
  const user = 'kim@example.com';
  await order('add-user', { email: user, firstName: 'Kim', lastName: 'Example', by: 'test' });
  const role = { role: 'facility-manager', scope: 'facility', scopeId: demo.facilityId };
  await order('give-role', { user, role, by: 'test' });
  const { keyId, key } = Key.parse(await order('create-user-key', { user, label: 'explorer', by: 'test' }));

  return {
    unifiedUrl,
    demo,
    keyId,
    key,
    order,
    open: (path: string, width: number, options: PageOptions = {}) =>
      openPage(browser, `${unifiedUrl}${path}`, width, options),
    /** Types the key, by keyboard alone. */
    getToken: async (page: Page): Promise<void> => {
      await page.getByLabel('Id of your key').fill(keyId);
      await page.getByLabel('Your key', { exact: true }).fill(key);
      await page.getByRole('button', { name: 'Get a token', disabled: false }).press('Enter');
      await page.getByText(/^For read, until/).waitFor();
    },
    close: async (): Promise<void> => {
      await cloud.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
