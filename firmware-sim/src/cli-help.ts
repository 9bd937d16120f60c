import { usageOf } from './cli-arguments.ts';
import type { Target } from './control/command.ts';
import { COMMANDS } from './control/commands.ts';

const READING: readonly (readonly [string, string])[] = [
  ['state [--json]', 'Show the whole building.'],
  ['edge-config', "Print the part of an agent's own file that this building decides, with doors by their names."],
  ['trace <bus> [count]', 'Show the last frames of a bus (20).'],
  ['recording', 'Print everything that was done so far, for "sim replay @file".'],
  ['watch', 'Follow what happens until Ctrl-C.'],
  ['scenario <file>', 'Play a scenario that needs no cloud and no agent; see docs/testing-with-the-simulator.md.'],
  ['help', 'Show this.'],
];
const TITLES: Readonly<Record<Target, string>> = {
  door: 'At a door',
  wire: 'To a wire (sim state lists them)',
  site: 'To the building',
  bus: 'To a bus',
  board: 'To a board',
  controller: 'To a door controller on the LAN',
  reader: 'To a reader',
};

/** The help of `sim`, made from the command table. */
export const helpText = (): string => {
  const groups: (readonly [string, readonly (readonly [string, string])[]])[] = [
    ['To look', READING],
    ...(Object.keys(TITLES) as Target[]).map(
      (target) =>
        [
          TITLES[target],
          COMMANDS.filter((c) => c.target === target).map((c) => [usageOf(c), c.help] as const),
        ] as const,
    ),
  ];
  const width = Math.max(...groups.flatMap(([, rows]) => rows.map(([usage]) => usage.length)));
  const sections = groups.map(([title, rows]) =>
    [`${title}:`, ...rows.map(([usage, help]) => `  ${usage.padEnd(width)}  ${help}`)].join('\n'),
  );
  return [
    'sim moves the doors of a running simulator.',
    ...sections,
    'Options before the command: --url <address> of the simulator (default http://127.0.0.1:9080).',
    'Example: sim press rex front',
  ].join('\n\n');
};
