import { useState } from 'preact/hooks';
import type { ClubAgreementDocument } from '../../client/platform-api.gen.ts';
import { RefusedError } from '../../client/request-errors.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { loadedPart } from '../../kit/loaded-part.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { clubAgreementLabels, clubAgreementWords } from '../../words/agreements-en.ts';
import { useConsole } from '../console.ts';
import type { SignatureFieldProps } from './signature-field.tsx';
import type { Drawing } from './strokes.ts';

interface SignFormProps {
  readonly facilityId: string;
  /** As whoever signs has read it. */
  readonly document: ClubAgreementDocument;
  readonly statement: string;
  readonly readAgain: () => void;
}

/** Loaded once somebody wants to draw. */
const SignatureField = loadedPart<SignatureFieldProps>(() =>
  import('./signature-field.tsx').then(({ SignatureField: Field }) => Field),
);
const NOTHING = { name: '', title: '', how: 'typed' as 'typed' | 'drawn', accepted: false };
type Given = typeof NOTHING & { readonly drawing?: Drawing | undefined };

/** What is missing of an acknowledgement, field by field. */
const missingIn = ({ name, how, drawing, accepted }: Given, isSignature: boolean) => ({
  name: isSignature && name.trim().length < 2 ? clubAgreementLabels.yourNameMissing : '',
  drawing: isSignature && how === 'drawn' && drawing === undefined ? clubAgreementLabels.drawMissing : '',
  accepted: accepted ? '' : clubAgreementLabels.acceptMissing,
});

/** Acknowledges the document that was read, and no other: its hash goes along. */
export const SignForm = ({ facilityId, document, statement, readAgain }: SignFormProps) => {
  const { ask, announcer, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const [given, setGiven] = useState<Given>(NOTHING);
  const [tried, setTried] = useState(false);
  const { agreementId, documentSha256, requirement } = document;
  const isSignature = requirement === 'signature';
  const missing = missingIn(given, isSignature);
  const code = error instanceof RefusedError ? error.refusal.code : undefined;
  const isOvertaken = code === 'document_changed' || code === 'already_signed';
  const sign = (): void => {
    setTried(true);
    if (Object.values(missing).some((problem) => problem !== '')) return;
    void run(async () => {
      const { name, title, how, drawing } = given;
      const signature = {
        name: name.trim(),
        ...(title.trim() !== '' && { title: title.trim() }),
        ...(how === 'typed' ? { typed: true } : { drawing }),
      };
      await ask(
        'POST /api/agreements/sign/{club}/{agreementid}',
        {
          path: { club: facilityId, agreementid: agreementId },
          body: { documentSha256, accepted: true, ...(isSignature && signature) },
        },
        { idempotencyKey: crypto.randomUUID() },
      );
      announcer.say(clubAgreementLabels.sent);
      await queries.invalidateQueries({ queryKey: ['agreements'] });
    });
  };
  return (
    <section class="panel stack" aria-labelledby="sign-title">
      <div>
        <h2 id="sign-title">{clubAgreementLabels.sign}</h2>
        <p class="quiet">{clubAgreementLabels.statement}</p>
        <p>
          <strong>
            <bdi>{statement}</bdi>
          </strong>
        </p>
        <p class="quiet small hash">{clubAgreementWords.hash(documentSha256)}</p>
      </div>
      <Form
        send={clubAgreementLabels.send}
        busy={busy}
        error={isOvertaken ? undefined : error}
        draft="moment"
        onSend={sign}
        after={isOvertaken && <Overtaken isSigned={code === 'already_signed'} readAgain={readAgain} />}
      >
        {isSignature && <Signature given={given} missing={tried ? missing : undefined} onGiven={setGiven} />}
        <CheckField
          label={clubAgreementLabels.accept}
          checked={given.accepted}
          onCheck={(accepted) => setGiven({ ...given, accepted })}
        />
        <p class="problem whole" role="status">
          {tried ? missing.accepted : ''}
        </p>
      </Form>
    </section>
  );
};

interface SignatureProps {
  readonly given: Given;
  readonly missing: ReturnType<typeof missingIn> | undefined;
  readonly onGiven: (change: (given: Given) => Given) => void;
}

/** A name, and the signature itself: as it is typed, or drawn. */
const Signature = ({ given, missing, onGiven }: SignatureProps) => {
  const put = (part: Partial<Given>): void => onGiven((before) => ({ ...before, ...part }));
  return (
    <>
      <TextField
        label={clubAgreementLabels.yourName}
        maxLength={120}
        value={given.name}
        problem={missing?.name ?? ''}
        onText={(name) => put({ name })}
      />
      <TextField
        label={clubAgreementLabels.yourTitle}
        maxLength={120}
        value={given.title}
        more={clubAgreementLabels.yourTitleMore}
        onText={(title) => put({ title })}
      />
      <Choice
        label={clubAgreementLabels.how}
        value={given.how}
        options={[
          ['typed', clubAgreementLabels.typed],
          ['drawn', clubAgreementLabels.drawn],
        ]}
        onChoice={(how) => put({ how, drawing: undefined })}
      />
      {given.how === 'drawn' && <SignatureField onDrawing={(drawing) => put({ drawing })} />}
      <p class="problem whole" role="status">
        {missing?.drawing ?? ''}
      </p>
    </>
  );
};

/** The document is another by now, or somebody was quicker: nothing was signed. */
const Overtaken = ({ isSigned, readAgain }: { readonly isSigned: boolean; readonly readAgain: () => void }) => (
  <div class="failed" role="alert">
    <p class="failed-title">{isSigned ? clubAgreementLabels.already : clubAgreementLabels.changed}</p>
    <p>{isSigned ? clubAgreementLabels.alreadyMore : clubAgreementLabels.changedMore}</p>
    <button type="button" onClick={readAgain}>
      {isSigned ? clubAgreementLabels.seeWho : clubAgreementLabels.readAgain}
    </button>
  </div>
);
