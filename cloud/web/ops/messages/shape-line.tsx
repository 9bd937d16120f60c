import { useEffect, useState } from 'preact/hooks';
import { type TextShape, textShape } from '../../../src/content/sms/segments.ts';
import { textToSend } from '../../../src/content/sms/sms-text.ts';
import { messageLabels, messageWords } from '../../words/messages-en.ts';

interface ShapeLineProps {
  /** Who it is from. */
  readonly sender: string;
  readonly text: string;
}

/** A text as it is sent, into how many parts it is divided, and what makes them more: as the cloud counts them. */
export const ShapeLine = ({ sender, text }: ShapeLineProps) => {
  const sent = textToSend(sender, text);
  const [shape, setShape] = useState<TextShape>();
  useEffect(() => {
    let isLast = true;
    void textShape(sent).then((found) => isLast && setShape(found));
    return () => {
      isLast = false;
    };
  }, [sent]);
  return (
    <div class="whole">
      <p class="quiet small">{messageLabels.asSent}</p>
      <p class="mail-text" dir="auto">
        {sent}
      </p>
      <p role="status" class="small">
        {shape !== undefined && messageWords.shape(shape.segments, sent.length)}{' '}
        {shape !== undefined && shape.forcing.length > 0 && <bdi>{messageWords.forcing(shape.forcing)}</bdi>}
      </p>
    </div>
  );
};
