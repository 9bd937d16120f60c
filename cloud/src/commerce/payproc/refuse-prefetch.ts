import { payprocFault } from './payproc.faults.ts';

/** Of GETs that change something: nobody has meant to yet where a browser only asks in advance. */
export const refusePrefetch = (header: (name: string) => string | undefined): void => {
  const purposes = `${header('sec-purpose') ?? ''};${header('purpose') ?? ''}`.toLowerCase();
  if (/\b(?:prefetch|prerender|preview)\b/.test(purposes))
    throw payprocFault('prefetched', 'This changes something, and was asked for in advance.');
};
