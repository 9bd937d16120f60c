import { prove } from './source/rule.ts';
import { lineAt, pathsUnder, readProjectFile, sourceFile, sourceFiles } from './source/source-file.ts';

const TEXT =
  /\.(tsx?|js|mjs|cjs|json|md|html|css|svg|yml|yaml|service|sh|txt|conf)$|(^|\/)(run|LICENSE|\.gitignore|\.npmrc)$/;

/** Written in pieces, so that this file does not contain what it looks for. */
const joined = (...pieces: string[]) => pieces.join('');

/** Each is a trace of where or how the project was written, which means nothing to its readers. */
const TRACES: readonly { readonly pattern: RegExp; readonly what: string; readonly unless?: RegExp }[] = [
  { pattern: new RegExp(joined('(?<![\\w./-])/wo', 'rk/'), 'g'), what: 'a path of somebody’s machine' },
  {
    pattern: new RegExp(joined('(?<![\\w./-])/(?:ro', 'ot|ho', 'me/(?!pi\\b|gatehouse\\b)\\w+|Us', 'ers/\\w+)/'), 'g'),
    what: 'a path of somebody’s machine',
  },
  { pattern: new RegExp(joined('/tmp/', 'bash_jobs|\\bbrief', '\\.md\\b'), 'g'), what: 'a path of somebody’s machine' },
  {
    pattern: new RegExp(
      joined('https?://[\\w.-]*(?:regis', 'try|artifact', 'ory|verdac', 'cio|nex', 'us)[\\w.-]*'),
      'gi',
    ),
    what: 'a registry',
  },
  { pattern: new RegExp(joined('"resol', 'ved": "https?:'), 'g'), what: 'a registry' },
  {
    pattern: new RegExp(
      joined('https?://(?:10\\.\\d+|172\\.(?:1[6-9]|2\\d|3[01])|192\\.168)\\.\\d+\\.\\d+:(?:4873|8081|3128)\\b'),
      'g',
    ),
    what: 'a registry or proxy',
  },
  {
    pattern: new RegExp(
      joined(
        '\\bsub-?ag',
        'ents?\\b|\\bhelper ag',
        'ents?\\b|\\bas an? A',
        'I\\b|\\bA',
        'I assis',
        'tant|\\bA',
        'I-gener',
        'ated\\b',
      ),
      'gi',
    ),
    what: 'how it was written',
  },
  {
    pattern: new RegExp(joined('\\b(?:Chat', 'GPT|Cla', 'ude|Anth', 'ropic|Copi', 'lot)\\b'), 'gi'),
    what: 'how it was written',
  },
  {
    pattern: new RegExp(joined('\\b(?:Open', 'AI|lang', 'uage model)\\b'), 'gi'),
    what: 'how it was written',
    // The API that the gate speaks has that name, and what it sells are such models.
    unless:
      /^(?:cloud\/(?:src\/inference\/|openapi\/inference\.json|package\.json)|docs\/inference\.md|stand-ins\/src\/models\/|package-lock\.json)/,
  },
];

prove({
  name: 'The project’s text is about the project',
  why: 'A reader has none of the machines, paths and tools that its authors had.',
  files: pathsUnder('', (path) => TEXT.test(path)).map((path) => sourceFile(path, readProjectFile(path))),
  floor: { least: 300, unit: 'files' },
  check: ({ path, text }) =>
    TRACES.flatMap(({ pattern, what, unless }) =>
      unless?.test(path)
        ? []
        : [...text.matchAll(pattern)].map((m) => `${path}:${lineAt(text, m.index)}: ${m[0]}: ${what}`),
    ),
  planted: [
    sourceFile('README.md', joined('See /wo', 'rk/shared for more.')),
    sourceFile('docs/x.md', joined('cd /ro', 'ot/project')),
    sourceFile('package-lock.json', joined('"resol', 'ved": "https://regis', 'try.example.org/a.tgz"')),
    sourceFile('docs/x.md', joined('npm config set regis', 'try https://npm.regis', 'try.internal/')),
    sourceFile('docs/x.md', joined('Written by a sub', 'agent.')),
    sourceFile('cloud/src/x.ts', joined('// As an A', 'I, I cannot')),
    sourceFile('docs/architecture.md', joined('Made with Open', 'AI.')),
    sourceFile('cloud/src/inference/x.ts', joined('// By Cla', 'ude')),
  ],
});

/** Each has had a name that the field does not know, and now has the one that it does. */
const REPLACED: Readonly<Record<string, string>> = {
  letOthersRun: 'yieldToEventLoop',
  giveWay: 'lowerWorkerPriority',
  afterALeap: 'clockJumpGuard',
  unlessLeapt: 'guardedFromClockJumps',
  tiredEndpoints: 'circuitBreaker',
  createKeyRoom: 'createScopeKeyQuota',
  parseAsWritten: 'parseWithRawNumbers',
  soundFacts: 'validatedFacts',
  createForBoxes: 'createDeviceFeed',
  takeBack: 'revoke…',
  takeBackAgain: 'revoke…Again',
  extendHold: 'setExtendedUnlock',
  fillIn: 'update…',
  reachOf: 'visibleScopes',
  stance: 'demandedState',
  Stance: 'DemandedState',
  shutBy: 'denyReason',
  barredBy: 'releaseDenyReason or denyReasonOf',
  createKeeper: 'createPulseSupervisor',
  Keeper: 'PulseSupervisor',
  FromKeeper: 'FromPulseSupervisor',
  ToKeeper: 'ToPulseSupervisor',
  StartKeeper: 'StartPulseSupervisor',
  forkKeeper: 'forkPulseSupervisor',
  memoryKeepers: 'memoryPulseSupervisors',
  createKeeping: 'createSupervision',
  keptBus: 'supervisedBus',
  wishFor: 'requestFor',
  wishIn: 'requestIn',
  wishMaintenance: 'requestMaintenance',
  wishLockdown: 'requestLockdown',
  wishLockdowns: 'requestLockdowns',
  wishClosed: 'requestClosed',
  wishStore: 'overrideStore',
  takeWishes: 'takeOverrides',
  findWishes: 'findOverrides',
  settledWish: 'settledOverride',
  standingWishes: 'standingOverrides',
  createWishes: 'createOverrides',
  createWishTaking: 'createOverrideTaking',
  Wishes: 'DoorOverrides',
  DoorWish: 'DoorOverride',
  MaintenanceWish: 'MaintenanceOverride',
  LockdownWish: 'LockdownOverride',
  wish_unknown: 'override_unknown',
  door_wish_refused: 'door_override_refused',
  createBriefingsService: 'createDailyDigestsService',
  FacilityBriefing: 'FacilityDailyDigest',
  PlatformBriefing: 'PlatformDailyDigest',
  facilityLetter: 'facilityEmail',
  platformLetter: 'platformEmail',
  createInquiriesService: 'createEventSearchService',
  InquiriesService: 'EventSearchService',
  createPassesService: 'createOfflinePassesService',
  PassesService: 'OfflinePassesService',
  'scopes.changed': 'scopes.recordChanges',
  'scopes.mark': 'scopes.recordUnderLock',
  createChanges: 'createAccessChangeLog',
  subjectOfMember: 'memberChangeKey',
  accessMarked: 'accessChangesRecorded',
  clubParams: 'contractClubParams',
  clubReads: 'facilityReads',
  clubWrites: 'facilityWrites',
  AT_CLUB: 'AT_FACILITY',
  MemberStore: 'PersonalDataStore',
  memberStore: 'personalDataStore',
  remainsOf: 'erasureReportOf',
  Rehearsed: 'DryRun',
  isRehearsal: 'isDryRun',
  rehearsalFlag: 'dryRunFlag',
  inWords: 'describe…',
  inPlainWords: 'describeFact',
  ruleInWords: 'describeRule',
  requestInWords: 'describeRequestIssue',
  spotInWords: 'describeSpot',
};
/** Words that are wrong in what is read, too. In code each may be somebody else's, or plain English. */
const REPLACED_WORDS: Readonly<Record<string, string>> = {
  keeper: 'pulse supervisor',
  keepers: 'pulse supervisors',
  wishes: 'overrides',
};
const namesOf = (replaced: Readonly<Record<string, string>>) =>
  new RegExp(`(?<![\\w-])(?:${Object.keys(replaced).join('|')})(?![\\w-])`, 'g');
const IN_CODE = { replaced: REPLACED, names: namesOf(REPLACED) };
const IN_DOCS = { replaced: { ...REPLACED, ...REPLACED_WORDS }, names: namesOf({ ...REPLACED, ...REPLACED_WORDS }) };

/** Decisions are history, and what a program has printed stays as it was. */
const docs = pathsUnder('docs', (path) => path.endsWith('.md') && !path.startsWith('docs/decisions/')).map((path) =>
  sourceFile(path, readProjectFile(path)),
);
const withoutOutput = (text: string) => text.replace(/^```\n.*?^```$/gms, (block) => block.replace(/[^\n]/g, ' '));

prove({
  name: 'Things have the names that the field gives them',
  why: 'Who knows the field finds a thing by its name; two names for one thing are two things to its readers.',
  files: [
    ...sourceFiles().filter(({ path }) => path.endsWith('.ts') && !/^test\/architecture\/|\/migrations\//.test(path)),
    ...docs,
  ],
  floor: { least: 300, unit: 'files' },
  check: ({ path, text }) => {
    const isDoc = path.endsWith('.md');
    const { replaced, names } = isDoc ? IN_DOCS : IN_CODE;
    return [...(isDoc ? withoutOutput(text) : text).matchAll(names)].map(
      (m) => `${path}:${lineAt(text, m.index)}: ${m[0]}: it is called ${replaced[m[0]]}`,
    );
  },
  planted: [
    ...Object.keys(REPLACED).map((name) => sourceFile('cloud/src/x.ts', `await things.${name}(tx);`)),
    ...Object.keys(IN_DOCS.replaced).map((name) => sourceFile('docs/x.md', `What a ${name} is.`)),
  ],
});
