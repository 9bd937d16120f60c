import type { AccessStatistics } from '../../client/platform-api.gen.ts';
import { Chart } from '../../kit/chart.tsx';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { chartWords } from '../../words/charts-en.ts';
import { statisticsWords } from '../../words/statistics-en.ts';
import { useConsole } from '../console.ts';
import type { AtFacility } from '../frame/facility-frame.tsx';

interface WithFigures {
  readonly figures: AccessStatistics;
}
type Denials = AccessStatistics['doors'][number]['denials'];

const inAll = (denials: Denials): number => denials.reduce((sum, { count }) => sum + count, 0);
const ms = (figure: number | null): string => (figure === null ? statisticsWords.none : chartWords.number(figure));

interface ByBlockProps extends WithFigures {
  readonly at: AtFacility;
  readonly block: 'hour' | 'day';
}

/** Over time: who came to a reader, and what was unlocked by the API. */
export const ByBlock = ({ at: { time }, figures: { blocks }, block }: ByBlockProps) => {
  const { serverNow } = useConsole();
  const isOneDay = block === 'hour' && blocks.length <= 25;
  const label = (from: string): string => {
    const moment = Date.parse(from);
    if (block === 'day') return time.dayOf(moment);
    return isOneDay ? time.clock(moment) : time.near(moment, serverNow());
  };
  const column = statisticsWords.from(time.zone(serverNow()));
  const rows = (values: (one: AccessStatistics['blocks'][number]) => readonly number[]) =>
    blocks.map((one) => ({ key: one.from, label: label(one.from), values: values(one) }));
  return (
    <div class="columns">
      <section class="panel">
        <Chart
          title={statisticsWords.atReaders}
          column={column}
          series={[
            { name: statisticsWords.letIn, tone: 'calm' },
            { name: statisticsWords.refused, tone: 'held' },
          ]}
          rows={rows(({ entries, denials }) => [entries, inAll(denials)])}
        />
      </section>
      <section class="panel">
        <Chart
          title={statisticsWords.byApi}
          column={column}
          series={[
            { name: statisticsWords.unlocked, tone: 'calm' },
            { name: statisticsWords.notUnlocked, tone: 'alarm' },
          ]}
          rows={rows(({ unlocks, unlocked }) => [unlocked, unlocks - unlocked])}
        />
      </section>
    </div>
  );
};

/** Why people were refused, the most frequent reason first. */
export const ByReason = ({ figures: { doors } }: WithFigures) => {
  const counts = new Map<string, number>();
  for (const { reason, count } of doors.flatMap(({ denials }) => denials))
    counts.set(reason, (counts.get(reason) ?? 0) + count);
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  return (
    <section class="panel stack" aria-labelledby="why-title">
      <h2 id="why-title">{statisticsWords.why}</h2>
      {rows.length === 0 ? (
        <p class="quiet">{statisticsWords.nobodyRefused}</p>
      ) : (
        <FiguresTable
          title={statisticsWords.why}
          columns={[statisticsWords.reason, statisticsWords.times]}
          rows={rows.map(([reason, count]) => ({
            key: reason,
            name: statisticsWords.reasonOf(reason),
            cells: [chartWords.number(count)],
          }))}
        />
      )}
    </section>
  );
};

export const ByDoor = ({ figures: { doors } }: WithFigures) => {
  const { door, letIn, refused, unlocked, notUnlocked, p50, p95, p99 } = statisticsWords;
  return (
    <section class="panel stack" aria-labelledby="by-door-title">
      <h2 id="by-door-title">{statisticsWords.doors}</h2>
      <FiguresTable
        title={statisticsWords.doors}
        columns={[door, letIn, refused, unlocked, notUnlocked, p50, p95, p99]}
        rows={doors.map((one) => ({
          key: one.doorId,
          name: one.name ?? statisticsWords.removed,
          cells: [
            ...[one.entries, inAll(one.denials), one.unlocked, one.unlocks - one.unlocked].map(chartWords.number),
            ...[one.p50Ms, one.p95Ms, one.p99Ms].map(ms),
          ],
        }))}
      />
    </section>
  );
};

export const ByBox = ({ figures: { boxes } }: WithFigures) => (
  <section class="panel stack" aria-labelledby="by-box-title">
    <h2 id="by-box-title">{statisticsWords.boxes}</h2>
    <FiguresTable
      title={statisticsWords.boxes}
      columns={[statisticsWords.box, statisticsWords.up, statisticsWords.away]}
      rows={boxes.map(({ boxId, name, knownFrom, knownUntil, upSeconds, awayTimes }) => {
        const known = (Date.parse(knownUntil) - Date.parse(knownFrom)) / 1_000;
        const away = Math.max(0, known - upSeconds) * 1_000;
        return {
          key: boxId,
          name: name ?? boxId,
          cells: [statisticsWords.share(upSeconds, known), statisticsWords.awayFor(awayTimes, away)],
        };
      })}
    />
  </section>
);
