import type { Operations } from '../../client/console-api.gen.ts';
import { partnerLabels, partnerWords } from '../../words/partner-en.ts';

type Kept = NonNullable<Operations['GET /console/v1/requests/{requestId}']['answer']['exchange']>;
type Part = NonNullable<Kept['query']>;

const { exchange: labels } = partnerLabels;

/** What was sent and answered, as far as it is kept. All of it is text. */
export const KeptExchange = ({ kept }: { readonly kept: Kept | null }) => (
  <section class="panel" aria-labelledby="exchange-title">
    <h2 id="exchange-title">{labels.title}</h2>
    {kept === null ? (
      <p class="quiet">{labels.notKept}</p>
    ) : (
      <>
        <p class="quiet">{labels.more}</p>
        {kept.query !== null && <KeptPart title={labels.query} part={kept.query} />}
        <KeptPart title={labels.sent} part={kept.request} bytes={kept.request?.bytes} none={labels.nothingSent} />
        <KeptPart title={labels.answered} part={kept.answer} bytes={kept.answer?.bytes} none={labels.nothingAnswered} />
      </>
    )}
  </section>
);

interface KeptPartProps {
  readonly title: string;
  readonly part: Part | null;
  readonly bytes?: number | undefined;
  readonly none?: string;
}

const KeptPart = ({ title, part, bytes, none }: KeptPartProps) => (
  <div class="exchange-part">
    <h3>
      {title}
      {bytes !== undefined && <span class="quiet small"> {partnerWords.bytes(bytes)}</span>}
    </h3>
    {part === null && <p class="quiet">{none}</p>}
    {part !== null && part.text !== '' && (
      <pre>
        <bdi>{part.text}</bdi>
      </pre>
    )}
    {part !== null && part.state !== 'whole' && (
      <p class="fact">{partnerWords.keptState(part.state, part.text === '')}</p>
    )}
  </div>
);
