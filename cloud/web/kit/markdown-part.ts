import { loadedPart } from './loaded-part.tsx';
import type { MarkdownProps } from './markdown.tsx';

/** A text in Markdown as people read it. What reads it is loaded with the first such text, and with no page. */
export const MarkdownPart = loadedPart<MarkdownProps>(() => import('./markdown.tsx').then(({ Markdown }) => Markdown));
