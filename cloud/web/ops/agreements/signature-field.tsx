import { useEffect, useRef, useState } from 'preact/hooks';
import SignaturePad from 'signature_pad';
import { clubAgreementLabels } from '../../words/agreements-en.ts';
import { type Drawing, drawingOf } from './strokes.ts';

export interface SignatureFieldProps {
  /** Undefined: nothing is drawn. */
  readonly onDrawing: (drawing: Drawing | undefined) => void;
}

/** A field to sign in, by finger, pen or mouse. */
export const SignatureField = ({ onDrawing }: SignatureFieldProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const clear = useRef(() => {});
  const [isEmpty, setEmpty] = useState(true);
  useEffect(() => {
    const field = canvas.current as HTMLCanvasElement;
    const { width, height } = field.getBoundingClientRect();
    const ratio = Math.max(1, devicePixelRatio);
    field.width = width * ratio;
    field.height = height * ratio;
    field.getContext('2d')?.scale(ratio, ratio);
    const pad = new SignaturePad(field, { penColor: '#101820' });
    const tell = (): void => {
      setEmpty(pad.isEmpty());
      onDrawing(pad.isEmpty() ? undefined : drawingOf(pad.toData(), width, height));
    };
    pad.addEventListener('endStroke', tell);
    clear.current = () => {
      pad.clear();
      tell();
    };
    return () => pad.off();
  }, []);
  return (
    <div class="whole stack">
      <canvas ref={canvas} class="signature" role="img" aria-label={clubAgreementLabels.field} />
      <p class="quiet small">{clubAgreementLabels.byKeys}</p>
      <div class="buttons">
        <button type="button" aria-disabled={isEmpty} onClick={() => clear.current()}>
          {clubAgreementLabels.clear}
        </button>
      </div>
    </div>
  );
};
