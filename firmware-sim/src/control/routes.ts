import { z } from 'zod';
import { edgeHardware } from '../edge-config.ts';
import type { Simulation } from '../simulation.ts';
import { doorSettings } from '../world/door-settings.ts';
import { pathOf } from './command.ts';
import { COMMANDS } from './commands.ts';
import { controlFault } from './control.faults.ts';
import { perform } from './perform.ts';
import { recordingOf, stateOf } from './state.ts';

/** One path of the control API that answers JSON. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** With `:name` where a door, bus or board is named. */
  readonly path: string;
  /** Of a POST; undefined for the usual few kilobytes. */
  readonly bodyBytesMax?: number | undefined;
  readonly handle: (simulation: Simulation, name: string, body: unknown) => unknown;
}

/** The command table as the page and foreign clients read it. */
export const commandList = () =>
  COMMANDS.map((command) => ({
    name: command.name,
    words: command.words,
    target: command.target,
    path: pathOf(command),
    positional: command.positional,
    help: command.help,
    button: command.button ?? null,
    needs: command.needs ?? null,
    body: z.toJSONSchema(command.body, { io: 'input' }),
  }));
export type CommandList = ReturnType<typeof commandList>;

export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/state', handle: stateOf },
  { method: 'GET', path: '/commands', handle: commandList },
  { method: 'GET', path: '/happenings', handle: ({ recent }) => recent },
  {
    method: 'GET',
    path: '/edge-config',
    handle: ({ site, buses, machine }) =>
      edgeHardware({
        building: site.building,
        pathOf: (bus) => buses.get(bus)?.path ?? '',
        keyboardPathOf: (reader) => `${machine.inputPath ?? ''}/${reader}`,
      }),
  },
  { method: 'GET', path: '/door-settings', handle: ({ site }) => doorSettings(site.building) },
  {
    method: 'GET',
    path: '/bus/:name/trace',
    handle: ({ traces }, name) => {
      const trace = traces.get(name);
      if (trace === undefined) throw controlFault('not_found', `There is no bus "${name}".`);
      return trace.frames;
    },
  },
  { method: 'GET', path: '/recording', handle: recordingOf },
  ...COMMANDS.map(
    (command): Route => ({
      method: 'POST',
      path: pathOf(command),
      bodyBytesMax: command.bodyBytesMax,
      handle: (simulation, name, body) => perform(simulation, command, name, body),
    }),
  ),
];

export interface Match {
  readonly route: Route;
  readonly name: string;
}

/** The route of a request, or every method that its path has. */
export const findRoute = (method: string, path: string): Match | { readonly allowed: readonly string[] } => {
  const parts = path.split('/');
  const fitting = ROUTES.filter((route) => {
    const pattern = route.path.split('/');
    return pattern.length === parts.length && pattern.every((part, at) => part === ':name' || part === parts[at]);
  });
  const route = fitting.find((one) => one.method === method);
  if (route === undefined) return { allowed: fitting.map((one) => one.method) };
  return { route, name: parts[route.path.split('/').indexOf(':name')] ?? '' };
};
