import type { BoardFirmware, BoardTerminals } from '../firmware.ts';
import { createRelays } from '../switched-relays.ts';
import { createCommandFinder } from './command.ts';

const CHANNELS = 8;

/** A USB relay module that does as it is told and never says a word: see its `QUIRKS.md`. */
export const createLcusBoard = (deps: { readonly terminals: BoardTerminals; readonly baud: number }): BoardFirmware => {
  const relays = createRelays(CHANNELS, deps.terminals.setCoil);
  const finder = createCommandFinder((_, command) => {
    if (command === undefined || command.channel < 0) return;
    relays.set(command.channel, command.on, `switched ${command.on ? 'on' : 'off'} from the bus`);
  });
  let { baud } = deps;
  let powered = true;
  return {
    address: null,
    get baud() {
      return baud;
    },
    get powered() {
      return powered;
    },
    get coils() {
      return relays.states;
    },
    flashing: Array.from({ length: CHANNELS }, () => false),
    inputs: [],
    receive: (bytes) => {
      if (powered) finder.receive(bytes);
    },
    powerOff: () => {
      powered = false;
      finder.reset();
      relays.drop('the module lost power');
    },
    powerOn: () => {
      powered = true;
    },
    setBaud: (to) => {
      baud = to;
    },
  };
};
