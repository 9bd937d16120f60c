import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SUPERVISOR = fileURLToPath(new URL('../../../bin/supervise.mjs', import.meta.url));
const CUTTER = new URL('./cut-after.mjs', import.meta.url).href;

/** A stand-in for the agent: says that it runs, and then does what its lines of JavaScript say. */
const agentThat = (lines: string): string => `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
const home = process.env.GATEHOUSE_HOME;
const version = basename(dirname(fileURLToPath(import.meta.url)));
appendFileSync(join(home, 'ran'), version + '\\n');
const stay = () => setInterval(() => {}, 1_000);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
${lines}
`;

/** What a stand-in does. */
export const STAND_IN = {
  stays: 'stay();',
  confirms: "writeFileSync(join(home, 'confirmed'), version + '\\n'); stay();",
  crashes: 'process.exit(1);',
  givesUp: "writeFileSync(join(home, 'given-up'), 'the doors do not answer\\n'); process.exit(76);",
  isBroken: 'this is no JavaScript',
  ends: 'process.exit(0);',
} as const;

interface SuperviseOptions {
  readonly trialSeconds?: number;
  /** Killed before this change of the disk, counted from 1. */
  readonly cutBefore?: number;
  /** Another copy of the supervisor. */
  readonly file?: string;
}

/** A home of releases in a folder of its own, run by the real supervisor. */
export const aHome = (releases: Readonly<Record<string, string>>, current: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'home-'));
  const release = (version: string, lines: string): void => {
    const at = join(folder, 'releases', version);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'agent.mjs'), agentThat(lines));
    writeFileSync(join(at, 'release.json'), '{}');
  };
  for (const [version, lines] of Object.entries(releases)) release(version, lines);
  symlinkSync(join('releases', current), join(folder, 'current'));
  return {
    folder,
    release,
    /** The versions that were started, in order. */
    ran: (): string[] =>
      existsSync(join(folder, 'ran')) ? readFileSync(join(folder, 'ran'), 'utf8').trim().split('\n') : [],
    supervise: (options: SuperviseOptions = {}): ChildProcess =>
      spawn(
        process.execPath,
        [
          ...(options.cutBefore === undefined ? [] : ['--import', CUTTER]),
          ...[options.file ?? SUPERVISOR, '--home', folder, '--trial-seconds', String(options.trialSeconds ?? 12)],
        ],
        { stdio: 'ignore', env: { ...process.env, CUT_BEFORE: String(options.cutBefore ?? 0) } },
      ),
  };
};

/** Ends a supervisor and waits until it is gone. Resolves with its exit code. */
export const end = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
};
