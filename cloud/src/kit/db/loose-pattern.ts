/**
 * For `lower(column) like`, of a text in lower case: finds at least every text that has this one in it. What `like` takes for
 * something else, and letters that not every engine lowers, are any one character: whoever asks looks again at what is found.
 */
export const loosePattern = (text: string): string => `%${text.replace(/[%_\\]|[^\x20-\x7e]/gu, '_')}%`;
