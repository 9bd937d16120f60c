import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { adminCommand } from '@gatehouse/cli/commands/admin.ts';
import { cloudCommand } from '@gatehouse/cli/commands/cloud.ts';
import { demoCommand } from '@gatehouse/cli/commands/demo.ts';
import { doctorCommand } from '@gatehouse/cli/commands/doctor.ts';
import { edgeCommand } from '@gatehouse/cli/commands/edge.ts';
import { fleetCommand } from '@gatehouse/cli/commands/fleet.ts';
import { ledgerCommand } from '@gatehouse/cli/commands/ledger.ts';
import { scenarioCommand } from '@gatehouse/cli/commands/scenario.ts';
import { simCommand } from '@gatehouse/cli/commands/sim.ts';
import { tokenCommand } from '@gatehouse/cli/commands/token.ts';
import { DoorReport } from '@gatehouse/shared/wire/beacon.ts';
import { describe, expect, it } from 'vitest';
import { LINK_DOCUMENT, withLinkTable } from '../src/link-table.ts';
import { pathsUnder, ROOT, readProjectFile } from './source/source-file.ts';

const documents = pathsUnder('', (path) => path.endsWith('.md'));
const scripts = Object.keys((JSON.parse(readProjectFile('package.json')) as { scripts: object }).scripts);
const files = pathsUnder('');
const fileNames = files.map((path) => posix.basename(path));
const roots = new Set(files.map((path) => path.split('/')[0] ?? ''));

/** The command line's own tree: what `gatehouse --help` prints is made from the same. */
const commands = new Map(
  [
    demoCommand(),
    cloudCommand(),
    adminCommand(),
    tokenCommand(),
    ledgerCommand(),
    edgeCommand(),
    simCommand(),
    scenarioCommand(),
    fleetCommand(),
    doctorCommand(),
  ].map((command) => [command.name(), command]),
);

/** What a document says in code: in backticks, and line by line in fenced blocks. */
const codeIn = (text: string): string[] => {
  const fenced = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].flatMap(([, body = '']) => body.split('\n'));
  const rest = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...fenced, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)]
    .map((code) => code.trim())
    .filter((code) => code !== '');
};

const anyOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/\/$/, '')
      .split(/(<[^>]+>|\*\*|\*)/)
      .map((part) =>
        /^(<|\*)/.test(part) ? (part === '**' ? '.*' : '[^/]*') : part.replace(/[.+?^$()|[\]{}\\]/g, '\\$&'),
      )
      .join('')}(/.*)?$`,
  );

/** Paths of the repository that are named, but not there. Folders of a running system (`data/…`, `/etc/…`) are not ours. */
const missingPaths = (code: string): string[] =>
  (code.match(/(?<![\w./<>:@*-])[\w.@<>*-]+(?:\/[\w.*<>@-]+)*\/?/g) ?? [])
    .filter((word) =>
      word.includes('/')
        ? roots.has(word.split('/')[0] ?? '') && !word.startsWith('data/')
        : /^[\w.<>*-]+\.(ts|mjs|cjs|service)$/.test(word),
    )
    .filter((word) =>
      word.includes('/')
        ? !existsSync(join(ROOT, word)) && !files.some((path) => anyOf(word).test(path))
        : !fileNames.some((name) => anyOf(word).test(name)),
    );

const missingScripts = (code: string): string[] =>
  [...code.matchAll(/\bnpm (?:run (?:-s )?([\w:-]+)|(test)\b)/g)]
    .map(([, run, test]) => run ?? test ?? '')
    .filter((name) => !scripts.includes(name));

/** `gatehouse <command> <subcommand> --option …` as the command tree knows it. The simulator reads its words itself. */
const wrongCommands = (code: string): string[] =>
  [...code.matchAll(/(?:^|(?<!-u)\s)(?:npm run (?:-s )?)?gatehouse(?: --)? ([a-z][^`|&;#]*)/g)].flatMap(
    ([, words = '']) => {
      const [name = '', ...more] = words.trim().split(/\s+/);
      const top = commands.get(name);
      if (top === undefined) return [`gatehouse ${name}`];
      if (name === 'sim') return [];
      const [second = ''] = more;
      const sub = top.commands.find((command) => command.name() === second);
      if (top.commands.length > 0 && sub === undefined && /^[a-z]/.test(second)) return [`gatehouse ${name} ${second}`];
      const third = sub?.commands.find((command) => command.name() === more[1]);
      const known = (third ?? sub ?? top).options.map(({ long }) => long);
      return more
        .filter((word) => word.startsWith('--') && word !== '--' && word !== '--help' && !known.includes(word))
        .map((option) => `gatehouse ${name} ${second} ${option}`);
    },
  );

const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Links to files or headings that are not there. */
const brokenLinks = (path: string, text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : posix.join(posix.dirname(path), file);
      if (!existsSync(join(ROOT, to))) return true;
      return anchor !== undefined && !anchorsOf(readProjectFile(to)).has(anchor);
    });

const complaints = (path: string, text: string): string[] => [
  ...brokenLinks(path, text).map((target) => `link ${target}`),
  ...codeIn(text).flatMap((code) => [
    ...missingPaths(code).map((word) => `path ${word}`),
    ...missingScripts(code).map((name) => `npm script ${name}`),
    ...wrongCommands(code).map((command) => `command ${command}`),
  ]),
];

describe('What the documents name is there', () => {
  it.each(documents)('in %s', (path) => expect(complaints(path, readProjectFile(path))).toEqual([]));

  it('and they name enough for this to mean something', () => {
    const codes = documents.flatMap((path) => codeIn(readProjectFile(path)));
    expect(codes.filter((code) => code.includes('/')).length).toBeGreaterThanOrEqual(80);
    expect(codes.filter((code) => /\bgatehouse (cloud|edge|demo|sim|doctor)/.test(code)).length).toBeGreaterThanOrEqual(
      20,
    );
    expect(codes.filter((code) => /\bnpm (run|test)/.test(code)).length).toBeGreaterThanOrEqual(8);
  });

  it.each([
    ['a file that is gone', 'See `cloud/src/gone.ts`.'],
    ['a folder that is gone', 'See `edge/src/gone/`.'],
    ['a file name that no file has', 'See `gone.service.ts`.'],
    ['a pattern that nothing fits', 'See `cloud/src/<area>/<domain>/<domain>.gone.ts`.'],
    ['a link to nowhere', 'See [this](docs/gone.md).'],
    ['a link to a heading that is gone', 'See [this](README.md#gone-heading).'],
    ['a script that is gone', 'Run `npm run gone`.'],
    ['a script in a block', '```\nnpm ci && npm run gone\n```'],
    ['a command that is gone', 'Run `gatehouse gone`.'],
    ['a subcommand that is gone', 'Run `npm run gatehouse -- cloud gone --data x`.'],
    ['an option that is gone', 'Run `gatehouse cloud boxes --gone`.'],
  ])('and %s would be noticed', (_, text) => expect(complaints('README.md', text)).not.toEqual([]));

  it.each([
    '`gatehouse edge maintenance "Front door" off`',
    '`data/cloud/ca.pem`',
    '`/etc/gatehouse/edge.json`',
    '`GET /partner/v1/doors`',
  ])('and %s is not mistaken for something else', (text) => expect(complaints('README.md', text)).toEqual([]));
});

describe('The runbook is complete', () => {
  const runbook = readProjectFile('docs/runbook.md');

  it('about the cloud’s environment', () => {
    const names = [...readProjectFile('cloud/src/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name ?? '',
    );
    expect(names.length).toBeGreaterThanOrEqual(12);
    expect(names.filter((name) => !runbook.includes(`\`${name}\``))).toEqual([]);
  });
  it('about every warning of the cloud', () => {
    const source = readProjectFile('cloud/src/sites/warnings/warnings.service.ts');
    const kinds = [...(/type WarningKind =([^;]+);/.exec(source)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
      ([, kind]) => kind ?? '',
    );
    expect(kinds.length).toBeGreaterThanOrEqual(4);
    expect(kinds.filter((kind) => !runbook.includes(`\`${kind}\``))).toEqual([]);
    const explained = [
      ...(/\*\*Warnings\*\*[\s\S]*?\n\n([\s\S]*?)\n\n/.exec(runbook)?.[1] ?? '').matchAll(/^\| `(\w+)`/gm),
    ];
    expect(explained.map(([, kind]) => kind).sort()).toEqual([...kinds].sort());
  });
  it('about every alarm of a door', () => {
    const alarms = DoorReport.shape.alarms.unwrap().options;
    expect(alarms.filter((alarm) => !runbook.includes(`\`${alarm}\``))).toEqual([]);
  });
  it('about every order of the command line', () => {
    for (const [name, command] of commands)
      for (const sub of command.commands) expect(runbook).toContain(`gatehouse ${name} ${sub.name()}`);
  });
});

describe('Documents that are made from the code', () => {
  it(`${LINK_DOCUMENT} lists the messages as they are (run: node bin/launch.mjs test/src/link-table.ts)`, () => {
    const text = readProjectFile(LINK_DOCUMENT);
    expect(text).toBe(withLinkTable(text));
  });
});
