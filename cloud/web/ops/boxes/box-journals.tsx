import type { BoxJournal } from '../../client/platform-api.gen.ts';
import { useAgo } from '../../kit/ages.tsx';
import { Answered } from '../../kit/answered.tsx';
import { Empty } from '../../kit/states.tsx';
import { boxLabels, boxWords } from '../../words/boxes-en.ts';
import { useConsole, useQuery } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';
import { journalQuery } from './box-queries.ts';

/** Whether everything is stored that the box wrote down, and what is missing. */
export const BoxJournals = ({ at, boxId }: { readonly at: AtFacility; readonly boxId: string }) => {
  const found = useQuery(journalQuery(useConsole(), at.facility.facilityId, boxId));
  return (
    <section class="panel" aria-labelledby="journal-title">
      <h2 id="journal-title">{boxLabels.journal}</h2>
      <Answered query={found} what={boxLabels.lookingAtJournal}>
        {([newest, ...earlier]) =>
          newest === undefined ? (
            <Empty title={boxLabels.noJournal} />
          ) : (
            <>
              <OneJournal journal={newest} />
              {earlier.length > 0 && (
                <details open={earlier.some(isOdd)}>
                  <summary>{boxWords.earlierJournals(earlier.length)}</summary>
                  {earlier.map((journal) => (
                    <OneJournal key={journal.epoch} journal={journal} />
                  ))}
                </details>
              )}
            </>
          )
        }
      </Answered>
    </section>
  );
};

const isOdd = ({ gapSince, lost }: BoxJournal): boolean => gapSince !== null || lost.length > 0;

const OneJournal = ({ journal }: { readonly journal: BoxJournal }) => {
  const ago = useAgo();
  const { gapSince, lost } = journal;
  return (
    <div class="one-journal">
      {!isOdd(journal) && <p>{boxLabels.stored}</p>}
      {gapSince !== null && <p class="why">{boxWords.missing(journal, ago(gapSince))}</p>}
      {lost.length > 0 && <p class="why">{boxWords.lost(journal)}</p>}
      <p class="quiet small figures">{boxWords.storedThrough(journal)}</p>
    </div>
  );
};
