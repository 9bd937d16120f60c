/** The words of pictures that public pages show. */
export const pictureLabels = {
  choose: 'Choose a picture',
  chooseMore: 'PNG, JPEG, GIF or WebP, 5 MB at most. Where and when it was taken is left out.',
  sending: 'The picture is being sent.',
  sent: 'The picture is there.',
  remove: 'Take the picture away',
  text: 'What the picture shows',
  textMore: 'In words, for whoever does not see it.',
  missing: 'Choose a picture.',
  textMissing: 'Say what the picture shows.',
} as const;
export const pictureWords = {
  size: (width: number, height: number): string => `A picture of ${width} by ${height} pixels is chosen.`,
  there: 'A picture is chosen.',
} as const;
