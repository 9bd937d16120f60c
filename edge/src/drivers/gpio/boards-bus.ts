import { BoardError } from '../driver.ts';
import type { SwitchBus, SwitchListener } from '../pulse-supervisor/switch-bus.ts';
import type { LineBoard } from './line-board.ts';

const NOBODY: SwitchListener = { hint: () => undefined, bits: () => undefined, trouble: () => undefined };

/** A bus that is nothing but boards of lines, by their units. `beside` is closed after them. */
export const boardsBus = <Config>(
  configs: Readonly<Record<string, Config>>,
  open: (unit: number, config: Config, hint: () => void) => LineBoard,
  beside: { readonly listen?: (listener: SwitchListener) => void; readonly close?: () => Promise<void> } = {},
): SwitchBus => {
  let listener = NOBODY;
  const boards = new Map(
    Object.entries(configs).map(([key, config]) => {
      const unit = Number(key);
      return [unit, open(unit, config, () => listener.hint(unit))];
    }),
  );
  const boardAt = (unit: number): LineBoard => {
    const board = boards.get(unit);
    if (board === undefined) throw new BoardError('refused', false, `this bus has no board at unit ${unit}`);
    return board;
  };
  return {
    set: async (unit, channel, energised, mayWrite) => boardAt(unit).set(channel, energised, mayWrite),
    readCoils: async (unit, count) => boardAt(unit).readCoils(count),
    readInputs: async (unit, count) => boardAt(unit).readInputs(count),
    listen: (next) => {
      listener = next;
      beside.listen?.(next);
    },
    close: async () => {
      for (const board of boards.values()) board.close();
      await beside.close?.();
    },
  };
};
