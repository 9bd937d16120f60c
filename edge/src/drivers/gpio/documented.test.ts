import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';

const page = readFileSync(new URL('../../../../docs/hardware/gpio.md', import.meta.url), 'utf8');

describe('the page about GPIO lines', () => {
  it('shows a configuration that loads, with every default as the table says', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'gpio-')), 'edge.json');
    writeFileSync(file, /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    const { pins, 'old-pins': oldPins } = loadConfig(file).buses;
    expect(pins).toMatchObject({
      boards: { 1: { relays: [{ line: 17 }, { line: 27 }], inputs: [{ debounceMs: 5 }, { debounceMs: 10 }] } },
      wiegand: { 1: { pull: 'up', inverted: false } },
    });
    expect(oldPins).toMatchObject({
      boards: { 1: { relays: [{ activeLow: false }], inputs: [{ activeLow: false }] } },
    });
  });
});
