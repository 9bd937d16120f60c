import { describe, expect, it } from 'vitest';
import { addressLine } from './address-line.ts';

describe('the address of a facility', () => {
  it('is the one that the places provider wrote, otherwise what is known of it in one line', () => {
    expect(addressLine({ formatted_address: '12 River Lane, Brisbane', postcode: '4000' })).toBe(
      '12 River Lane, Brisbane',
    );
    const typed = { address_1: '12 River Lane', city: { full_name: 'Brisbane' }, province: { abbreviation: 'QLD' } };
    expect(addressLine({ ...typed, postcode: '4000', isManual: true })).toBe('12 River Lane, 4000 Brisbane QLD');
  });

  it('is not made up', () => {
    expect([addressLine(null), addressLine({ isManual: true })]).toEqual([undefined, undefined]);
  });
});
