// @module-tag long
import { describe, expect, it } from 'vitest';
import { barriers, fitsItsWidth, WIDTHS } from '../kit/browser.ts';
import { consoleOfFile } from './ops.kit.ts';
import { SUPER_ADMIN } from './ops-platform.kit.ts';

const console = consoleOfFile();
const [PHONE] = WIDTHS;
const ADMIN = { cloud: { session: SUPER_ADMIN } };

describe('copying to staging', () => {
  it('is told line by line over the live socket of the page that has ordered it', async () => {
    const { page, cloud, wrongs, close } = await console.open('/ops/staging', PHONE, ADMIN);
    const runId = 'run_live0123456789a';
    const line = { at: '2026-06-01T08:00:00.000Z', level: 'info', of: 2 } as const;
    const first = { ...line, seq: 1, text: 'organisation: 12 rows read', done: 1 };
    await page.route('**/sync-from-prod', (route) => {
      const { socketID } = route.request().postDataJSON();
      return socketID === 'sck_fake'
        ? route.fulfill({ status: 202, json: { runId, dryRun: true, order: ['organisation', 'facility'], tables: [] } })
        : route.fulfill({ status: 404, json: { error: 'socket_unknown', message: 'There is no such socket.' } });
    });
    const startedBy = { kind: 'user', id: 'usr_0123456789abcdef', name: 'Kim' };
    await page.route(`**/db-sync/runs/${runId}`, (route) =>
      route.fulfill({
        json: {
          ...{ runId, dryRun: true, state: 'running', order: ['organisation', 'facility'], startedBy, counts: [] },
          ...{ startedAt: line.at, finishedAt: null, error: null, lines: [first] },
        },
      }),
    );
    await page.getByRole('button', { name: 'Count what would change', disabled: false }).press('Enter');
    await page.getByText('organisation: 12 rows read').waitFor();
    // Whoever asks is answered with the first line alone.
    cloud.tellRun({ run: runId, ...first });
    cloud.tellRun({ run: runId, ...line, seq: 2, text: 'facility: <b>412</b> rows read', done: 2 });
    await page.getByText('facility: <b>412</b> rows read').waitFor();
    expect(await page.getByText('organisation: 12 rows read').count()).toBe(1);
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('2');
    expect([await barriers(page), await fitsItsWidth(page)]).toEqual([[], true]);
    expect(wrongs).toEqual([]);
    await close();
  });
});
