import { z } from 'zod';
import type { ReaderKeys } from '../drivers/driver.ts';
import type { BoxStore } from './box-store.ts';

const Keys = z.record(z.string(), z.base64());

/** The keys of paired readers by bus, in the box's own store: never in its configuration, and never told to the cloud. */
export const readerKeys =
  (box: Pick<BoxStore, 'slot'>) =>
  (bus: string): ReaderKeys => {
    const slot = box.slot('reader_keys', Keys);
    const nameOf = (unit: number) => `${bus}/${unit}`;
    return {
      get: (unit) => {
        const key = slot.load()?.[nameOf(unit)];
        return key === undefined ? undefined : Buffer.from(key, 'base64');
      },
      put: (unit, key) => slot.commit({ ...slot.load(), [nameOf(unit)]: Buffer.from(key).toString('base64') }),
      remove: (unit) => {
        const { [nameOf(unit)]: _gone, ...others } = slot.load() ?? {};
        return slot.commit(others);
      },
    };
  };
