import type { Agreement, AgreementVersion } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { MarkdownPart } from '../../kit/markdown-part.ts';
import { Empty } from '../../kit/states.tsx';
import { agreementLabels, agreementWords, KINDS, REQUIREMENTS } from '../../words/agreements-en.ts';
import { contentWords } from '../../words/content-en.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { addressOf } from '../routes.ts';
import { AgreementForm } from './agreement-form.tsx';
import { useAgreement } from './agreement-queries.ts';
import { Variations } from './variations.tsx';

/** One agreement: what counts, its next version, and those there were. */
export const AgreementPage = ({ agreementId }: { readonly agreementId: string }) => {
  const found = useAgreement(agreementId);
  return (
    <Answered query={found} what={agreementLabels.lookingAtOne}>
      {(agreement) => (
        <PlainPage title={agreement.title}>
          <Facts agreement={agreement} />
          <section class="panel stack" aria-labelledby="next-title">
            <h2 id="next-title">{agreementLabels.editor}</h2>
            <AgreementForm organisationId={agreement.organisationId} agreement={agreement} />
          </section>
          <section class="panel stack" aria-labelledby="counts-title">
            <h2 id="counts-title">{agreementLabels.counts}</h2>
            {agreement.published === null ? (
              <Empty title={agreementLabels.notPublished}>{agreementLabels.notPublishedMore}</Empty>
            ) : (
              <MarkdownPart text={agreement.published.body} />
            )}
          </section>
          {agreement.kind === 'club' && agreement.state === 'active' && <Variations agreement={agreement} />}
          {agreement.versions.length > 0 && <Versions versions={agreement.versions} />}
        </PlainPage>
      )}
    </Answered>
  );
};

const Facts = ({ agreement }: { readonly agreement: Agreement }) => {
  const ago = useAgo();
  const { kind, requirement, state, organisationId, changedAt, changedBy } = agreement;
  const facts = [
    KINDS[kind],
    REQUIREMENTS[requirement],
    ...(kind === 'club' ? [agreementWords.acknowledged(agreement)] : []),
  ];
  const list = addressOf('agreements', {});
  return (
    <div>
      <p class="eyebrow">
        <a href={organisationId === null ? list : `${list}?${new URLSearchParams({ organisation: organisationId })}`}>
          {agreementLabels.back}
        </a>
      </p>
      <div class="facts">
        <span class="fact" data-tone={state === 'active' ? 'calm' : 'held'}>
          {agreementWords.version(agreement)}
        </span>
        {facts.map((fact) => (
          <span key={fact} class="fact">
            {fact}
          </span>
        ))}
      </div>
      <p class="quiet small">
        <bdi>{agreementWords.changed(ago(changedAt), changedBy.name ?? contentWords.somebody)}</bdi>
      </p>
    </div>
  );
};

const Versions = ({ versions }: { readonly versions: readonly AgreementVersion[] }) => (
  <section class="panel stack" aria-labelledby="versions-title">
    <h2 id="versions-title">{agreementLabels.versions}</h2>
    <ul class="records">
      {versions.map(({ version, title, effectiveOn, changeNote, reacknowledge, publishedBy, publishedAt, sha256 }) => (
        <li key={version}>
          <div class="record-head">
            <strong>{agreementWords.oneVersion(version, effectiveOn)}</strong>
            <bdi>{title}</bdi>
            <span class="quiet small">
              <bdi>
                {agreementWords.publishedBy(publishedBy.name ?? contentWords.somebody, publishedAt.slice(0, 10))}
              </bdi>
            </span>
          </div>
          {changeNote !== '' && (
            <p>
              <bdi>{changeNote}</bdi>
            </p>
          )}
          {!reacknowledge && <p class="quiet small">{agreementWords.carried}</p>}
          <code class="quiet small hash">{sha256}</code>
        </li>
      ))}
    </ul>
  </section>
);
