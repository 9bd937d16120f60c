import type { Agreement } from '../../client/platform-api.gen.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { agreementLabels, KINDS, REQUIREMENTS } from '../../words/agreements-en.ts';
import { contentWords } from '../../words/content-en.ts';
import { AudienceFields } from './audience-fields.tsx';
import { CuaFields } from './cua-fields.tsx';
import { Files } from './files.tsx';
import type { Saving } from './use-saving.ts';

interface AgreementFieldsProps {
  readonly saving: Saving;
  readonly organisationId: string | null;
  readonly agreement: Agreement | undefined;
  /** It was to be sent: what is missing is said. */
  readonly tried: boolean;
}

/** What an agreement says, how it is acknowledged, from when it holds, and whom it is for. */
export const AgreementFields = (props: AgreementFieldsProps) => {
  const { saving, organisationId, agreement, tried } = props;
  const { typed, put, cua } = saving;
  return (
    <>
      <TextField
        label={agreementLabels.agreementTitle}
        value={typed.title}
        problem={tried && typed.title.trim() === '' ? agreementLabels.titleMissing : ''}
        onText={(title) => put({ title })}
      />
      {agreement === undefined && (
        <Choice
          label={agreementLabels.kind}
          value={typed.kind}
          options={optionsOf(KINDS)}
          onChoice={(kind) => put({ kind })}
        />
      )}
      <Choice
        label={agreementLabels.requirement}
        value={typed.requirement}
        options={optionsOf(REQUIREMENTS)}
        onChoice={(requirement) => put({ requirement })}
      />
      <TextArea
        label={agreementLabels.body}
        rows={16}
        maxLength={200_000}
        value={typed.body}
        more={contentWords.markdownMore}
        problem={tried && typed.body.trim() === '' ? agreementLabels.bodyMissing : ''}
        onText={(body) => put({ body })}
      />
      {agreement?.published != null && <OfTheChange {...props} />}
      <DateField
        label={agreementLabels.effectiveOn}
        value={typed.effectiveOn}
        more={agreementLabels.effectiveOnMore}
        onDay={(effectiveOn) => put({ effectiveOn })}
      />
      <AudienceFields
        organisationId={organisationId}
        audience={typed.audience}
        onAudience={(audience) => put({ audience })}
      />
      {typed.kind === 'club-user' && (
        <CuaFields typed={typed.cua} problems={cua.problems} put={(next) => put({ cua: next })} />
      )}
      <Files files={typed.files} onFiles={(files) => put({ files })} />
    </>
  );
};

/** What is said of a version that follows another. */
const OfTheChange = ({ saving: { typed, put } }: AgreementFieldsProps) => (
  <>
    <TextArea
      label={agreementLabels.changeNote}
      maxLength={2_000}
      value={typed.changeNote}
      more={agreementLabels.changeNoteMore}
      onText={(changeNote) => put({ changeNote })}
    />
    <CheckField
      label={agreementLabels.reacknowledge}
      checked={typed.reacknowledge}
      onCheck={(reacknowledge) => put({ reacknowledge })}
    />
  </>
);
