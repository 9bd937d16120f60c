#!/usr/bin/env node
// Starts the release of the edge agent that `<home>/current` names, and goes back to the one before when a new one does
// not prove itself. Plain JavaScript without imports beyond Node's own, in one file that is read once: it runs on any
// Node that runs the agent, and may be replaced while it runs. No update touches it.
//
//   node supervise.mjs --home DIR [--trial-seconds N] -- <arguments of the agent>
//
// <home>/releases/<version>/   what was unpacked, each with its agent.mjs and release.json; <home>/current links to one
// <home>/state.json            the floor, the running trial, and what was given up
// <home>/confirmed             written by the agent once its health check is done: the version that may stay
// <home>/given-up              written by the agent that found itself unfit: why
//
// docs/decisions/0021-updates.md says why it is so. Every step leaves a home that boots, cut anywhere.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** The agent has switched `current` and wants the new one started. */
const SWITCHED = 75;
/** The agent on trial has found itself unfit. */
const GIVEN_UP = 76;
/** Another agent still holds the data folder: not this release's fault. */
const FOLDER_IN_USE = 77;

/** With the time to stop it, the release before is back within 15 minutes. */
const TRIAL_SECONDS = 14 * 60;
const STARTS_MAX = 3;
const LOOK_EVERY_MS = 500;
const SAVE_EVERY_MS = 20_000;
const PAUSE_MS = 1_000;
const STOP_WITHIN_MS = 4_700; // The agent ends by itself within 4.5 s, unless its event loop hangs.
const UNDONE_KEPT = 10;
/** A box has little memory: a small nursery costs a little time and saves ten megabytes, as one arena for malloc does. */
const NODE_OPTIONS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'];
const NEW_STATE = { v: 1, floor: null, trial: null, undone: [] };

const sync = (path) => {
  const folder = fs.openSync(path, 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
};
/** Replaces a small file whole: written beside, synced, renamed, and the folder synced. */
const writeWhole = (home, name, text) => {
  const draft = join(home, `${name}.draft`);
  fs.writeFileSync(draft, text, { mode: 0o600, flush: true });
  fs.renameSync(draft, join(home, name));
  sync(home);
};

const saveState = (home, state) => {
  writeWhole(home, 'state.json', `${JSON.stringify(state)}\n`);
  return state;
};
const quietly = (work) => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

const readState = (home) => {
  const state = quietly(() => JSON.parse(fs.readFileSync(join(home, 'state.json'), 'utf8')));
  return state?.v === 1 ? { ...NEW_STATE, ...state } : NEW_STATE;
};
const readLine = (path) => quietly(() => fs.readFileSync(path, 'utf8').trim());
const currentVersion = (home) => quietly(() => fs.readlinkSync(join(home, 'current')).split('/').at(-1));

const isWhole = (home, version) =>
  typeof version === 'string' &&
  ['agent.mjs', 'release.json'].every((name) => fs.existsSync(join(home, 'releases', version, name)));

const pointTo = (home, version) => {
  const link = join(home, 'current.draft');
  fs.rmSync(link, { force: true });
  fs.symlinkSync(join('releases', version), link);
  fs.renameSync(link, join(home, 'current'));
  sync(home);
};

const numbers = (version) => version.split('.').map(Number);
const newestFirst = (a, b) => numbers(b).reduce((order, n, i) => order || n - numbers(a)[i], 0);

/** Any release that is there whole, the preferred one first; `undefined` when there is none. */
const anyWhole = (home, preferred, avoided) => {
  const found = fs.existsSync(join(home, 'releases')) ? fs.readdirSync(join(home, 'releases')) : [];
  const versions = found.filter((name) => /^\d+\.\d+\.\d+$/.test(name)).sort(newestFirst);
  return [preferred, ...versions.filter((v) => v !== avoided), avoided].find((version) => isWhole(home, version));
};

/** Takes the trial back, in three steps each of which may be the last before a power cut. */
const undo = (home, state, why) => {
  const { trial } = state;
  const undoing = saveState(home, { ...state, trial: { ...trial, phase: 'undoing', why: trial.why ?? why } });
  const back = anyWhole(home, trial.from, trial.to);
  if (back !== undefined) pointTo(home, back);
  for (const name of ['confirmed', 'given-up']) fs.rmSync(join(home, name), { force: true });
  const { to, from, offer, why: reason } = undoing.trial;
  console.error(`The release ${to} is given up (${reason}); back to ${back}.`);
  const others = state.undone.filter(({ version }) => version !== to);
  const undone = [...others, { version: to, from, offer, why: reason }].slice(-UNDONE_KEPT);
  return saveState(home, { ...state, trial: null, undone });
};

const keep = (home, state) => {
  const kept = saveState(home, { ...state, trial: null, floor: state.trial.floor ?? state.floor });
  fs.rmSync(join(home, 'confirmed'), { force: true });
  console.error(`The release ${state.trial.to} is kept.`);
  return kept;
};

/** Brings state and link to agree, whatever was cut off where. Returns the state; `current` then boots if anything does. */
const settle = (home, trialMs) => {
  let state = readState(home);
  const { trial } = state;
  if (trial !== null) {
    if (trial.phase === 'undoing') state = undo(home, state, trial.why);
    else if (currentVersion(home) !== trial.to) state = saveState(home, { ...state, trial: null });
    else if (readLine(join(home, 'confirmed')) === trial.to) state = keep(home, state);
    else if (!isWhole(home, trial.to)) state = undo(home, state, 'it is not whole');
    else if (trial.starts >= STARTS_MAX) state = undo(home, state, `it ended ${STARTS_MAX} times`);
    else if (trial.spentMs >= trialMs) state = undo(home, state, 'it did not confirm in time');
  }
  const current = currentVersion(home);
  if (!isWhole(home, current)) {
    const version = anyWhole(home, undefined, state.undone.at(-1)?.version);
    if (version === undefined) throw new Error(`There is no whole release under ${join(home, 'releases')}.`);
    console.error(`The release ${current ?? 'that current names'} is not whole; ${version} is started instead.`);
    pointTo(home, version);
  }
  return state;
};

/** Runs the agent once. Resolves with how it ended; a trial that runs out of time, or is confirmed, is dealt with here. */
const run = ({ home, args, trialMs, signals }, version, onTrial) =>
  new Promise((resolve) => {
    const node = process.env.GATEHOUSE_NODE ?? process.execPath;
    const agent = join(home, 'releases', version, 'agent.mjs');
    // With a channel, the agent stops when this process is gone: never two of them.
    const child = spawn(node, [...NODE_OPTIONS, agent, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { MALLOC_ARENA_MAX: '1', ...process.env, GATEHOUSE_HOME: home },
    });
    let killer;
    const pass = (signal) => {
      child.kill(signal);
      if (signal !== 'SIGHUP') killer ??= setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    };
    signals.pass = pass;
    if (signals.stopping !== undefined) pass(signals.stopping);
    const watch = onTrial && setInterval(() => onTrial() && pass('SIGTERM'), Math.min(LOOK_EVERY_MS, trialMs / 4));
    const done = (code) => {
      clearInterval(watch);
      clearTimeout(killer);
      signals.pass = undefined;
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`The agent could not be started: ${error.message}`);
      done(1);
    });
    child.on('exit', (code) => done(code ?? 1));
  });

const attempt = (work) => {
  try {
    work();
  } catch (error) {
    console.error(error.message);
  }
};

/** Counts the time of a trial and looks for its confirmation. Returns a function that says whether the time is over. */
const trialWatch = (home, trialMs) => {
  let savedMs = performance.now();
  return () => {
    const state = readState(home);
    if (state.trial?.phase !== 'running') return false;
    if (readLine(join(home, 'confirmed')) === state.trial.to) {
      attempt(() => keep(home, state));
      return false;
    }
    const lookedMs = performance.now();
    const spentMs = state.trial.spentMs + (lookedMs - savedMs);
    const over = spentMs >= trialMs;
    if (!over && lookedMs - savedMs < Math.min(SAVE_EVERY_MS, trialMs / 4)) return false;
    attempt(() => {
      saveState(home, { ...state, trial: { ...state.trial, spentMs } });
      savedMs = lookedMs;
    });
    return over;
  };
};

/** What to start. A disk that takes no word of a trial must not keep the doors without an agent: then the one of before. */
const prepare = ({ home, trialMs }) => {
  try {
    const state = settle(home, trialMs);
    const { trial } = state;
    if (trial !== null) saveState(home, { ...state, trial: { ...trial, phase: 'running', starts: trial.starts + 1 } });
    return { version: currentVersion(home), onTrial: trial !== null };
  } catch (error) {
    const version = anyWhole(home, readState(home).trial?.from ?? currentVersion(home));
    if (version === undefined) throw error;
    console.error(`${error.message}; ${version} is started all the same.`);
    return { version, onTrial: false };
  }
};

const supervise = async (options) => {
  const { home, trialMs, signals } = options;
  for (;;) {
    const { version, onTrial } = prepare(options);
    const code = await run(options, version, onTrial ? trialWatch(home, trialMs) : undefined);
    if (signals.stopping !== undefined) return code;
    const state = readState(home);
    const { trial } = state;
    // Not on trial, or kept meanwhile: whoever started this process starts it again.
    if ((!onTrial || trial === null) && code !== SWITCHED) return code;
    if (trial?.phase === 'switching') continue;
    if (trial !== null && code === GIVEN_UP)
      attempt(() => undo(home, state, readLine(join(home, 'given-up')) ?? 'it gave itself up'));
    if (trial !== null && code === FOLDER_IN_USE)
      attempt(() => saveState(home, { ...state, trial: { ...trial, starts: trial.starts - 1 } }));
    await new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE_MS, trialMs / 60)));
  }
};

const main = async () => {
  const { values, positionals } = parseArgs({
    options: { home: { type: 'string' }, 'trial-seconds': { type: 'string' } },
    allowPositionals: true,
  });
  const seconds = Number(values['trial-seconds'] ?? TRIAL_SECONDS);
  if (values.home === undefined || !(seconds > 0))
    throw new Error('Usage: supervise.mjs --home DIR [--trial-seconds N] -- <arguments of the agent>');
  const signals = { stopping: undefined, pass: undefined };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGHUP') signals.stopping = signal;
      signals.pass?.(signal);
    });
  process.on('disconnect', () => process.emit('SIGTERM')).channel?.unref(); // Whoever started this process is gone.
  process.exitCode = await supervise({ home: values.home, args: positionals, trialMs: seconds * 1_000, signals });
};
main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
