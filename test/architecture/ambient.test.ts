import { importsOf } from './source/imports.ts';
import { matches, prove } from './source/rule.ts';
import { isTestCode, sourceFile, sourceFiles } from './source/source-file.ts';

/** Where time and chance may come from the machine itself, and why. */
const ALLOWED: readonly { readonly path: RegExp; readonly why: string; readonly what?: RegExp }[] = [
  { path: /^shared\/src\/time\//, why: 'this is where the clock comes from' },
  { path: /^partner-client\/src\/timing\.ts$/, why: 'the client stands alone: this is where its time comes from' },
  { path: /^[a-z-]+\/src\/main\.ts$/, why: 'the last seconds of a process, when no clock matters any more' },
  { path: /^firmware-sim\/src\/buses\//, why: 'bytes on a real pseudo terminal take real time' },
  { path: /^firmware-sim\/src\/page\//, why: 'runs in a browser' },
  {
    path: /^edge\/bin\/supervise\.mjs$/,
    why: 'stands alone, in one file: its tests are real processes on a shortened clock',
  },
  { path: /^cloud\/web\/|\/static\//, why: 'runs in a browser' },
  {
    path: /\/yield-to-event-loop\.ts$/,
    what: /^setImmediate$/,
    why: 'not a wait for time: lets requests that have arrived be answered between the steps of a long computation',
  },
  {
    path: /\/(?:group-commit|within-a-turn|sqlite-reader)\.ts$/,
    what: /^setImmediate$/,
    why: 'not a wait for time: lets the requests that have arrived join the commit, or the transaction that reads share',
  },
  {
    path: /\/one-a-turn\.ts$/,
    what: /^setImmediate$/,
    why: 'not a wait for time: lets requests that have arrived be answered between two pages',
  },
];

/** `socket.setTimeout` is the socket's own silence limit, enforced by the runtime: not ours to fake. */
const AMBIENT =
  /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\)|(?<![\w.])(?:setTimeout|setInterval|setImmediate)\b|\bglobalThis\.set(?:Timeout|Interval|Immediate)\b|\bperformance\.(?:now|timeOrigin)\b|\bprocess\.(?:hrtime|uptime)\b|\bMath\.random\b|\bTemporal\.Now\b/g;

prove({
  name: 'Time and chance come in from outside',
  why: 'A test moves the clock. Code that asks the machine instead cannot be tested over a night, a power cut or a clock step. Take a Clock, or RandomBytes.',
  files: sourceFiles().filter(({ path }) => !isTestCode(path)),
  floor: { least: 200, unit: 'files' },
  check: (file) => {
    const allowed = ALLOWED.filter(({ path }) => path.test(file.path));
    if (allowed.some(({ what }) => what === undefined)) return [];
    return [
      ...matches(file, AMBIENT, 'ambient').filter((found) => {
        const what = found.split(': ')[1] ?? '';
        return !allowed.some((entry) => entry.what?.test(what));
      }),
      ...importsOf(file)
        .filter(({ specifier }) => /^(node:)?(timers(\/promises)?|perf_hooks)$/.test(specifier))
        .map(({ specifier, line }) => `${file.path}:${line}: imports ${specifier}`),
    ];
  },
  planted: [
    sourceFile('cloud/src/x.ts', 'const at = Date.now();'),
    sourceFile('cloud/src/x.ts', 'const at = new Date( );'),
    sourceFile('edge/src/door/x.ts', 'setTimeout(() => lock(), 5000);'),
    sourceFile('edge/src/door/x.ts', 'const poll = setInterval(look, 100);'),
    sourceFile('edge/src/x.ts', 'const started = performance.now();'),
    sourceFile('shared/src/ids/x.ts', 'const id = Math.random().toString(36);'),
    sourceFile('cli/src/x.ts', "import { setTimeout as sleep } from 'node:timers/promises';"),
    sourceFile('cloud/src/kit/db/group-commit.ts', 'const at = Date.now();'),
    sourceFile('cloud/src/x.ts', ['const text = `at $', '{Date.now()}`;'].join('')),
  ],
});

prove({
  name: 'Tests do not sleep',
  why: 'A test that sleeps is slow on a good day and wrong on a bad one. Move the clock, or wait for the event with a limit.',
  files: sourceFiles().filter(({ path }) => /\.test\.ts$/.test(path)),
  floor: { least: 50, unit: 'test files' },
  check: (file) =>
    matches(file, /=>\s*(?:void\s+)?setTimeout\(\s*\w+\s*,\s*(\d[\d_]{2,})\s*\)/g, 'sleeps').concat(
      importsOf(file)
        .filter(({ specifier }) => specifier === 'node:timers/promises')
        .map(({ line }) => `${file.path}:${line}: imports node:timers/promises`),
    ),
  planted: [
    sourceFile('edge/src/x.test.ts', 'await new Promise((resolve) => setTimeout(resolve, 500));'),
    sourceFile('edge/src/x.test.ts', "import { setTimeout } from 'node:timers/promises';"),
  ],
});
