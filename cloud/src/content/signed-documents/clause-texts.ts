const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const FENCE = /^ {0,3}(```|~~~)/;

/**
 * What a text in Markdown says under a heading, until the next one of the same rank or above; empty where it has no such
 * heading. Lines within fences are no headings.
 */
export const textUnder = (body: string, heading: string): string => {
  const wanted = heading.trim();
  const found: string[] = [];
  let rank = 0;
  let isCode = false;
  for (const line of body.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, marks, title] = isCode ? [] : (HEADING.exec(line) ?? []);
    if (rank > 0 && marks !== undefined && marks.length <= rank) break;
    if (rank > 0) found.push(line);
    else if (marks !== undefined && title === wanted) rank = marks.length;
  }
  return found.join('\n').trim();
};
