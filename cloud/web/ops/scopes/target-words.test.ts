import { describe, expect, it } from 'vitest';
import { targetInWords } from './target-words.ts';

const THERE = {
  doors: [
    { id: 'door_1', name: 'Front door' },
    { id: 'door_2', name: 'Sauna' },
  ],
  scopes: [{ id: 'scp_1', name: 'Wet area' }],
};

describe('what something opens', () => {
  it.each([
    [null, 'nothing: nobody has said what'],
    [{ to: 'none' as const }, 'nothing, on purpose'],
    [{ to: 'facility' as const }, 'every door here'],
    [{ to: 'doors' as const, doorIds: ['door_1', 'door_2'] }, 'Front door and Sauna'],
    [{ to: 'doors' as const, doorIds: ['door_9'] }, 'a door that was removed'],
    [{ to: 'scopes' as const, scopes: ['scp_1', 'scp_9'] }, 'Wet area and an access scope that was removed'],
    [{ to: 'scopes' as const, scopes: [] }, 'No doors'],
  ])('is said by name: %j', (target, text) => {
    expect(targetInWords(target, THERE)).toBe(text);
  });
});
