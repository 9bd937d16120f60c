import type { ClubAgreementDocument } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { MarkdownPart } from '../../kit/markdown-part.ts';
import { clubAgreementLabels, clubAgreementWords } from '../../words/agreements-en.ts';
import { contentWords } from '../../words/content-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame, useManages } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { SignForm } from './sign-form.tsx';

interface ClubAgreementPageProps {
  readonly facilityId: string;
  readonly agreementId: string;
}

/** A document as one club has it, to be read and acknowledged there. */
export const ClubAgreementPage = ({ facilityId, agreementId }: ClubAgreementPageProps) => (
  <FacilityFrame facilityId={facilityId} here="clubAgreements" title={clubAgreementLabels.title}>
    {(at) => <Document at={at} agreementId={agreementId} />}
  </FacilityFrame>
);

const Document = ({ at, agreementId }: { readonly at: AtFacility; readonly agreementId: string }) => {
  const { ask } = useConsole();
  const { facilityId } = at.facility;
  const found = useQuery({
    queryKey: ['agreements', 'document', facilityId, agreementId],
    queryFn: ({ signal }) =>
      ask('GET /api/agreements/document/{facilityId}/{agreementId}', { path: { facilityId, agreementId } }, { signal }),
    // What somebody reads stays as it is under their eyes: it is read again when they say so.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Answered query={found} what={clubAgreementLabels.lookingAtOne}>
      {(document) => (
        <article class="stack" aria-labelledby="document-title">
          <div>
            <p class="eyebrow">
              <a href={addressOf('clubAgreements', { facilityId })}>{clubAgreementLabels.back}</a>
            </p>
            <h1 id="document-title" tabIndex={-1}>
              <bdi>{document.title}</bdi>
            </h1>
            <p class="quiet">{clubAgreementWords.holds(document)}</p>
          </div>
          {document.changeNote !== '' && (
            <p>
              <bdi>{document.changeNote}</bdi>
            </p>
          )}
          <section class="panel stack">
            <MarkdownPart text={document.body} headingsFrom={2} />
          </section>
          <Differs document={document} />
          <Files at={at} document={document} />
          <Standing at={at} document={document} readAgain={() => void found.refetch()} />
        </article>
      )}
    </Answered>
  );
};

const Differs = ({ document: { variation } }: { readonly document: ClubAgreementDocument }) =>
  variation !== null && (
    <section class="panel stack" aria-labelledby="differs-title">
      <div>
        <h2 id="differs-title">{clubAgreementLabels.differs}</h2>
        <p class="quiet">{clubAgreementWords.differsFrom(variation.fromOn, variation.untilOn)}</p>
        {variation.note !== '' && (
          <p>
            <bdi>{variation.note}</bdi>
          </p>
        )}
      </div>
      {variation.clauses.map(({ heading, text }) => (
        <div key={heading} class="stack">
          <h3>
            <bdi>{heading}</bdi>
          </h3>
          {text === null ? <p>{clubAgreementLabels.notHere}</p> : <MarkdownPart text={text} headingsFrom={4} />}
        </div>
      ))}
    </section>
  );

const fileOf = (
  { facility: { facilityId } }: AtFacility,
  { agreementId }: ClubAgreementDocument,
  attachmentId: string,
): string =>
  `/api/agreements/document/${[facilityId, agreementId].map(encodeURIComponent).join('/')}/attachments/${encodeURIComponent(attachmentId)}`;

/** Whoever signs the document signs these as well. */
const Files = ({ at, document }: { readonly at: AtFacility; readonly document: ClubAgreementDocument }) =>
  document.attachments.length > 0 && (
    <section class="panel" aria-labelledby="files-title">
      <h2 id="files-title">{clubAgreementLabels.files}</h2>
      <ul class="records">
        {document.attachments.map(({ attachmentId, name, sha256 }) => (
          <li key={attachmentId}>
            <a href={fileOf(at, document, attachmentId)} download={name}>
              <bdi>{name}</bdi>
            </a>
            <code class="quiet small hash">{sha256}</code>
          </li>
        ))}
      </ul>
    </section>
  );

interface StandingProps {
  readonly at: AtFacility;
  readonly document: ClubAgreementDocument;
  readonly readAgain: () => void;
}

/** Whether it is acknowledged, and how it is. */
const Standing = ({ at, document, readAgain }: StandingProps) => {
  const { state } = useConsole();
  const manages = useManages(at);
  const now = state.value;
  const isAnother = 'session' in now && now.session.simulating !== null;
  const { acknowledged, statement } = document;
  const says = (text: string) => (
    <section class="panel">
      <p>
        <bdi>{text}</bdi>
      </p>
    </section>
  );
  if (acknowledged !== null)
    return says(
      clubAgreementWords.acknowledged(
        acknowledged.version,
        acknowledged.signedBy.name ?? contentWords.somebody,
        acknowledged.signedAt.slice(0, 10),
      ),
    );
  if (document.state === 'archived') return says(clubAgreementLabels.archived);
  if (statement === null) return says(clubAgreementLabels.nothingAsked);
  if (!manages) return says(clubAgreementLabels.managerOnly);
  if (isAnother) return says(clubAgreementLabels.asSomebodyElse);
  return (
    <SignForm
      key={document.documentSha256}
      facilityId={at.facility.facilityId}
      document={document}
      statement={statement}
      readAgain={readAgain}
    />
  );
};
