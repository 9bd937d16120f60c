import type { Access } from '../access/access.ts';

/** Calls back when the doors enforce another snapshot: every pull brings a change, and only that is worth a beacon of its own. */
export const onOtherSnapshot = (access: Pick<Access, 'mark' | 'onChange'>, tell: () => void): (() => void) => {
  let told: string | undefined;
  return access.onChange(() => {
    const mark = access.mark();
    const now = mark && `${mark.epoch} ${mark.revision}`;
    if (now === told) return;
    told = now;
    tell();
  });
};
