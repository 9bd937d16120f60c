import { importsOf } from './source/imports.ts';
import { prove } from './source/rule.ts';
import { lineAt, sourceFile, sourceFiles } from './source/source-file.ts';

const inConsoles = sourceFiles().filter(({ path }) => path.startsWith('cloud/web/') && !path.endsWith('.test.ts'));
const drawn = inConsoles.filter(({ path }) => path.endsWith('.tsx'));

/** A text between tags, and an attribute that people read or hear. */
const WORDS = [
  /(?<=[\w"'})/]>\s*)[A-Z][\w’,.]*(?: [^<>{}()=;]*)?(?=\s*<\/|\s*\{)/g,
  /\b(?:title|label|what|placeholder|aria-label|alt)="[^"]*[A-Za-z]{2}[^"]*"/g,
];

prove({
  name: 'What people read in a console stands in cloud/web/words',
  why: 'Words that lie about in pages are never translated, counted right, or the same in two places.',
  files: drawn,
  floor: { least: 15, unit: 'files' },
  check: ({ path, text }) =>
    WORDS.flatMap((pattern) =>
      [...text.matchAll(pattern)].map((found) => `${path}:${lineAt(text, found.index)}: ${found[0].trim()}`),
    ),
  planted: [
    sourceFile('cloud/web/ops/x.tsx', 'const X = () => <h1>Doors</h1>;'),
    sourceFile('cloud/web/ops/x.tsx', 'const X = () => (\n  <p class="quiet">\n    Nobody is here.\n  </p>\n);'),
    sourceFile('cloud/web/ops/x.tsx', 'const X = () => <Empty title="No doors" />;'),
  ],
});

prove({
  name: 'A console has no style in an element, and no markup of a text',
  why: 'The policy of its content forbids both: the page would be bare, or broken, or somebody else’s.',
  files: drawn,
  floor: { least: 15, unit: 'files' },
  check: ({ path, text }) =>
    [...text.matchAll(/\bstyle=|dangerouslySetInnerHTML|\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML/g)].map(
      (found) => `${path}:${lineAt(text, found.index)}: ${found[0]}`,
    ),
  planted: [
    sourceFile('cloud/web/ops/x.tsx', 'const X = () => <p style="color: red" />;'),
    sourceFile('cloud/web/ops/x.tsx', 'element.innerHTML = name;'),
  ],
});

/** What the cloud runs itself: it bundles, keeps and serves the rest. */
const OF_THE_CLOUD = /^cloud\/web\/[\w-]+\.ts$/;
/** What both reckon by: free of servers, as the rule below has it. */
const BY_BOTH = [
  'cloud/src/unified/graphql/worst-cost.ts',
  'cloud/src/kit/documents/redline.ts',
  ...['blocks', 'bounded-lexer', 'link-address', 'read-markdown', 'shown-text'].map(
    (name) => `cloud/src/kit/markdown/${name}.ts`,
  ),
  ...['segments', 'sms-templates', 'sms-text'].map((name) => `cloud/src/content/sms/${name}.ts`),
];
/** What they may import besides each other: what reads a language, or an alphabet. */
const LANGUAGES = ['graphql', 'marked', 'sms-segments-calculator'];

prove({
  name: 'What a browser gets imports nothing of the cloud and nothing of Node',
  why: 'A server’s file in the bundle is a secret that somebody reads, or a page that does not load.',
  files: inConsoles.filter(({ path }) => !OF_THE_CLOUD.test(path)),
  floor: { least: 80, unit: 'imports', count: (file) => importsOf(file).length },
  check: (file) =>
    importsOf(file)
      .filter(
        ({ specifier, target }) =>
          specifier.startsWith('node:') || (target?.startsWith('cloud/src/') === true && !BY_BOTH.includes(target)),
      )
      .map(({ specifier, line }) => `${file.path}:${line}: ${specifier}`),
  planted: [
    sourceFile('cloud/web/ops/x.tsx', "import { readFileSync } from 'node:fs';"),
    sourceFile('cloud/web/kit/x.ts', "import { takes } from '../../src/kit/http/compress.ts';"),
  ],
});

prove({
  name: 'What both the cloud and a page run imports a language and its like alone',
  why: 'Whatever else it imported would come into the bundle with it.',
  files: sourceFiles().filter(({ path }) => BY_BOTH.includes(path)),
  floor: { least: BY_BOTH.length, unit: 'files' },
  check: (file) =>
    importsOf(file)
      .filter(({ specifier, target = '' }) => !LANGUAGES.includes(specifier) && !BY_BOTH.includes(target))
      .map(({ specifier, line }) => `${file.path}:${line}: ${specifier}`),
  planted: [sourceFile('cloud/src/unified/graphql/worst-cost.ts', "import { graphFault } from './graph.faults.ts';")],
});
