import { Bug } from '@gatehouse/shared/fault/fault.ts';

/** Stands for all that a module is given: may be taken apart, and not used. */
export const unusable: never = new Proxy((() => undefined) as never, {
  get: () => unusable,
  apply: () => {
    throw new Bug('a module that is only described was used');
  },
});
