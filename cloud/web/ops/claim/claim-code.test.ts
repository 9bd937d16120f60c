import { describe, expect, it } from 'vitest';
import { claimCodeIn } from './claim-code.ts';

describe('the code of a box', () => {
  it('is read as typed, as scanned, and out of the address', () => {
    for (const text of [
      '7K3M-9QXT',
      '7k3m9qxt',
      ' 7k3m 9qxt ',
      '#7K3M-9QXT',
      'https://console.example/ops/claim#7K3M-9QXT',
    ])
      expect(claimCodeIn(text), text).toBe('7K3M-9QXT');
  });

  it('is nothing else', () => {
    for (const text of ['', '#', '7K3M-9QX', '7K3M-9QXTT', '7K3M-9QXI', 'https://console.example/ops/claim'])
      expect(claimCodeIn(text), text).toBeUndefined();
  });
});
