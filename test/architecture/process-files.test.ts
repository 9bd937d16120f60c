import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathsUnder, ROOT, readProjectFile } from './source/source-file.ts';

interface App {
  readonly name: string;
  readonly cwd: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly watch: boolean;
  readonly kill_timeout: number;
  readonly out_file: string;
  readonly error_file: string;
  readonly env?: Readonly<Record<string, string>>;
}
const { apps } = createRequire(import.meta.url)(join(ROOT, 'ecosystem.config.cjs')) as { apps: readonly App[] };

const SECRET = /secret|password|passwd|token|private|api_?key|_key\b|credential/i;
/** The longest that an orderly stop takes: the cloud lets running requests go on for ten seconds, the edge needs two. */
const STOP_MS = 12_000;

describe('the pm2 configuration', () => {
  it('runs the cloud and the edge agent, and nothing else', () =>
    expect(apps.map(({ name }) => name)).toEqual(['gatehouse-cloud', 'gatehouse-edge']));
  it.each(apps)('$name starts files that exist, through the launcher', ({ cwd, script, args }) => {
    expect(cwd).toBe(ROOT);
    expect(script).toBe(join(ROOT, 'bin/launch.mjs'));
    expect(existsSync(script)).toBe(true);
    expect(args[0]).toMatch(/^(cloud|edge)\/src\/main\.ts$/);
    expect(existsSync(join(ROOT, args[0] ?? ''))).toBe(true);
  });
  it.each(apps)('$name is given the time to stop in order, and is not restarted by a changed file', (app) => {
    expect(app.kill_timeout).toBeGreaterThan(STOP_MS);
    expect(app.watch).toBe(false);
  });
  it.each(apps)('$name logs to files of its own', ({ out_file, error_file }) => {
    expect(isAbsolute(out_file) && isAbsolute(error_file)).toBe(true);
    expect(apps.filter((other) => [other.out_file, other.error_file].includes(error_file))).toHaveLength(1);
  });
  it.each(apps)('$name is told no secret', ({ args, env }) =>
    expect([...args, ...Object.keys(env ?? {})].filter((text) => SECRET.test(text))).toEqual([]),
  );
});

const units = pathsUnder('deploy').map((path) => ({ path, lines: settings(readProjectFile(path)) }));

/** A unit's settings in order; a name may occur more than once. */
function settings(text: string): readonly (readonly [string, string])[] {
  return text.split('\n').flatMap((line) => {
    const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
}
const valuesOf = (lines: readonly (readonly [string, string])[], name: string) =>
  lines.filter(([key]) => key === name).map(([, value]) => value);

const HARDENED = {
  NoNewPrivileges: 'yes',
  CapabilityBoundingSet: '',
  ProtectSystem: 'strict',
  ProtectHome: 'yes',
  PrivateTmp: 'yes',
  StateDirectoryMode: '0700',
  UMask: '0077',
  RestrictSUIDSGID: 'yes',
  SystemCallArchitectures: 'native',
};

describe('the systemd units', () => {
  it('are those of the cloud and the edge agent', () =>
    expect(units.map(({ path }) => path)).toEqual(['deploy/gatehouse-cloud.service', 'deploy/gatehouse-edge.service']));
  it.each(units)('$path starts files that exist, through the launcher', ({ lines }) => {
    for (const command of [...valuesOf(lines, 'ExecStart'), ...valuesOf(lines, 'ExecStartPre')]) {
      const [program, launcher, file] = command.split(' ');
      expect([program, launcher]).toEqual(['/usr/bin/node', 'bin/launch.mjs']);
      expect(existsSync(join(ROOT, file ?? ''))).toBe(true);
    }
  });
  it.each(units)('$path comes back always, and is given the time to stop in order', ({ lines }) => {
    expect(valuesOf(lines, 'Restart')).toEqual(['always']);
    expect(valuesOf(lines, 'StartLimitIntervalSec')).toEqual(['0']);
    expect(Number(valuesOf(lines, 'TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(STOP_MS);
  });
  it('the box’s tells systemd when it is ready and that it is alive, and reads its configuration again when told', () => {
    const lines = units.find(({ path }) => path.endsWith('gatehouse-edge.service'))?.lines ?? [];
    expect(valuesOf(lines, 'Type')).toEqual(['notify']);
    expect(valuesOf(lines, 'NotifyAccess')).toEqual(['all']); // The agent is a child of the launcher.
    expect(Number(valuesOf(lines, 'WatchdogSec')[0])).toBeLessThanOrEqual(15);
    expect(valuesOf(lines, 'ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
  });
  it('the box’s leaves pulse supervisors the time to bring relays back when the agent has died', () => {
    const lines = units.find(({ path }) => path.endsWith('gatehouse-edge.service'))?.lines ?? [];
    expect(valuesOf(lines, 'KillMode')).toEqual(['control-group']);
    expect(valuesOf(lines, 'SendSIGKILL')).toEqual([]);
  });
  it('the box’s has the drivers loaded before systemd looks which serial lines it may open', () => {
    const lines = units.find(({ path }) => path.endsWith('gatehouse-edge.service'))?.lines ?? [];
    const drivers = 'modprobe@usbserial.service modprobe@cdc_acm.service';
    expect(valuesOf(lines, 'DevicePolicy')).toEqual(['closed']);
    expect(valuesOf(lines, 'DeviceAllow')).toEqual(expect.arrayContaining(['char-ttyUSB rw', 'char-ttyACM rw']));
    expect(valuesOf(lines, 'Wants')).toEqual([drivers]);
    expect(valuesOf(lines, 'After')).toContain(drivers);
  });
  it.each(units)('$path may do no more than it needs', ({ lines }) => {
    for (const [name, value] of Object.entries(HARDENED))
      expect([name, valuesOf(lines, name)]).toEqual([name, [value]]);
    expect(valuesOf(lines, 'User')).toEqual(['gatehouse']);
  });
  it.each(units)('$path holds no secret', ({ lines }) =>
    expect(valuesOf(lines, 'Environment').filter((text) => SECRET.test(text))).toEqual([]),
  );
  it.each(units)('$path refers to documents that exist', ({ lines }) => {
    for (const document of valuesOf(lines, 'Documentation'))
      expect(existsSync(join(ROOT, document.replace('file:///opt/gatehouse/', '')))).toBe(true);
  });
});
