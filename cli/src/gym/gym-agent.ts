import { z } from 'zod';
import { CommandFailure } from '../readable-failure.ts';

/** The part of an agent's file that a simulated building decides, with doors by their names. */
const EdgeConfig = z.looseObject({
  buses: z.record(z.string(), z.looseObject({ kind: z.string() })),
  readers: z.record(z.string(), z.looseObject({ door: z.string() })).optional(),
});

/** What an agent's own file says of the hardware of a running simulator. Throws a `CommandFailure` where it has doors that the cloud has not. */
export const hardwareOf = async (
  simulatorUrl: string,
  doors: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> => {
  const answer = await fetch(new URL('/edge-config', simulatorUrl));
  const { buses, readers = {}, ...more } = EdgeConfig.parse(await answer.json());
  const named = Object.entries(readers).map(([name, reader]) => {
    const door = doors[reader.door];
    if (door === undefined) throw new CommandFailure(`reader ${name} is at no door of the cloud: ${reader.door}`);
    return [name, { ...reader, door }];
  });
  return { ...more, buses, ...(named.length > 0 && { readers: Object.fromEntries(named) }) };
};
