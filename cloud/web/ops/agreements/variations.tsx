import type { Agreement, AgreementVariation } from '../../client/platform-api.gen.ts';
import { Answered } from '../../kit/answered.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { variationLabels, variationWords } from '../../words/variations-en.ts';
import { useConsole } from '../console.ts';
import { useClubs } from './agreement-queries.ts';
import { VariationForm } from './variation-form.tsx';

const A_PAGE = 50;

/** What is different of an agreement at single clubs, and where somebody says so. */
export const Variations = ({ agreement: { agreementId, organisationId } }: { readonly agreement: Agreement }) => {
  const { ask } = useConsole();
  const clubs = useClubs(organisationId ?? undefined);
  return (
    <section class="panel stack" aria-labelledby="variations-title">
      <div>
        <h2 id="variations-title">{variationLabels.title}</h2>
        <p class="quiet">{variationLabels.more}</p>
      </div>
      <Answered query={clubs} what={variationLabels.lookingAtClubs}>
        {({ data }) => (
          <>
            <Pages
              of={['agreements', 'variations', agreementId]}
              read={(after, signal) =>
                ask(
                  'GET /api/admin/club-agreement-variation',
                  { query: { agreementId, after, limit: A_PAGE } },
                  { signal },
                )
              }
              what={variationLabels.looking}
              empty={<Empty title={variationLabels.nothing}>{variationLabels.nothingMore}</Empty>}
            >
              {(variations) => (
                <ul class="records">
                  {variations.map((variation) => (
                    <OneVariation key={variation.facilityId} variation={variation} clubs={data} />
                  ))}
                </ul>
              )}
            </Pages>
            <Disclosed summary={variationLabels.add}>
              <VariationForm agreementId={agreementId} clubs={data} variation={undefined} />
            </Disclosed>
          </>
        )}
      </Answered>
    </section>
  );
};

interface OneVariationProps {
  readonly variation: AgreementVariation;
  readonly clubs: readonly { readonly facilityId: string; readonly name: string }[];
}

const OneVariation = ({ variation, clubs }: OneVariationProps) => {
  const { agreementId, facilityId, clauses, note, fromOn, untilOn } = variation;
  return (
    <li>
      <div class="record-head">
        <strong>
          <bdi>{clubs.find((club) => club.facilityId === facilityId)?.name ?? facilityId}</bdi>
        </strong>
        <span class="fact">{variationWords.parts(clauses.length)}</span>
        <span class="quiet small">{variationWords.holds(fromOn, untilOn)}</span>
      </div>
      {note !== '' && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <Disclosed summary={variationLabels.change}>
        <VariationForm agreementId={agreementId} clubs={clubs} variation={variation} />
      </Disclosed>
    </li>
  );
};
