import { useId } from 'preact/hooks';
import { Empty } from '../../kit/states.tsx';
import { wiringLabels, wiringWords } from '../../words/wiring-en.ts';
import type { Board } from './wired.ts';

type Terminal = Board['relays'][number];

const WIDTH = 116;
const HEIGHT = 74;
const HEAD = 26;
const A_ROW = 8;
const NAME_MAX = 13;

const short = (text: string): string => {
  const letters = [...text];
  return letters.length <= NAME_MAX ? text : `${letters.slice(0, NAME_MAX - 1).join('')}…`;
};
const toneOf = ({ uses }: Terminal): 'free' | 'used' | 'conflict' => {
  if (uses.length === 0) return 'free';
  return uses.some(({ problems }) => problems.length > 0) ? 'conflict' : 'used';
};

/** The terminal strips of the boards of a box, and the same as a table: a picture alone is for nobody who cannot see it. */
export const Terminals = ({ boards }: { readonly boards: readonly Board[] }) => {
  const title = useId();
  return (
    <section class="panel" aria-labelledby={title}>
      <h2 id={title}>{wiringLabels.strips}</h2>
      {boards.length === 0 && <Empty title={wiringLabels.noBoards}>{wiringLabels.noBoardsMore}</Empty>}
      {boards.map((board) => (
        <Strip key={`${board.bus} ${board.unit}`} board={board} />
      ))}
      {boards.length > 0 && (
        <details>
          <summary>{wiringLabels.tableOf}</summary>
          <WireTable boards={boards} />
        </details>
      )}
    </section>
  );
};

const Strip = ({ board }: { readonly board: Board }) => {
  const { bus, unit, relays, inputs } = board;
  const rows = [
    { name: wiringLabels.relays, terminals: relays },
    { name: wiringLabels.inputs, terminals: inputs },
  ].filter(({ terminals }) => terminals.length > 0);
  const all = [...relays, ...inputs];
  const used = all.filter((terminal) => toneOf(terminal) !== 'free').length;
  const wrong = all.filter((terminal) => toneOf(terminal) === 'conflict').length;
  let y = 0;
  const placed = rows.map(({ name, terminals }) => {
    const top = y;
    y += HEAD + Math.ceil(terminals.length / A_ROW) * HEIGHT;
    return { name, terminals, top };
  });
  const width = WIDTH * Math.min(A_ROW, Math.max(...rows.map(({ terminals }) => terminals.length), 1));
  const label = wiringWords.strip(bus, unit, used, wrong);
  return (
    <figure class="strip">
      <figcaption>
        <bdi>{label}</bdi>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section class="scrolls" aria-label={wiringWords.board(bus, unit)} tabIndex={0}>
        <svg role="img" aria-label={label} width={width} height={y} viewBox={`0 0 ${width} ${y}`} direction="ltr">
          {placed.map(({ name, terminals, top }) => (
            <g key={name}>
              <text class="strip-head" x={2} y={top + 17}>
                {name}
              </text>
              {terminals.map((terminal, i) => (
                <OneTerminal
                  key={terminal.channel}
                  terminal={terminal}
                  x={(i % A_ROW) * WIDTH}
                  y={top + HEAD + Math.floor(i / A_ROW) * HEIGHT}
                />
              ))}
            </g>
          ))}
        </svg>
      </section>
    </figure>
  );
};

const OneTerminal = ({ terminal, x, y }: { readonly terminal: Terminal; readonly x: number; readonly y: number }) => {
  const { channel, uses } = terminal;
  const tone = toneOf(terminal);
  const [first] = uses;
  const more = uses.length > 1 ? ` +${uses.length - 1}` : '';
  return (
    <g class="terminal" data-use={tone}>
      <rect x={x + 3} y={y + 2} width={WIDTH - 6} height={HEIGHT - 6} rx={8} />
      <circle cx={x + 18} cy={y + 18} r={tone === 'free' ? 5 : 6} />
      <text class="terminal-number" x={x + 32} y={y + 23}>
        {`${channel}${tone === 'conflict' ? ' !' : ''}`}
      </text>
      {first !== undefined && (
        <>
          <text x={x + 10} y={y + 43}>
            {`${short(wiringWords.shortPart(first.part))}${more}`}
          </text>
          <text class="terminal-door" x={x + 10} y={y + 60}>
            {short(first.door.name)}
          </text>
        </>
      )}
    </g>
  );
};

const WireTable = ({ boards }: { readonly boards: readonly Board[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section class="scrolls" aria-label={wiringLabels.tableOf} tabIndex={0}>
    <table class="grid">
      <thead>
        <tr>
          {wiringLabels.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {boards.flatMap(({ bus, unit, relays, inputs }) =>
          [...relays, ...inputs].flatMap(({ kind, channel, uses }) =>
            uses.map(({ door, part, problems }) => (
              <tr key={`${bus} ${unit} ${kind} ${channel} ${door.doorId} ${part}`}>
                <th scope="row">
                  <bdi>{wiringWords.terminal(bus, unit, kind, channel)}</bdi>
                </th>
                <td>
                  <bdi>{door.name}</bdi>
                </td>
                <td>{wiringWords.part(part)}</td>
                <td>
                  <bdi>{problems.join('; ')}</bdi>
                </td>
              </tr>
            )),
          ),
        )}
      </tbody>
    </table>
  </section>
);
