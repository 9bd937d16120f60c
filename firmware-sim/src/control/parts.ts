import type { Target } from './command.ts';
import type { SimulatorState } from './state.ts';

const LISTS = {
  door: 'doors',
  wire: 'wires',
  bus: 'buses',
  board: 'boards',
  controller: 'controllers',
  reader: 'readers',
} as const;

/** The state of one part, as `/state` shows it; undefined where there is none of that name. */
export const partOf = (state: SimulatorState, target: Target, name: string): unknown => {
  if (target === 'site') return state.site;
  const parts: readonly { readonly name: string }[] = state[LISTS[target]];
  return parts.find((part) => part.name === name);
};

/** What stands at a dotted path of a state; null where nothing does. */
export const valueAt = (state: unknown, path: string): unknown =>
  path.split('.').reduce((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], state) ?? null;
