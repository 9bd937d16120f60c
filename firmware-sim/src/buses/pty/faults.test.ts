import { describe, expect, it } from 'vitest';
import { lcusProtocol } from '../../boards/lcus/protocol.ts';
import { numatoProtocol } from '../../boards/numato/protocol.ts';
import { parseFrame } from '../../boards/osdp/frame.ts';
import { osdpProtocol } from '../../boards/osdp/protocol.ts';
import { scannerProtocol } from '../../boards/scanner/protocol.ts';
import { seal, unseal } from '../../boards/waveshare/crc.ts';
import { modbusProtocol } from '../../boards/waveshare/protocol.ts';
import { createReplyFaults } from './faults.ts';
import type { SerialProtocol } from './protocol.ts';

const frame = seal(Uint8Array.of(1, 1, 1, 5));
const someFaults = () => createReplyFaults((count) => new Uint8Array(count).fill(3), modbusProtocol);

describe('faults of replies', () => {
  it('leave a reply alone while none waits', () =>
    expect(someFaults().apply(frame)).toEqual({ sendings: [{ bytes: frame, delayMs: 0 }], faults: [] }));

  it('strike as many replies as they were armed for', () => {
    const faults = someFaults();
    faults.arm('drop', 2);
    expect([1, 2, 3].map(() => faults.apply(frame).sendings.length)).toEqual([0, 0, 1]);
    expect(faults.pending.drop).toBe(0);
  });

  it('garble so that the CRC is wrong, and halve', () => {
    const faults = someFaults();
    faults.arm('garble', 1);
    expect(unseal(faults.apply(frame).sendings[0]!.bytes)).toBeUndefined();
    faults.arm('half', 1);
    expect(faults.apply(frame).sendings[0]!.bytes).toHaveLength(3);
  });

  it('put another address under a good CRC', () => {
    const faults = someFaults();
    faults.arm('wrong-address', 1);
    expect(unseal(faults.apply(frame).sendings[0]!.bytes)).toEqual(Uint8Array.of(2, 1, 1, 5));
  });

  it('put another address into a frame of OSDP under good check characters, and never garble its mark alone', () => {
    const ack = Uint8Array.from(Buffer.from('ff5381080005403935', 'hex'));
    const faults = createReplyFaults((count) => new Uint8Array(count).fill(0), osdpProtocol);
    faults.arm('wrong-address', 1);
    expect(parseFrame(faults.apply(ack).sendings[0]!.bytes)).toMatchObject({ address: 2, code: 0x40 });
    faults.arm('garble', 1);
    expect(parseFrame(faults.apply(ack).sendings[0]!.bytes)).toBeUndefined();
  });

  it('do not put an address where there is none, nor wait for who never speaks', () => {
    const faults = createReplyFaults((count) => new Uint8Array(count), { garbleFrom: 0 });
    expect(faults.arm('wrong-address', 1)).toBe(false);
    const armed = (protocol: SerialProtocol) => {
      const some = createReplyFaults((count) => new Uint8Array(count), protocol);
      return (['drop', 'garble', 'delay', 'deaf'] as const).filter((fault) => some.arm(fault, 1));
    };
    expect(armed(lcusProtocol)).toEqual(['deaf']);
    expect(armed(scannerProtocol)).toEqual(['drop', 'garble', 'delay']);
    expect(armed(numatoProtocol)).toEqual(['drop', 'garble', 'delay', 'deaf']);
    expect(faults.apply(frame).faults).toEqual([]);
  });

  it('can meet in one reply', () => {
    const faults = someFaults();
    faults.arm('delay', 1, 250);
    faults.arm('duplicate', 1);
    expect(faults.apply(frame)).toMatchObject({
      sendings: [{ delayMs: 250 }, { delayMs: 0 }],
      faults: ['duplicate', 'delay'],
    });
  });

  it('are forgotten on request', () => {
    const faults = someFaults();
    faults.arm('drop', 9);
    faults.clear();
    expect(faults.apply(frame).sendings).toHaveLength(1);
  });
});
