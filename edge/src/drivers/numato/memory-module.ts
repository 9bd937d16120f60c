/** The smallest thing that answers like a Numato module, for this driver's own tests: characters in, characters out. */
export interface MemoryModule {
  readonly coils: boolean[];
  readonly inputs: boolean[];
  relayWrites: number;
  /** Whether it does as told. A module that does not still prompts. */
  obeys: boolean;
  answer(request: Uint8Array): Uint8Array | undefined;
}

export const createMemoryModule = (channels = 8): MemoryModule => {
  const off = () => new Array<boolean>(channels).fill(false);
  let line = '';

  const index = (name: string | undefined): number => Number.parseInt(name ?? '', 36);
  const relay = (verb: string | undefined, name: string | undefined): string => {
    const at = index(name);
    if (verb === 'readall') {
      const sum = module.coils.reduce((bits, on, i) => bits | (BigInt(on) << BigInt(i)), 0n);
      return `${sum.toString(16).padStart(Math.max(2, Math.ceil(channels / 4)), '0')}\n\r`;
    }
    if (!(at < channels)) return '';
    if (verb === 'read') return `${module.coils[at] ? 'on' : 'off'}\n\r`;
    module.relayWrites++;
    if (module.obeys) module.coils[at] = verb === 'on';
    return '';
  };
  const perform = (command: string): string => {
    const [what, verb, name] = command.split(' ');
    if (what === 'relay') return relay(verb, name);
    if (what === 'gpio' && index(name) < channels) return `${Number(module.inputs[index(name)])}\n\r`;
    if (what === 'ver') return 'A0M09.01\n\r';
    return what === 'id' ? '12345678\n\r' : '';
  };

  const module: MemoryModule = {
    coils: off(),
    inputs: off(),
    relayWrites: 0,
    obeys: true,
    answer: (request) => {
      let said = '';
      for (const character of Buffer.from(request).toString('latin1')) {
        if (character !== '\r') {
          line = (line + character).slice(-80);
          said += character;
          continue;
        }
        const command = line;
        line = '';
        said += `\n\r${perform(command)}>`;
      }
      return Buffer.from(said, 'latin1');
    },
  };
  return module;
};
