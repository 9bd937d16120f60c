import { useState } from 'preact/hooks';
import type { Agreement } from '../../client/platform-api.gen.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Form } from '../../kit/form.tsx';
import { MarkdownPart } from '../../kit/markdown-part.ts';
import { Redline } from '../../kit/redline.tsx';
import { agreementLabels, agreementWords } from '../../words/agreements-en.ts';
import { contentWords } from '../../words/content-en.ts';
import { AgreementFields } from './agreement-fields.tsx';
import { type Saving, useSaving } from './use-saving.ts';

interface AgreementFormProps {
  /** Whose agreement it is; null: the platform’s. */
  readonly organisationId: string | null;
  /** Undefined: a new one. */
  readonly agreement: Agreement | undefined;
}

/** The next version of an agreement as somebody writes it: kept as a draft, or published once they know what comes of it. */
export const AgreementForm = ({ organisationId, agreement }: AgreementFormProps) => {
  const saving = useSaving(organisationId, agreement);
  const [tried, setTried] = useState(false);
  const { typed, draft, busy, error, save } = saving;
  const isWhole = typed.title.trim() !== '' && typed.body.trim() !== '' && isSet(saving);
  const send = (action: 'draft' | 'publish'): void => {
    setTried(true);
    if (isWhole) void save(action);
  };
  return (
    <div class="stack">
      <Form
        send={agreementLabels.saveDraft}
        busy={busy}
        error={error}
        draft={draft}
        onSend={() => send('draft')}
        after={saving.conflict}
      >
        <AgreementFields saving={saving} organisationId={organisationId} agreement={agreement} tried={tried} />
      </Form>
      <Shown saving={saving} agreement={agreement} />
      <div class="buttons">
        <ConfirmButton
          label={agreementLabels.publish}
          more={agreementWords.consequence({ ...typed, agreement })}
          busy={busy}
          onConfirmed={() => send('publish')}
        />
        {agreement?.state === 'active' && (
          <ConfirmButton
            label={agreementLabels.archive}
            more={agreementLabels.archiveMore}
            busy={busy}
            onConfirmed={() => void save('archive')}
          />
        )}
      </div>
    </div>
  );
};

const isSet = ({ typed, cua }: Saving): boolean => typed.kind === 'club' || cua.cua !== undefined;

/** What is typed as people will read it, and what it changes. */
const Shown = ({
  saving: { typed },
  agreement,
}: {
  readonly saving: Saving;
  readonly agreement: Agreement | undefined;
}) => (
  <div>
    <Disclosed summary={contentWords.preview}>
      {typed.body.trim() === '' ? <p class="quiet">{contentWords.writeFirst}</p> : <MarkdownPart text={typed.body} />}
    </Disclosed>
    {agreement?.published != null && (
      <Disclosed summary={agreementLabels.changes}>
        <Redline before={agreement.published.body} after={typed.body} />
      </Disclosed>
    )}
  </div>
);
