import { useRef, useState } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { FileField } from '../../kit/file-field.tsx';
import { usePageTools } from '../../kit/page-tools.ts';
import { Failed } from '../../kit/states.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { pictureLabels, pictureWords } from '../../words/pictures-en.ts';
import { useConsole } from '../console.ts';

/** A picture as somebody chooses it: its id is empty where there is none. */
export interface TypedPicture {
  readonly imageId: string;
  /** What it shows, in words. */
  readonly imageText: string;
}

interface PictureFieldProps extends TypedPicture {
  /** What is wrong is said in the words of the one it is about. */
  readonly problem: string;
  readonly onPicture: (picture: TypedPicture) => void;
}

/** A picture of a page. One that is chosen is sent at once, and shown once that is saved which it belongs to. */
export const PictureField = ({ imageId, imageText, problem, onPicture }: PictureFieldProps) => {
  const { ask } = useConsole();
  const { announcer } = usePageTools();
  const { busy, error, run } = useAttempt();
  const [size, setSize] = useState<readonly [width: number, height: number]>();
  const input = useRef<HTMLInputElement>(null);
  const send = (file: File) =>
    run(async () => {
      const form = new FormData();
      form.append('file', file);
      const sent = await ask('POST /api/admin/page-images/upload', {}, { form });
      setSize([sent.width, sent.height]);
      onPicture({ imageId: sent.imageId, imageText });
      announcer.say(pictureLabels.sent);
    });
  const remove = (): void => {
    setSize(undefined);
    onPicture({ imageId: '', imageText: '' });
    input.current?.focus();
  };
  const isThere = imageId !== '';
  return (
    <div class="whole stack">
      <div class="field">
        <FileField
          input={input}
          label={pictureLabels.choose}
          accept="image/png,image/jpeg,image/gif,image/webp"
          busy={busy}
          more={busy ? pictureLabels.sending : pictureLabels.chooseMore}
          onFile={send}
        />
        {!isThere && <p class="problem">{problem}</p>}
      </div>
      {isThere && (
        <>
          <p class="small">{size === undefined ? pictureWords.there : pictureWords.size(...size)}</p>
          <TextField
            label={pictureLabels.text}
            maxLength={300}
            value={imageText}
            more={pictureLabels.textMore}
            problem={problem}
            onText={(text) => onPicture({ imageId, imageText: text })}
          />
          <div>
            <button type="button" onClick={remove}>
              {pictureLabels.remove}
            </button>
          </div>
        </>
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
