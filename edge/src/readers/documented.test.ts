import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN_FORMATS } from '@gatehouse/shared/card/built-in-formats.ts';
import { CardFormat } from '@gatehouse/shared/card/card-format.ts';
import { readLine } from '@gatehouse/shared/card/read-card.ts';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';

const page = readFileSync(new URL('../../../docs/hardware/readers.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']): unknown => JSON.parse(text));

describe('the page about readers', () => {
  it('shows a configuration that loads, and formats that are some', () => {
    const [config, ...formats] = examples;
    const file = join(mkdtempSync(join(tmpdir(), 'readers-')), 'edge.json');
    writeFileSync(file, JSON.stringify(config));
    expect(Object.keys(loadConfig(file).readers ?? {})).toEqual(['front-qr', 'front-desk']);
    expect(formats.map((format) => CardFormat.parse(format).name)).toEqual(['of-a-maker', 'backwards']);
  });

  it('names every format that comes with the product, and no other', () => {
    const table = page.slice(
      page.indexOf('| format | what it reads |'),
      page.indexOf('Unless told, a reader on Wiegand'),
    );
    const named = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
      cell.replaceAll('`', '').split(', '),
    );
    expect(named.sort()).toEqual([...BUILT_IN_FORMATS.keys()].sort());
  });

  it('shows numbers that are the one credential which it says they are', () => {
    const card = { ok: true, card: '7AF443' };
    expect(readLine([BUILT_IN_FORMATS.get('decimal')!], '0008057923')).toMatchObject(card);
    expect(readLine([BUILT_IN_FORMATS.get('fc,cn')!], '122,62531')).toMatchObject(card);
    expect(page.match(/`7AF443`/g)).toHaveLength(4);
  });
});
