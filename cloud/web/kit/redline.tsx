import { redline } from '../../src/kit/documents/redline.ts';
import { contentWords } from '../words/content-en.ts';

interface RedlineProps {
  readonly before: string;
  readonly after: string;
}

/** What became of a text: what was taken out, and what was put in, told by more than a colour. */
export const Redline = ({ before, after }: RedlineProps) => {
  const pieces = redline(before, after);
  if (pieces.every(({ is }) => is === 'same')) return <p class="quiet">{contentWords.sameText}</p>;
  return (
    <p class="mail-text redline" dir="auto">
      {pieces.map(({ is, text }, at) => {
        if (is === 'same') return <span key={at}>{text}</span>;
        return is === 'added' ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>;
      })}
    </p>
  );
};
