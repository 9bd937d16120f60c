import { useState } from 'preact/hooks';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { BLOCKS, landingLabels, landingWords } from '../../words/landing-pages-en.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import { type Block, emptyBlock, problemOf, type TypedBlock } from './typed-blocks.ts';

const BLOCKS_MAX = 30;

interface BlocksProps {
  readonly blocks: readonly TypedBlock[];
  /** What is wrong is said. */
  readonly tried: boolean;
  readonly onBlocks: (blocks: readonly TypedBlock[]) => void;
}

/** The parts of a page, from the top: each is changed, moved and taken away, and others are added below. */
export const BlockFields = ({ blocks, tried, onBlocks }: BlocksProps) => {
  const [kind, setKind] = useState<Block['kind']>('hero');
  const move = (from: number, to: number): void =>
    onBlocks(blocks.toSpliced(from, 1).toSpliced(to, 0, blocks[from] as TypedBlock));
  return (
    <fieldset class="whole stack">
      <legend>{landingLabels.blocks}</legend>
      {blocks.length === 0 && <p class="quiet">{landingLabels.noBlocks}</p>}
      {blocks.map((block, at) => (
        <div key={`${at} ${block.kind}`} class="some stack">
          <OneBlock
            block={block}
            n={at + 1}
            problem={tried ? problemOf(block) : undefined}
            put={(part) => onBlocks(blocks.with(at, { ...block, ...part }))}
          />
          <div class="buttons">
            <button
              type="button"
              aria-label={landingWords.ofBlock(landingLabels.up, at + 1)}
              aria-disabled={at === 0}
              onClick={() => at > 0 && move(at, at - 1)}
            >
              {landingLabels.up}
            </button>
            <button
              type="button"
              aria-label={landingWords.ofBlock(landingLabels.down, at + 1)}
              aria-disabled={at === blocks.length - 1}
              onClick={() => at < blocks.length - 1 && move(at, at + 1)}
            >
              {landingLabels.down}
            </button>
            <button
              type="button"
              aria-label={landingWords.ofBlock(landingLabels.removeBlock, at + 1)}
              onClick={() => onBlocks(blocks.toSpliced(at, 1))}
            >
              {landingLabels.removeBlock}
            </button>
          </div>
        </div>
      ))}
      <div class="filters">
        <Choice label={landingLabels.addBlock} value={kind} options={optionsOf(BLOCKS)} onChoice={setKind} />
        <button
          type="button"
          aria-disabled={blocks.length >= BLOCKS_MAX}
          onClick={() => blocks.length < BLOCKS_MAX && onBlocks([...blocks, emptyBlock(kind)])}
        >
          {landingLabels.addBlock}
        </button>
      </div>
    </fieldset>
  );
};

interface OneBlockProps {
  readonly block: TypedBlock;
  readonly n: number;
  readonly problem: string | undefined;
  readonly put: (part: Partial<TypedBlock>) => void;
}

/** What stands above a part, where it is no heading. */
const HEADINGS: Readonly<Partial<Record<Block['kind'], string>>> = {
  action: landingLabels.button,
  image: landingLabels.caption,
};

/** What the text of a part is called where it has one, and how it is written. */
const TEXTS: Readonly<Partial<Record<Block['kind'], readonly [label: string, more: string, rows: number]>>> = {
  hero: [landingLabels.text, '', 2],
  text: [landingLabels.text, '', 8],
  hours: [landingLabels.hours, landingLabels.hoursMore, 4],
  plans: [landingLabels.plans, landingLabels.plansMore, 4],
  action: [landingLabels.url, landingLabels.urlMore, 1],
};

const OneBlock = ({ block: { kind, heading, text, category, most, imageId }, n, problem, put }: OneBlockProps) => {
  const [label, more, rows] = TEXTS[kind] ?? [];
  return (
    <>
      <strong>{landingWords.block(n, kind)}</strong>
      {kind === 'image' && (
        <PictureField
          imageId={imageId}
          imageText={text}
          problem={problem ?? ''}
          onPicture={(picture) => put({ imageId: picture.imageId, text: picture.imageText })}
        />
      )}
      {kind !== 'text' && (
        <TextField
          label={HEADINGS[kind] ?? landingLabels.heading}
          maxLength={kind === 'image' ? 300 : 120}
          value={heading}
          onText={(typed) => put({ heading: typed })}
        />
      )}
      {label !== undefined && (
        <TextArea
          label={label}
          more={more ?? ''}
          rows={rows ?? 2}
          maxLength={20_000}
          value={text}
          onText={(typed) => put({ text: typed })}
        />
      )}
      {kind === 'faqs' && (
        <TextField
          label={landingLabels.category}
          more={landingLabels.categoryMore}
          maxLength={60}
          value={category}
          onText={(typed) => put({ category: typed })}
        />
      )}
      {(kind === 'faqs' || kind === 'press') && (
        <TextField
          label={landingLabels.most}
          inputMode="numeric"
          maxLength={2}
          value={most}
          onText={(typed) => put({ most: typed })}
        />
      )}
      <p class="problem" role="status">
        {kind === 'image' ? '' : (problem ?? '')}
      </p>
    </>
  );
};
