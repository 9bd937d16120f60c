import type { LandingPageContent } from '../../client/platform-api.gen.ts';
import { landingLabels } from '../../words/landing-pages-en.ts';
import { pictureLabels } from '../../words/pictures-en.ts';

export type Block = LandingPageContent['blocks'][number];
type Of<Kind extends Block['kind']> = Extract<Block, { readonly kind: Kind }>;
type Day = Of<'hours'>['hours'][number]['days'][number];

/** A part of a page as somebody types it: lists are lines of a text. */
export interface TypedBlock {
  readonly kind: Block['kind'];
  readonly heading: string;
  readonly text: string;
  readonly category: string;
  readonly most: string;
  /** Of a picture: its text is what it shows, its heading what stands below it. */
  readonly imageId: string;
}

const DAYS: readonly Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NOTHING = { heading: '', text: '', category: '', most: '', imageId: '' };

export const emptyBlock = (kind: Block['kind']): TypedBlock => ({ ...NOTHING, kind });

export const typedBlock = (block: Block): TypedBlock => {
  const { kind } = block;
  switch (block.kind) {
    case 'hero':
      return { ...NOTHING, kind, heading: block.heading, text: block.text ?? '' };
    case 'text':
      return { ...NOTHING, kind, text: block.body };
    case 'image':
      return { ...NOTHING, kind, heading: block.caption ?? '', text: block.text, imageId: block.imageId };
    case 'hours': {
      const lines = block.hours.map(({ days, opens, closes }) => `${days.join(', ')} ${opens}-${closes}`);
      return { ...NOTHING, kind, heading: block.heading, text: lines.join('\n') };
    }
    case 'plans': {
      const lines = block.plans.map(({ name, price, text = '' }) => [name, price, text].join(' | '));
      return { ...NOTHING, kind, heading: block.heading, text: lines.join('\n') };
    }
    case 'action':
      return { ...NOTHING, kind, heading: block.label, text: block.url };
    case 'faqs':
      return {
        ...{ ...NOTHING, kind, heading: block.heading, category: block.category ?? '' },
        most: String(block.most ?? ''),
      };
    case 'press':
      return { ...NOTHING, kind, heading: block.heading, most: String(block.most ?? '') };
    case 'place':
      return { ...NOTHING, kind, heading: block.heading };
  }
};

/** What is wrong with a part, in words; undefined where nothing is. */
export const problemOf = (typed: TypedBlock): string | undefined => {
  const { kind, heading, text, most, imageId } = typed;
  if (kind === 'image' && imageId === '') return pictureLabels.missing;
  if (kind === 'image') return text.trim() === '' ? pictureLabels.textMissing : undefined;
  if (kind !== 'text' && heading.trim() === '') return landingLabels.missing;
  if ((kind === 'text' || kind === 'action') && text.trim() === '') return landingLabels.missing;
  if (kind === 'hours' && hoursIn(text) === undefined) return landingLabels.hoursWrong;
  if (kind === 'plans' && plansIn(text) === undefined) return landingLabels.plansWrong;
  if (most.trim() !== '' && !/^[1-9]\d?$/.test(most.trim())) return landingLabels.mostWrong;
  return undefined;
};

/** A part as the platform takes it, of one in which nothing is wrong. */
export const blockOf = (typed: TypedBlock): Block => {
  const [heading, text] = [typed.heading.trim(), typed.text.trim()];
  const most = typed.most.trim() === '' ? {} : { most: Number(typed.most) };
  const made: { readonly [Kind in Block['kind']]: () => Of<Kind> } = {
    hero: () => ({ kind: 'hero', heading, ...(text !== '' && { text }) }),
    text: () => ({ kind: 'text', body: text }),
    image: () => ({ kind: 'image', imageId: typed.imageId, text, ...(heading !== '' && { caption: heading }) }),
    hours: () => ({ kind: 'hours', heading, hours: hoursIn(text) ?? [] }),
    place: () => ({ kind: 'place', heading }),
    plans: () => ({ kind: 'plans', heading, plans: plansIn(text) ?? [] }),
    faqs: () => ({
      ...{ kind: 'faqs', heading, ...most },
      ...(typed.category.trim() !== '' && { category: typed.category.trim() }),
    }),
    press: () => ({ kind: 'press', heading, ...most }),
    action: () => ({ kind: 'action', label: heading, url: text }),
  };
  return made[typed.kind]();
};

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

const hoursIn = (text: string): Of<'hours'>['hours'] | undefined => {
  const lines = linesOf(text);
  const hours = lines.flatMap((line) => {
    const [, named = '', opens = '', closes = ''] =
      /^\s*([a-z ,-]+?)\s+(\d\d:\d\d)\s*[-–]\s*(\d\d:\d\d)\s*$/i.exec(line) ?? [];
    const days = daysIn(named.toLowerCase());
    return days === undefined ? [] : [{ days, opens, closes }];
  });
  return lines.length > 0 && hours.length === lines.length ? hours : undefined;
};

/** `monday-friday, sunday`; undefined where one of them is no day. */
const daysIn = (named: string): readonly Day[] | undefined => {
  const days = named.split(',').map((part) => {
    const [first = '', last = first] = part.split('-').map((day) => DAYS.indexOf(day.trim() as Day));
    const [from, to] = [Number(first), Number(last)];
    return from < 0 || to < from ? undefined : DAYS.slice(from, to + 1);
  });
  return days.some((some) => some === undefined) ? undefined : [...new Set(days.flatMap((some) => some ?? []))];
};

const plansIn = (text: string): Of<'plans'>['plans'] | undefined => {
  const lines = linesOf(text);
  const plans = lines.flatMap((line) => {
    const [name = '', price = '', ...more] = line.split('|').map((part) => part.trim());
    const says = more.join(' | ');
    return name === '' || price === '' ? [] : [{ name, price, ...(says !== '' && { text: says }) }];
  });
  return lines.length > 0 && plans.length === lines.length ? plans : undefined;
};
