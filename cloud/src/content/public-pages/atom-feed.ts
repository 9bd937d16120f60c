import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { html } from '../../kit/http/html.ts';
import { plain } from './page-frame.ts';
import type { PressListSource } from './page-sources.ts';
import { pressAddress } from './press-html.ts';

/** XML 1.0 has no characters for these, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const text = (of: string): string => plain(of).replace(NO_XML, '');

/** The newest press items as Atom (RFC 4287). Ids are the items' own, and stay when their addresses change. */
export const atomFeed = ({ owner, ownerId, items }: PressListSource): string => {
  const updated = isoOf(Math.max(0, ...items.map(({ changedAt }) => changedAt)));
  const self = ownerId === null ? '/p/press/feed.atom' : `/p/press/of/${ownerId}/feed.atom`;
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:gatehouse:press:${ownerId ?? 'platform'}</id>
<title>${text(owner === null ? 'Press' : `Press: ${owner}`)}</title>
<updated>${updated}</updated>
<link rel="self" href="${self}"/>
${items.map(
  (item) => html`<entry>
<id>urn:gatehouse:press:${item.id}</id>
<title>${text(item.title)}</title>
<author><name>${text(item.outlet)}</name></author>
<published>${item.publishedOn}T00:00:00Z</published>
<updated>${isoOf(item.changedAt)}</updated>
<link href="${pressAddress(item)}"/>
<summary>${text(item.excerpt)}</summary>
</entry>
`,
)}</feed>
`.text;
};
