import { callControl } from '@gatehouse/shared/control/control-client.ts';
import { z } from 'zod';
import { CommandFailure } from '../readable-failure.ts';

const State = z.object({
  controllers: z.array(z.object({ name: z.string() })),
  readers: z.array(z.looseObject({ name: z.string(), door: z.string() })),
});
const Clients = z.object({ brokerPort: z.number().nullable() });
const Added = z.object({ password: z.string() });
const Outcome = z.object({ done: z.boolean(), message: z.string() });

/** Lets everything of a simulated building that stands on its LAN join the agent's own broker, and resolves with the broker's port. */
export const joinLan = async (gym: {
  readonly simulatorUrl: string;
  readonly edgeData: string;
  /** PEM of the gym's own authority. */
  readonly caFile: string;
  readonly doors: Readonly<Record<string, string>>;
}): Promise<number> => {
  const order = (command: string, body: object = {}) => callControl(gym.edgeData, command, body);
  const { brokerPort } = Clients.parse(await order('client-list'));
  if (brokerPort === null) throw new CommandFailure('The agent has no broker.');
  const state = State.parse(await (await fetch(new URL('/state', gym.simulatorUrl))).json());
  const join = async (folder: string, name: string, client: object) => {
    const { password } = Added.parse(await order('client-add', { name, ...client }));
    const answer = await fetch(new URL(`/${folder}/${name}/join`, gym.simulatorUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `mqtts://localhost:${brokerPort}`, caFile: gym.caFile, password }),
    });
    const outcome = Outcome.parse(await answer.json());
    if (!outcome.done) throw new CommandFailure(`${name} does not join the broker: ${outcome.message}`);
  };
  for (const { name } of state.controllers) await join('controllers', name, { kind: 'controller' });
  for (const { name, door, ...reader } of state.readers)
    if ('lan' in reader) await join('readers', name, { kind: 'reader', door: gym.doors[door] });
  return brokerPort;
};
