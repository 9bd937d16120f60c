import { useRef } from 'preact/hooks';
import type { AccessCalendar } from '../../client/platform-api.gen.ts';
import type { FacilityTime } from '../../kit/facility-time.ts';
import { useWidth } from '../../kit/use-width.ts';
import { calendarWords } from '../../words/calendar-en.ts';
import { listed } from '../../words/counting.ts';
import { words } from '../../words/en.ts';
import { useConsole } from '../console.ts';
import type { SeenDoor } from '../doors/seen-door.ts';
import { type DrawnDay, hoursOf, partsOf, type Stretch, scaleOf, toneOf } from './calendar-geometry.ts';

/** Room for the name of a day at the left, for hours above and, of a day with other hours than the rest, below it. */
const LEFT = 92;
const RIGHT = 14;
const HEAD = 20;
const LINE = 26;
const BAR = 16;
const OWN_HOURS = 18;

interface DoorCalendarProps {
  /** Doors that open at the same times. */
  readonly doors: AccessCalendar['doors'];
  readonly days: readonly DrawnDay[];
  readonly time: FacilityTime;
  /** What the doors themselves say, once that is known. */
  readonly states: readonly SeenDoor[] | undefined;
}

/** When some doors open that open alike: drawn day by day, as a table, and which rules each of them goes by. */
export const DoorCalendar = ({ doors, days, time, states }: DoorCalendarProps) => {
  const title = listed(doors.map(({ name }) => name));
  const stretches = doors[0]?.stretches ?? [];
  return (
    <div class="door-calendar">
      <h3>
        <bdi>{title}</bdi>
      </h3>
      <Picture title={title} days={days} stretches={stretches} time={time} />
      <ul class="enforced quiet small" aria-label={calendarWords.enforced}>
        {doors.map(({ doorId, name }) => {
          const door = states?.find((state) => state.doorId === doorId);
          return (
            <li key={doorId}>
              {doors.length > 1 && (
                <>
                  <bdi>{name}</bdi>:{' '}
                </>
              )}
              {door === undefined ? calendarWords.notHeard : words.enforces(door.enforces)}
            </li>
          );
        })}
      </ul>
      <details>
        <summary>{calendarWords.asTable}</summary>
        <Table title={title} stretches={stretches} time={time} />
      </details>
    </div>
  );
};

interface PictureProps {
  readonly title: string;
  readonly days: readonly DrawnDay[];
  readonly stretches: readonly Stretch[];
  readonly time: FacilityTime;
}

const Picture = ({ title, days, stretches, time }: PictureProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const scale = scaleOf(days, Math.max(0, width - LEFT - RIGHT));
  const usual = days.find(({ isOdd }) => !isOdd);
  let y = HEAD;
  const lines = days.map((day) => {
    const top = y;
    y += LINE + (day.isOdd ? OWN_HOURS : 0);
    return { day, top };
  });
  return (
    <div class="calendar-frame" ref={frame}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={calendarWords.picture(title)}
          viewBox={`0 0 ${width} ${y}`}
          width={width}
          height={y}
          direction="ltr"
        >
          {usual !== undefined && <Hours day={usual} scale={scale} y={HEAD - 8} time={time} />}
          {lines.map(({ day, top }) => (
            <g key={day.date}>
              <text x={0} y={top + BAR / 2} dy="0.32em">
                {calendarWords.day(day.date)}
              </text>
              {partsOf(day, stretches, scale).map(({ stretch, x, width }) => (
                <Part key={stretch.from} stretch={stretch} x={LEFT + x} y={top} width={width} time={time} />
              ))}
              {day.isOdd && <Hours day={day} scale={scale} y={top + BAR + 13} time={time} />}
              <Now day={day} scale={scale} y={top} />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
};

/** Open is a bar, closed a line in its middle: what differs by colour alone is for nobody who does not see it. */
const Part = ({
  stretch,
  x,
  y,
  width,
  time,
}: {
  stretch: Stretch;
  x: number;
  y: number;
  width: number;
  time: FacilityTime;
}) => {
  const tone = toneOf(stretch);
  const height = { opens: BAR, refused: 6, hours: 2 }[tone];
  const { from, until, verdict, reason } = stretch;
  const says =
    verdict === 'allowed' ? `${calendarWords.opens}. ${calendarWords.by(stretch)}` : calendarWords.stays(reason);
  return (
    <rect class="stretch" data-stretch={tone} x={x} y={y + (BAR - height) / 2} width={width} height={height}>
      <title>{`${time.clock(Date.parse(from))} – ${time.clock(Date.parse(until))}: ${says}`}</title>
    </rect>
  );
};

interface OfDay {
  readonly day: DrawnDay;
  readonly scale: number;
  readonly y: number;
}

/** What the clock there shows: the same hour twice where it goes back. */
const Hours = ({ day, scale, y, time }: OfDay & { readonly time: FacilityTime }) => (
  <>
    {hoursOf(day, scale).map(({ ms, x }) => (
      <text key={ms} x={LEFT + x} y={y} text-anchor="middle">
        {time.clock(ms).slice(0, 2)}
      </text>
    ))}
  </>
);

const Now = ({ day: { fromMs, toMs }, scale, y }: OfDay) => {
  const { serverNow } = useConsole();
  const now = serverNow();
  if (now < fromMs || now >= toMs) return null;
  const x = LEFT + (now - fromMs) * scale;
  return <line class="calendar-now" x1={x} x2={x} y1={y - 3} y2={y + BAR + 3} />;
};

interface TableProps {
  readonly title: string;
  readonly stretches: readonly Stretch[];
  readonly time: FacilityTime;
}

const Table = ({ title, stretches, time }: TableProps) => {
  // What the clock shows comes with the stretch; which clock that is, as long as the offsets of the facility know it.
  const moment = (at: string, local: string): string => {
    const ms = Date.parse(at);
    const zone = time.fieldOf(ms) === local.slice(0, 16) ? ` ${time.zone(ms)}` : '';
    return `${calendarWords.day(local.slice(0, 10))} ${local.slice(11, 16)}${zone}`;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section class="scrolls" aria-label={calendarWords.tableOf(title)} tabIndex={0}>
      <table class="grid">
        <thead>
          <tr>
            {[calendarWords.from, calendarWords.until, calendarWords.verdict, calendarWords.source].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stretches.map((stretch) => {
            const { from, until, localFrom, localUntil, verdict, reason } = stretch;
            const isOpen = verdict === 'allowed';
            return (
              <tr key={from}>
                <th scope="row" class="figures">
                  {moment(from, localFrom)}
                </th>
                <td class="figures">{moment(until, localUntil)}</td>
                <td data-tone={isOpen ? 'good' : undefined}>
                  {isOpen ? calendarWords.opens : calendarWords.stays(reason)}
                </td>
                <td>
                  <bdi>{calendarWords.by(stretch)}</bdi>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
