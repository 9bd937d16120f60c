import { Html } from '../../kit/http/html.ts';

/**
 * What a page says of itself for machines (schema.org), as data that is no script. Nothing in it ends the element or begins
 * another: `<`, `>` and `&` are escaped as JSON has it.
 */
export const jsonLd = (description: Readonly<Record<string, unknown>>): Html => {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...description }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${text}</script>`);
};
