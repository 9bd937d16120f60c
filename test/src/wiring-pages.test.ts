import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS } from '@gatehouse/cli/process-files.ts';
import { DoorFields } from '@gatehouse/cloud/sites/door-controllers/door-change.ts';
import { loadConfig } from '@gatehouse/edge/config.ts';
import { hardwareOf } from '@gatehouse/edge/door/hardware-of.ts';
import { checkDoors } from '@gatehouse/shared/door/check-doors.ts';
import { DoorConfig, DoorProfile } from '@gatehouse/shared/door/door-config.ts';
import { describe, expect, it } from 'vitest';

const FOLDER = new URL('../../docs/hardware/wiring/', import.meta.url).pathname;
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const jsonOf = (page: string): unknown[] =>
  [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text));

describe('D3 the pages for whoever wires a door', () => {
  it('are one for each kind of lock', () => {
    const profiles = PAGES.map((name) => (jsonOf(read(name))[1] as { profile: string }).profile);
    expect(profiles.sort()).toEqual([...DoorProfile.options].sort());
  });

  it.each(PAGES)('%s shows a box that starts, and a door that the cloud and that box take', (name) => {
    const [config, door] = jsonOf(read(name));
    const file = join(mkdtempSync(join(tmpdir(), 'wiring-')), 'edge.json');
    writeFileSync(file, JSON.stringify(config));
    const { acknowledged = [], zone: _z, location: _l, serialNumber: _s, ...wiring } = DoorFields.parse(door);
    const full = DoorConfig.parse({ ...wiring, doorId: 'door_0123456789abcdef' });
    const hardware = hardwareOf(loadConfig(file).buses, {});
    expect(checkDoors([full], { hardware, acknowledged: () => acknowledged })).toEqual([]);
    expect(full.evidence.kind).toBe('lock-sense');
    expect(read(name.replace('.md', '.svg'))).toMatch(
      /^<svg [^>]*role="img"[\s\S]*<title[\s\S]*<desc[\s\S]*<\/svg>\n$/,
    );
  });
});

describe('D3 a configuration that names what this machine does not have', () => {
  it('is answered with the field and the reason, and moves nothing', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'check-')), 'edge.json');
    const relays = [{ line: 1 }];
    const buses = {
      line: { kind: 'modbus-rtu', path: '/dev/serial/by-id/none', baud: 9_600 },
      pins: { kind: 'gpio', boards: { 1: { chip: 'no-such-label', relays } } },
    };
    writeFileSync(file, JSON.stringify({ cloud: { url: 'https://cloud.example', caFile: 'ca.pem' }, buses }));
    const { status, stdout } = spawnSync(process.execPath, [PROGRAMS.edgeCheck, file], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^cloud\.caFile: there is no .*ca\.pem$/),
      'buses.line: there is no /dev/serial/by-id/none',
      expect.stringMatching(/^buses\.pins: .*(no-such-label|no GPIO chips)/),
      '',
    ]);
  });
});
