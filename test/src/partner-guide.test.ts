import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorPages } from '@gatehouse/cloud/kit/http/error-pages.ts';
import { faultAnswer } from '@gatehouse/cloud/kit/http/fault-response.ts';
import { unlockFailure, unlocksFaults } from '@gatehouse/cloud/operation/unlocks/unlocks.faults.ts';
import { partnerSurface } from '@gatehouse/cloud/partner/partners/partner-surface.ts';
import { systemClock } from '@gatehouse/shared/time/system-clock.ts';
import { describe, expect, it } from 'vitest';
import { guideBlocks } from '../kit/guide-blocks.ts';

const GUIDE = resolve(import.meta.dirname, '../../docs/partner');
const rowOf = (page: string, beginning: string): string =>
  readFileSync(join(GUIDE, page), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(beginning)) ?? '';

describe('the guide for partners', () => {
  it('D4 gives a trial that lies in the future whenever it is read, under a revision that grows', () => {
    const [block] = guideBlocks(join(GUIDE, 'access-time-windows.md'));
    // What would be sent is printed instead: the last argument of the line.
    const shown = `FACILITY=fac_0; api() { for sent; do :; done; echo "$sent"; }; ${block?.command}`;
    const { members } = JSON.parse(execFileSync('sh', ['-ec', shown], { encoding: 'utf8' }));
    const now = systemClock.wallMs() / 1_000;
    const [, trial] = members[0].access_time_windows;
    expect(trial.from).toBeGreaterThan(now + 86_400);
    expect(trial.to - trial.from).toBe(86_400);
    expect(members[0].access_time_windows_revision).toBeGreaterThan(now - 60);
  });

  it('D4 says of a 502 what its page and its Retry-After say: tell staff, then wait, then a new key', () => {
    const answer = faultAnswer(unlockFailure('relay_fault', {}, { replayed: false }), 'req_0', partnerSurface);
    expect(answer).toMatchObject({ status: 502, headers: { 'Retry-After': expect.stringMatching(/^[1-9]/) } });
    const page = errorPages(unlocksFaults)['relay_fault.md'] ?? '';
    for (const said of [rowOf('unlock.md', '| 502 `relay_fault`'), page]) {
      expect(said).toMatch(/not by itself/i);
      expect(said).toMatch(/tell staff.*where they decide.*after.*Retry-After/i);
      expect(said).toMatch(/new (idempotency )?key/);
    }
    expect(page).not.toContain('growing delay');
    expect(rowOf('errors-and-retries.md', '| 500, 502')).toContain('its own table');
  });
});
