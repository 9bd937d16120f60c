import { describe, expect, it } from 'vitest';
import { fieldsOf, textOf } from './custom-fields.ts';

describe('further fields of a partner', () => {
  it('are a line each, with a key and what facilities read', () => {
    expect(fieldsOf(' region : Region: where it lies \n\nsize:Size\n')).toEqual([
      { key: 'region', label: 'Region: where it lies' },
      { key: 'size', label: 'Size' },
    ]);
    expect(fieldsOf('')).toEqual([]);
  });

  it('come back as they were written', () => {
    const fields = [
      { key: 'region', label: 'Region' },
      { key: 'size', label: 'Size: m²' },
    ];
    expect(fieldsOf(textOf(fields))).toEqual(fields);
  });

  it.each(['region', ': Region', 'region:', 'region: Region\nsize'])('are not guessed: %j', (text) => {
    expect(fieldsOf(text)).toBeUndefined();
  });
});
