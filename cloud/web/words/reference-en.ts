/** What the pages say that try endpoints of the partner API. */
export const referenceLabels = {
  title: 'Reference',
  more: 'Every endpoint of the partner API, to be tried from here with a key that rehearses: it opens no door and changes nothing.',
  whole: 'Read the guide and look up errors',
  looking: 'the endpoints',
  lookingAtOne: 'the endpoint',
  back: 'All endpoints',
  about: 'Fields, answers and errors of this endpoint',
  form: 'What is sent',
  required: 'required',
  places: { path: 'in the path', query: 'in the query', header: 'a header', body: 'in the body' },
  unset: 'Not sent',
  body: 'The body, as JSON',
  send: 'Send it',
  sending: 'It is on its way …',
  curl: 'The same in a shell',
  copyCurl: 'Copy the line',
  keyMore:
    'In the line, $KEY stands for the key of this page, which nobody sees. Put one of your own dryrun keys there.',
  answer: 'What came back',
  nothingYet: 'Nothing was sent yet.',
  request: 'This request',
  noAnswer: 'No answer came. Whether it arrived is not known; a rehearsal changes nothing.',
} as const;

export const referenceWords = {
  missing: (name: string): string => `${name} is required.`,
  notJson: (name: string): string => `${name} is no JSON.`,
  took: (ms: number): string => `after ${Math.round(ms)} ms`,
  until: (time: string): string => `With a key that ends at ${time}, and is kept by this page alone.`,
};
