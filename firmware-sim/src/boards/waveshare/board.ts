import type { Clock } from '@gatehouse/shared/time/clock.ts';
import type { BoardFirmware, BoardTerminals } from '../firmware.ts';
import { CHANNELS, createCoilBank } from './coil-bank.ts';
import type { BoardCommand, Firmware } from './command.ts';
import { EXCEPTIONS } from './command.ts';
import { readDiscreteInputs } from './commands/read-discrete-inputs.ts';
import { readHoldingRegisters } from './commands/read-holding-registers.ts';
import { writeRegister } from './commands/write-register.ts';
import { COMMANDS } from './commands.ts';
import { seal, unseal } from './crc.ts';
import { createFrameReader } from './frame-reader.ts';
import { BAUD_CODES, baudOf, type Settings } from './settings.ts';

/** A relay board with eight relays, and eight inputs on one of its two variants. */
export interface WaveshareBoard extends BoardFirmware {
  readonly address: number;
  setAddress(address: number): void;
  setBaud(baud: number): void;
}

export interface WaveshareDeps {
  readonly clock: Clock;
  readonly address: number;
  readonly baud: number;
  /** Whether it is the variant with eight inputs. */
  readonly hasInputs: boolean;
  readonly terminals: BoardTerminals;
  /** Takes a whole frame to the bus, at the baud rate the board had when it was asked. */
  readonly send: (frame: Uint8Array, baud: number) => void;
}

/** Address 0 reaches every board and nobody answers, but for the settings: see QUIRKS.md. */
const EVERYONE = 0;
const ANSWERED_BY_ALL: readonly BoardCommand[] = [readHoldingRegisters, writeRegister];

export const createWaveshareBoard = (deps: WaveshareDeps): WaveshareBoard => {
  const { clock, address, baud, hasInputs, terminals, send } = deps;
  const settings: Settings = { address, baudCode: Math.max(0, BAUD_CODES.indexOf(baud)) };
  const coils = createCoilBank({ clock, drive: terminals.setCoil });
  const inputCount = hasInputs ? CHANNELS : 0;
  const firmware: Firmware = { coils, settings, input: terminals.input };
  let powered = true;

  const answer = (frame: Uint8Array) => {
    const body = unseal(frame);
    if (body === undefined) return;
    const [unit = EVERYONE, code = 0] = body;
    if (unit !== settings.address && unit !== EVERYONE) return;
    // The reply leaves under the identity that the question was put to.
    const before = { ...settings };
    const reply = replyTo(code, body.subarray(2));
    const silent = unit === EVERYONE && !ANSWERED_BY_ALL.some((command) => command.code === code);
    if (reply !== undefined && !silent)
      send(seal(Uint8Array.of(replyAddress(unit, code, before), ...reply)), baudOf(before));
  };
  const replyTo = (code: number, data: Uint8Array): Uint8Array | undefined => {
    const command = COMMANDS.get(code);
    if (command === undefined || (command === readDiscreteInputs && !hasInputs))
      return Uint8Array.of(code | 0x80, EXCEPTIONS.illegalFunction);
    if (!command.fits(data)) return undefined;
    const result = command.run(data, firmware);
    return typeof result === 'number' ? Uint8Array.of(code | 0x80, result) : Uint8Array.of(code, ...result);
  };
  const replyAddress = (unit: number, code: number, before: Settings) =>
    unit === EVERYONE && code === writeRegister.code ? EVERYONE : before.address;

  const reader = createFrameReader({ clock, baud: () => baudOf(settings), onFrame: answer });

  return {
    get address() {
      return settings.address;
    },
    get baud() {
      return baudOf(settings);
    },
    get powered() {
      return powered;
    },
    get coils() {
      return coils.states;
    },
    get flashing() {
      return coils.flashing;
    },
    get inputs() {
      return Array.from({ length: inputCount }, (_, number) => powered && terminals.input(number));
    },
    receive: (bytes, startMs) => {
      if (powered) reader.receive(bytes, startMs);
    },
    powerOff: () => {
      powered = false;
      reader.reset();
      coils.drop('the board lost power');
    },
    powerOn: () => {
      powered = true;
    },
    setAddress: (to) => {
      settings.address = to;
    },
    setBaud: (to) => {
      settings.baudCode = Math.max(0, BAUD_CODES.indexOf(to));
    },
  };
};
