/** How a press item stands: only what is published is seen outside. */
export const PRESS_STATES = ['draft', 'scheduled', 'published', 'withdrawn'] as const;
export type PressState = (typeof PRESS_STATES)[number];

const NEXT: Readonly<Record<PressState, readonly PressState[]>> = {
  draft: ['draft', 'scheduled', 'published'],
  scheduled: ['draft', 'scheduled', 'published'],
  published: ['published', 'withdrawn'],
  withdrawn: ['withdrawn', 'published'],
};

export const mayBecome = (from: PressState, to: PressState): boolean => NEXT[from].includes(to);

/** Whether anybody may have been given its address: then an old one goes on leading there. */
export const wasPublic = (state: PressState): boolean => state === 'published' || state === 'withdrawn';
