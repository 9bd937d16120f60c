import type { BoardCommand } from './command.ts';
import { readCoils } from './commands/read-coils.ts';
import { readDiscreteInputs } from './commands/read-discrete-inputs.ts';
import { readHoldingRegisters } from './commands/read-holding-registers.ts';
import { writeCoil } from './commands/write-coil.ts';
import { writeCoils } from './commands/write-coils.ts';
import { writeRegister } from './commands/write-register.ts';

/** Everything the board understands, by function code. */
export const COMMANDS: ReadonlyMap<number, BoardCommand> = new Map(
  [readCoils, readDiscreteInputs, readHoldingRegisters, writeCoil, writeRegister, writeCoils].map((c) => [c.code, c]),
);
