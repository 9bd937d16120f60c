/** Whether a text has more Unicode code points than so many. Looks at no more of it than that takes. */
export const isLongerThan = (text: string, max: number): boolean => {
  if (text.length <= max || text.length > 2 * max) return text.length > max;
  let count = 0;
  for (const _ of text) count++;
  return count > max;
};
