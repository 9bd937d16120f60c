import { Days } from './duration.ts';

/** When a UTC day, `YYYY-MM-DD`, begins and when the next one does: ms since 1970. */
export const utcDay = (day: string): { readonly from: number; readonly to: number } => {
  const from = Date.parse(`${day}T00:00:00.000Z`);
  return { from, to: from + Days(1) };
};
