import { describe, expect, it } from 'vitest';
import { type Block, blockOf, emptyBlock, problemOf, typedBlock } from './typed-blocks.ts';

const BLOCKS: readonly Block[] = [
  { kind: 'hero', heading: 'Strong by the river', text: 'Open all night' },
  { kind: 'text', body: '# Welcome' },
  { kind: 'image', imageId: 'pim_0123456789abcdef', text: 'The river', caption: 'In spring' },
  { kind: 'image', imageId: 'pim_0123456789abcdef', text: 'The river' },
  {
    kind: 'hours',
    heading: 'Hours',
    hours: [
      { days: ['monday', 'tuesday'], opens: '06:00', closes: '22:00' },
      { days: ['sunday'], opens: '08:00', closes: '18:00' },
    ],
  },
  { kind: 'place', heading: 'Where we are' },
  {
    kind: 'plans',
    heading: 'Plans',
    plans: [
      { name: 'Gold', price: '$20', text: 'All | of it' },
      { name: 'Basic', price: '$9' },
    ],
  },
  { kind: 'faqs', heading: 'Questions', category: 'visiting', most: 5 },
  { kind: 'press', heading: 'Press' },
  { kind: 'action', label: 'Join', url: 'https://example.com/join' },
];

describe('a part of a page', () => {
  it('is as it was, typed and read again', () => {
    for (const block of BLOCKS) {
      expect(problemOf(typedBlock(block)), block.kind).toBeUndefined();
      expect(blockOf(typedBlock(block))).toEqual(block);
    }
  });

  it('takes a span of days, and says what is wrong in a line', () => {
    const hours = { ...emptyBlock('hours'), heading: 'Hours', text: 'Monday-Friday, sunday 06:00 – 22:00' };
    expect(blockOf(hours)).toMatchObject({
      hours: [{ days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'sunday'], opens: '06:00' }],
    });
    for (const text of ['', 'someday 06:00-22:00', 'friday-monday 06:00-22:00', 'monday'])
      expect(problemOf({ ...hours, text }), text).toBeDefined();
    expect(problemOf({ ...emptyBlock('plans'), heading: 'Plans', text: 'Gold' })).toBeDefined();
    expect(problemOf({ ...emptyBlock('image'), text: 'The river' })).toBe('Choose a picture.');
    expect(problemOf({ ...emptyBlock('image'), imageId: 'pim_0123456789abcdef' })).toBe('Say what the picture shows.');
    expect(problemOf({ ...emptyBlock('press'), heading: 'Press', most: '0' })).toBeDefined();
  });
});
