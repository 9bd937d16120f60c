import type { WalkTest } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { useAttempt } from '../../kit/attempt.ts';
import { Empty, Failed } from '../../kit/states.tsx';
import { walkLabels, walkWords } from '../../words/walk-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { type AtFacility, FacilityFrame } from '../frame/facility-frame.tsx';
import { addressOf } from '../routes.ts';
import { UnderWay } from './under-way.tsx';
import { walkTestsQuery } from './walk-queries.ts';
import { WalkRecord } from './walk-record.tsx';

interface WalkTestPageProps {
  readonly facilityId: string;
  readonly boxId: string;
}

/** From door to door of a box, each tried: under way where somebody has begun, and what earlier ones have shown. */
export const WalkTestPage = ({ facilityId, boxId }: WalkTestPageProps) => (
  <FacilityFrame facilityId={facilityId} here="boxes" title={walkLabels.title}>
    {(at) => <WalkTests key={boxId} at={at} boxId={boxId} />}
  </FacilityFrame>
);

const WalkTests = ({ at, boxId }: { readonly at: AtFacility; readonly boxId: string }) => {
  const console = useConsole();
  const { facilityId } = at.facility;
  const found = useQuery(walkTestsQuery(console, facilityId, boxId));
  return (
    <article class="walk" aria-labelledby="walk-title">
      <div>
        <p class="eyebrow">
          <a href={addressOf('box', { facilityId, boxId })}>{walkLabels.toBox}</a>
        </p>
        <h1 id="walk-title" tabIndex={-1}>
          {walkLabels.title}
        </h1>
        <p class="quiet">{walkLabels.why}</p>
      </div>
      <Answered query={found} what={walkLabels.looking}>
        {(tests) => {
          const [newest, ...earlier] = tests;
          const open = newest?.endedAt === null ? newest : undefined;
          return (
            <>
              {open === undefined ? (
                <Begin at={at} boxId={boxId} isFirst={newest === undefined} />
              ) : (
                <UnderWay key={open.walkTestId} at={at} test={open} />
              )}
              <Earlier at={at} tests={open === undefined ? tests : earlier} />
            </>
          );
        }}
      </Answered>
    </article>
  );
};

interface BeginProps {
  readonly at: AtFacility;
  readonly boxId: string;
  readonly isFirst: boolean;
}

const Begin = ({ at, boxId, isFirst }: BeginProps) => {
  const { ask, queries } = useConsole();
  const { busy, error, run } = useAttempt();
  const { facilityId } = at.facility;
  const begin = () =>
    run(async () => {
      const input = { path: { facilityId }, body: { boxId } };
      const options = { idempotencyKey: crypto.randomUUID() };
      await ask('POST /api/access-control/{facilityId}/walk-tests', input, options);
      await queries.invalidateQueries({ queryKey: ['walk-tests', facilityId, boxId] });
    });
  return (
    <section class="panel">
      {isFirst && <Empty title={walkLabels.none}>{walkLabels.noneMore}</Empty>}
      <button type="button" class="first large" aria-disabled={busy} onClick={() => void begin()}>
        {busy ? walkLabels.beginning : walkLabels.begin}
      </button>
      {error !== undefined && <Failed error={error} />}
    </section>
  );
};

const Earlier = ({ at, tests }: { readonly at: AtFacility; readonly tests: readonly WalkTest[] }) => {
  const ago = useAgo();
  if (tests.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="earlier-title">
      <h2 id="earlier-title">{walkLabels.earlier}</h2>
      {tests.map((test, place) => (
        <details key={test.walkTestId} open={place === 0}>
          <summary>
            <bdi>
              {walkWords.headline(test.result, test.configurationVersion, ago(test.begunAt), test.begunBy.name ?? '')}
            </bdi>
          </summary>
          <WalkRecord at={at} test={test} />
        </details>
      ))}
    </section>
  );
};
