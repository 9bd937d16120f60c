import { isoOf } from '@gatehouse/shared/time/iso.ts';
import { type Html, html } from '../../kit/http/html.ts';
import { jsonLd } from './json-ld.ts';
import { pageFrame, picture, plain, written } from './page-frame.ts';
import type { PressListSource, PressSource } from './page-sources.ts';

export const pressAddress = ({ slug }: Pick<PressSource, 'slug'>): string => `/p/press/${slug}`;

/** An item among others. */
export const pressTeaser = (item: PressSource): Html => html`<article>
<h3><a href="${pressAddress(item)}">${plain(item.title)}</a></h3>
<p class="quiet">${plain(item.outlet)}, <time datetime="${item.publishedOn}">${item.publishedOn}</time></p>
<p>${plain(item.excerpt)}</p>
</article>`;

/** The newest items of an organisation, or of the platform. */
export const pressListHtml = async ({ owner, ownerId, items }: PressListSource): Promise<string> => {
  const title = owner === null ? 'Press' : `Press: ${owner}`;
  const feed = ownerId === null ? '/p/press/feed.atom' : `/p/press/of/${ownerId}/feed.atom`;
  return pageFrame({
    title,
    head: html`<link rel="alternate" type="application/atom+xml" href="${feed}">`,
    body: html`<h1>${plain(title)}</h1>${items.length === 0 ? html`<p>Nothing yet.</p>` : items.map(pressTeaser)}`,
  });
};

/** One item. */
export const pressItemHtml = async (item: PressSource): Promise<string> =>
  pageFrame({
    title: item.title,
    description: item.excerpt,
    head: jsonLd({
      '@type': 'NewsArticle',
      headline: plain(item.title),
      description: plain(item.excerpt),
      datePublished: item.publishedOn,
      dateModified: isoOf(item.changedAt),
      publisher: { '@type': 'Organization', name: plain(item.outlet) },
      ...(item.image !== null && { image: item.image.address }),
      ...(item.sourceUrl !== null && { isBasedOn: item.sourceUrl }),
    }),
    body: html`<h1>${plain(item.title)}</h1>
<p class="quiet">${plain(item.outlet)}, <time datetime="${item.publishedOn}">${item.publishedOn}</time></p>
<p>${plain(item.excerpt)}</p>
${item.image === null ? undefined : html`<figure>${picture(item.image, item.image.text)}</figure>`}
${await written(item.body)}
${item.sourceUrl === null ? undefined : html`<p><a href="${item.sourceUrl}" rel="nofollow noopener noreferrer">${plain(item.outlet)}</a></p>`}`,
  });
