import { relayDriverContract } from '../contract.ts';
import { aPanel, OUT, OWN_KEY } from './panel.kit.ts';

const bench = (key?: Uint8Array) => () => {
  const line = aPanel(key === undefined ? {} : { key });
  if (key !== undefined) for (const reader of line.readers) reader.key = key;
  return {
    bus: line.bus,
    clock: line.clock,
    coils: (unit: number) => line.readers[unit - 1]?.outputs ?? [],
    setInput: (unit: number, channel: number, on: boolean) => {
      const reader = line.readers[unit - 1];
      if (reader !== undefined) reader.inputs[channel] = Number(on);
    },
    coilWrites: () => line.first.outputWrites + line.second.outputWrites,
    unplug: line.wire.unplug,
    plugIn: () => {
      line.wire.up = true;
    },
    mute: () => line.loseAnswersTo(OUT),
  };
};

const abilities = { units: [1, 2], inputs: true, registers: true, letGo: 'runs-out', absent: 'no_reply' } as const;

relayDriverContract('OSDP in plain on a line in memory', bench(), abilities);
relayDriverContract('OSDP in the secure channel on a line in memory', bench(OWN_KEY), abilities);
