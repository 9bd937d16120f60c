import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';

export type ServerTimeService = ReturnType<typeof createServerTimeService>;

export const createServerTimeService = ({ clock }: { readonly clock: Clock }) => ({
  now: (): string => isoOf(clock.wallMs()),
});
