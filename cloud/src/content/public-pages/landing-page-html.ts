import { type Html, html } from '../../kit/http/html.ts';
import type { PageBlock } from '../landing-pages/landing-pages.module.ts';
import { jsonLd } from './json-ld.ts';
import { pageFrame, picture, plain, written } from './page-frame.ts';
import type { PageSource } from './page-sources.ts';
import { pressTeaser } from './press-html.ts';

/** A landing page, as anybody reads it. */
export const landingPageHtml = async (source: PageSource): Promise<string> => {
  const { content, locale } = source;
  const body: Html[] = [];
  const questions: { readonly question: string; readonly answer: Html }[] = [];
  for (const [at, block] of content.blocks.entries()) {
    if (block.kind !== 'faqs') {
      body.push(await blockHtml(block, source, at));
      continue;
    }
    const asked = [];
    for (const { question, answer } of source.faqs[at] ?? [])
      asked.push({ question, answer: await written(answer, 4) });
    questions.push(...asked);
    body.push(
      html`<section><h2>${plain(block.heading)}</h2>${asked.map(
        ({ question, answer }) => html`<details><summary>${plain(question)}</summary>${answer}</details>`,
      )}</section>`,
    );
  }
  const head = [gymOf(source), ...(questions.length === 0 ? [] : [questionsOf(questions)])];
  // A page without a hero has its title as the heading.
  const heading = content.blocks.some(({ kind }) => kind === 'hero') ? [] : [html`<h1>${plain(content.title)}</h1>`];
  return pageFrame({
    title: content.title,
    description: content.description,
    locale,
    head,
    body: [...heading, ...body],
  });
};

const blockHtml = async (block: PageBlock, { place, press, images }: PageSource, at: number): Promise<Html> => {
  switch (block.kind) {
    case 'hero':
      return html`<header><h1>${plain(block.heading)}</h1>${block.text && html`<p>${plain(block.text)}</p>`}</header>`;
    case 'text':
      return html`<section>${await written(block.body)}</section>`;
    case 'image': {
      const image = images[block.imageId];
      if (image === undefined) return html``;
      return html`<figure>${picture(image, block.text)}${
        block.caption && html`<figcaption>${plain(block.caption)}</figcaption>`
      }</figure>`;
    }
    case 'hours':
      return html`<section><h2>${plain(block.heading)}</h2><table>${block.hours.map(
        ({ days, opens, closes }) =>
          html`<tr><th scope="row">${days.map(named).join(', ')}</th><td>${opens}–${closes}</td></tr>`,
      )}</table></section>`;
    case 'place':
      if (place === null) return html``;
      return html`<section><h2>${plain(block.heading)}</h2><address>${plain(place.name)}${
        place.address === null ? undefined : html`<br>${plain(place.address)}`
      }</address></section>`;
    case 'plans':
      return html`<section><h2>${plain(block.heading)}</h2><ul class="plans">${block.plans.map(
        ({ name, price, text }) =>
          html`<li><h3>${plain(name)}</h3><p>${plain(price)}</p>${text && html`<p>${plain(text)}</p>`}</li>`,
      )}</ul></section>`;
    case 'press':
      return html`<section><h2>${plain(block.heading)}</h2>${(press[at] ?? []).map(pressTeaser)}</section>`;
    case 'action':
      return html`<p><a class="action" href="${block.url}" rel="noopener noreferrer">${plain(block.label)}</a></p>`;
    case 'faqs':
      return html``;
  }
};

const named = (day: string): string => `${day[0]?.toUpperCase()}${day.slice(1)}`;

/** The gym: what its page says of it, where it is, and when it is open. */
const gymOf = ({ content, owner, place }: PageSource): Html => {
  const hours = content.blocks.flatMap((block) => (block.kind === 'hours' ? block.hours : []));
  return jsonLd({
    '@type': 'ExerciseGym',
    name: plain(place?.name ?? content.title),
    ...(content.description && { description: plain(content.description) }),
    ...(owner !== '' && { parentOrganization: { '@type': 'Organization', name: plain(owner) } }),
    ...(place?.address != null && { address: plain(place.address) }),
    ...(hours.length > 0 && {
      openingHoursSpecification: hours.map(({ days, opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: days.map(named),
        opens,
        closes: closes === '24:00' ? '23:59' : closes,
      })),
    }),
  });
};

const questionsOf = (questions: readonly { readonly question: string; readonly answer: Html }[]): Html =>
  jsonLd({
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: plain(question),
      acceptedAnswer: { '@type': 'Answer', text: answer.text },
    })),
  });
