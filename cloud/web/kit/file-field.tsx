import type { Ref } from 'preact';
import { useId } from 'preact/hooks';

interface FileFieldProps {
  readonly label: string;
  /** What may be chosen, as HTML has it: endings or media types. The cloud looks for itself. */
  readonly accept: string;
  readonly busy: boolean;
  /** Said below it. */
  readonly more?: string;
  readonly input?: Ref<HTMLInputElement>;
  readonly onFile: (file: File) => unknown;
}

/** A file that is handed over as soon as it is chosen. The same one may be chosen again afterwards. */
export const FileField = ({ label, accept, busy, more, input, onFile }: FileFieldProps) => {
  const id = useId();
  return (
    <>
      <label for={id}>{label}</label>
      <input
        ref={input ?? null}
        id={id}
        type="file"
        accept={accept}
        disabled={busy}
        aria-describedby={more === undefined ? undefined : `${id}-more`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) void onFile(file);
          currentTarget.value = '';
        }}
      />
      {more !== undefined && (
        <p class="quiet small" id={`${id}-more`}>
          {more}
        </p>
      )}
    </>
  );
};
