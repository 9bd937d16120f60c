/** What several pages of content say. */
export const contentWords = {
  sameText: 'The text is the same.',
  changed: 'Somebody else has saved it meanwhile',
  changedMore: 'Nothing of yours was saved, and nothing that you typed is lost.',
  changedBy: (by: string, ago: string): string => `${by} saved it ${ago}.`,
  takeTheirs: 'Take what is there now',
  keepMine: 'Keep mine, to save it over that',
  somebody: 'Somebody',
  lookingAtOrganisations: 'your organisations',
  everybody: 'The platform',
  preview: 'How it reads',
  writeFirst: 'Nothing is written yet.',
  markdownMore: 'Markdown: # for a heading, * for a list, ** for what is strong. HTML is shown as it is written.',
} as const;
