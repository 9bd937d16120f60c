/** What an endpoint does, by its method: a word, and a colour beside it. */
export const Verb = ({ method }: { readonly method: string }) => (
  <span class="fact" data-tone={TONES[method] ?? 'calm'}>
    {method}
  </span>
);

const TONES: Readonly<Record<string, string>> = { POST: 'held', PUT: 'held', PATCH: 'held', DELETE: 'alarm' };

/** Prose with `code` in backticks, as the document writes it. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>{text.split(/`([^`]+)`/).map((piece, at) => (at % 2 === 0 ? piece : <code key={at}>{piece}</code>))}</>
);
