import { useRef } from 'preact/hooks';
import { useAttempt } from '../../kit/attempt.ts';
import { FileField } from '../../kit/file-field.tsx';
import { usePageTools } from '../../kit/page-tools.ts';
import { Failed } from '../../kit/states.tsx';
import { agreementLabels, agreementWords } from '../../words/agreements-en.ts';
import { useConsole } from '../console.ts';
import type { TypedAgreement } from './typed-agreement.ts';

const FILES_MAX = 10;

interface FilesProps {
  readonly files: TypedAgreement['files'];
  readonly onFiles: (files: TypedAgreement['files']) => void;
}

/** The files that go with the text. One that is chosen is sent at once, and part of the agreement once that is saved. */
export const Files = ({ files, onFiles }: FilesProps) => {
  const { ask } = useConsole();
  const { announcer } = usePageTools();
  const { busy, error, run } = useAttempt();
  const input = useRef<HTMLInputElement>(null);
  const send = (file: File) =>
    run(async () => {
      const form = new FormData();
      form.append('file', file);
      const { attachmentId, name } = await ask('POST /api/admin/agreements/upload-attachment', {}, { form });
      onFiles([...files, { attachmentId, name }]);
      announcer.say(agreementWords.attached(name));
    });
  const remove = (gone: string): void => {
    onFiles(files.filter(({ attachmentId }) => attachmentId !== gone));
    input.current?.focus();
  };
  return (
    <div class="whole">
      <p>{agreementLabels.attachments}</p>
      {files.length === 0 ? (
        <p class="quiet small">{agreementLabels.noAttachments}</p>
      ) : (
        <ul class="records">
          {files.map(({ attachmentId, name }) => (
            <li key={attachmentId}>
              <bdi>{name}</bdi>
              <button type="button" aria-label={agreementWords.removeFile(name)} onClick={() => remove(attachmentId)}>
                {agreementLabels.removeFile}
              </button>
            </li>
          ))}
        </ul>
      )}
      {files.length < FILES_MAX && (
        <FileField
          input={input}
          label={agreementLabels.attach}
          accept=".pdf,.doc,.docx"
          busy={busy}
          more={busy ? agreementLabels.sendingFile : agreementLabels.attachmentsStay}
          onFile={send}
        />
      )}
      {error !== undefined && <Failed error={error} />}
    </div>
  );
};
