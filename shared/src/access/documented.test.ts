import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REASONS } from './reasons.ts';
import { WINDOW_PROBLEMS } from './window-problem.ts';

const document = readFileSync(new URL('../../../docs/access-evaluation.md', import.meta.url), 'utf8');

describe('the document of access evaluation', () => {
  it('has every reason, in our words', () => {
    for (const [reason, { member, staff }] of Object.entries(REASONS))
      expect(document).toContain(`| \`${reason}\` | ${member} | ${staff} |`);
  });

  it('has every problem of windows, in our words', () => {
    for (const [code, text] of Object.entries(WINDOW_PROBLEMS)) expect(document).toContain(`| \`${code}\` | ${text} |`);
  });
});
