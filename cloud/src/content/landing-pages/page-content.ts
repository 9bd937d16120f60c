import { z } from 'zod';
import { imageIdField, imageTextField } from '../page-images/page-images.module.ts';

const words = (most: number) => z.string().trim().min(1).max(most);
const heading = words(120).describe('What stands above it.');
const time = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time of the day, such as 06:30')
  .describe('A time of the day, such as `06:30`.');
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const kind = <const Name extends string>(name: Name) => z.literal(name);

const Block = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: kind('hero'),
    heading,
    text: z.string().trim().max(300).optional().describe('A line or two below it.'),
  }),
  z.strictObject({ kind: kind('text'), body: words(20_000).describe('Markdown without HTML.') }),
  z.strictObject({
    kind: kind('image'),
    imageId: imageIdField,
    text: imageTextField,
    caption: z.string().trim().max(300).optional().describe('A line below it, for everybody.'),
  }),
  z.strictObject({
    kind: kind('hours'),
    heading,
    hours: z
      .array(
        z.strictObject({
          days: z.array(z.enum(WEEKDAYS)).min(1).max(7).describe('The days that it is for.'),
          opens: time,
          closes: time,
        }),
      )
      .min(1)
      .max(21)
      .describe('When the gym is staffed or open, in its own time.'),
  }),
  z.strictObject({ kind: kind('place'), heading }),
  z.strictObject({
    kind: kind('plans'),
    heading,
    plans: z
      .array(
        z.strictObject({
          name: words(80).describe('What the plan is called.'),
          price: words(60).describe('What it costs, in words: `€ 39 a month`.'),
          text: z.string().trim().max(500).optional().describe('What it gives.'),
        }),
      )
      .min(1)
      .max(12)
      .describe('What members may choose from.'),
  }),
  z.strictObject({
    kind: kind('faqs'),
    heading,
    category: z.string().max(60).optional().describe('Only of this category. Left out: of all.'),
    most: z.int().min(1).max(30).optional().describe('How many at most: 10 unless given.'),
  }),
  z.strictObject({
    kind: kind('press'),
    heading,
    most: z.int().min(1).max(10).optional().describe('How many at most: 3 unless given.'),
  }),
  z.strictObject({
    kind: kind('action'),
    label: words(60).describe('What the button says.'),
    url: z
      .union([z.url({ protocol: /^https$/ }), z.string().regex(/^(?:mailto|tel):[^\s<>"']+$/)])
      .and(z.string().max(2_000))
      .describe('Where it leads: https, mailto or tel.'),
  }),
]);

/** Whoever reads the page waits until all answers are read. */
const FAQS_BLOCKS_MAX = 3;
const FAQS_BLOCKS_RULE = `must have ${FAQS_BLOCKS_MAX} blocks of FAQs at most`;

/** What a page shows. `place`, `faqs` and `press` show what is there when somebody reads the page. */
export const PageContent = z
  .strictObject({
    title: words(120).describe('What browsers and searches call the page.'),
    description: z.string().trim().max(300).optional().describe('What searches show below that.'),
    blocks: z
      .array(Block)
      .max(30)
      .refine((blocks) => blocks.filter(({ kind }) => kind === 'faqs').length <= FAQS_BLOCKS_MAX, FAQS_BLOCKS_RULE)
      .describe('Its parts, from the top.'),
  })
  .meta({
    id: 'LandingPageContent',
    examples: [
      {
        title: 'Riverside Strength',
        description: 'A gym at the river, open all night.',
        blocks: [{ kind: 'hero', heading: 'Strong by the river', text: '' }],
      },
    ],
  });
export type PageContent = z.output<typeof PageContent>;
export type PageBlock = PageContent['blocks'][number];
export const imagesIn = ({ blocks }: PageContent): readonly string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'image' ? [block.imageId] : []))),
];
