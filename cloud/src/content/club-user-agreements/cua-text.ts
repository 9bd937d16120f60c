/** What somebody is told by text whom a club asks to agree to something. */
export const CUA_TEXT = {
  kind: 'cua.asked',
  summary: 'A club asks somebody to read and sign a document.',
  text: 'Please read and sign this document of ours. The link is for you alone: {{link}}',
  variables: { link: 'Where they read and sign it.' },
} as const;
