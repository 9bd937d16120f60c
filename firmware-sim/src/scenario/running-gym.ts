import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callControl } from '@gatehouse/shared/control/control-client.ts';
import type { GymPlace } from '@gatehouse/shared/gym/gym-place.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { z } from 'zod';
import { jsonHttps } from '../net/https-json.ts';
import type { DiskState, Gym, GymFact, GymProcess, ProcessAct } from './gym.ts';
import { createGymPeople } from './gym-people.ts';
import { loseFile } from './lost-files.ts';
import { StepFailure, until } from './stage.ts';

const Facts = z.object({ facts: z.array(z.object({ epoch: z.string(), seq: z.number(), body: z.string() })) });
const Body = z.object({ kind: z.string(), data: z.record(z.string(), z.unknown()) });
const Status = z.looseObject({
  doors: z.array(z.looseObject({ doorId: z.string() })),
  journal: z.looseObject({ waiting: z.number() }),
});
const Verified = z.object({ ok: z.boolean() });
const PartnerDoors = z.object({ data: z.array(z.looseObject({ door_id: z.string() })) });
/** Who asks for doors to be unlocked. */
const CALLER = { member_id: 'S-caller', first_name: 'Ada', last_name: 'Scenario' };
const FACTS_MAX = 1_000;

export interface RunningGym extends Gym {
  close(): void;
}

/** A gym that runs as processes of its own, by the doors that each of them has for others: HTTPS, and control sockets. */
export const runningGym = (deps: {
  readonly place: GymPlace;
  readonly clock: Clock;
  /** Kills, stops or starts one of its processes; resolves when it is gone, or serves. */
  readonly process: (which: GymProcess, act: ProcessAct, clock?: string) => Promise<void>;
  readonly disk: (state: DiskState) => Promise<void>;
}): RunningGym => {
  const { place, clock } = deps;
  const { facilityId, boxId, keys } = place;
  const api = jsonHttps({ url: place.partnerUrl, ca: readFileSync(place.caFile, 'utf8'), clock });
  const cloud = (command: string, body: object = {}) => callControl(place.cloudData, command, body);
  const agent = (command: string, body: object = {}) => callControl(place.edgeData, command, body);
  const nameOf = new Map(Object.entries(place.doors).map(([name, id]) => [id, name]));
  const idOf = (name: string): string => {
    const id = place.doors[name];
    if (id === undefined)
      throw new StepFailure(`there is no door "${name}". There is: ${Object.keys(place.doors).join(', ')}`);
    return id;
  };
  const withKey = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` });
  const status = async () => Status.parse(await agent('status'));

  return {
    unlock: async ({ door, key, idempotencyKey, waitSeconds, body: besides }) => {
      const { status: http, body } = await api.send({
        path: `/partner/v1/access-control/doors/${idOf(door)}/unlock`,
        headers: { ...withKey(keys[key]), ...(waitSeconds !== undefined && { prefer: `wait=${waitSeconds}` }) },
        body: {
          ...CALLER,
          facility_id: facilityId,
          ...besides,
          ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
        },
      });
      return { http, body: z.record(z.string(), z.unknown()).catch({}).parse(body) };
    },
    order: (command, body) => agent(command, typeof body.door === 'string' ? { ...body, door: idOf(body.door) } : body),
    staff: (command, { door, ...body }) =>
      cloud(command, { facilityId, by: 'Scenario', ...(typeof door === 'string' && { doorId: idOf(door) }), ...body }),
    box: async () => {
      const [{ doors, ...rest }, access] = await Promise.all([status(), agent('access')]);
      return {
        ...rest,
        access,
        doors: doors.map((door) => ({ ...door, name: nameOf.get(door.doorId) ?? door.doorId })),
      };
    },
    partner: async () => {
      const path = `/partner/v1/access-control/doors?facility_id=${facilityId}`;
      const { body } = await api.send({ path, headers: withKey(keys.readOnly) });
      const { data } = PartnerDoors.parse(body);
      return { doors: data.map((door) => ({ ...door, name: nameOf.get(door.door_id) ?? door.door_id })) };
    },
    facts: async () => {
      const { facts } = Facts.parse(await cloud('facts', { boxId, limit: FACTS_MAX }));
      return facts
        .map(({ epoch, seq, body }): GymFact => {
          const { kind, data } = Body.parse(JSON.parse(body));
          const door = nameOf.get(String(data.doorId));
          return { epoch, seq, kind, data: door === undefined ? data : { ...data, door } };
        })
        .reverse();
    },
    person: createGymPeople({ place, clock, partner: api, cloud, agent }),
    process: deps.process,
    database: async (act) => {
      await deps.process('cloud', 'stop');
      const file = join(place.cloudData, 'cloud.db');
      const copy = `${file}.copy`;
      if (act === 'restore' && !existsSync(copy)) throw new StepFailure('the database was never copied');
      if (act === 'restore') for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
      copyFileSync(...(act === 'copy' ? ([file, copy] as const) : ([copy, file] as const)));
      await deps.process('cloud', 'start');
    },
    lose: (files, how) => {
      for (const name of files) loseFile(place.edgeData, name, how);
    },
    disk: deps.disk,
    journalProblem: async (within) => {
      await until({ clock }, within, async () => {
        const { waiting } = (await status()).journal;
        return waiting === 0 ? undefined : `${waiting} facts wait on the box`;
      });
      return Verified.parse(await agent('journal-verify')).ok ? undefined : 'the chain of the journal is broken';
    },
    close: () => api.close(),
  };
};
