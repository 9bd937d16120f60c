/** What a relay board is screwed to. */
export interface BoardTerminals {
  setCoil(channel: number, energised: boolean, cause: string): void;
  input(number: number): boolean;
}

/** The firmware of a relay board on a serial line: bytes in with their time, bytes out. No I/O of its own. */
export interface BoardFirmware {
  /** Null for a board that has its line for itself. */
  readonly address: number | null;
  readonly baud: number;
  readonly powered: boolean;
  readonly coils: readonly boolean[];
  /** Which channels have a time running that the board itself measures. */
  readonly flashing: readonly boolean[];
  readonly inputs: readonly boolean[];
  /** Bytes that came without a pause, the first of them beginning at `startMs` on the monotonic clock. */
  receive(bytes: Uint8Array, startMs: number): void;
  /** Coils drop, timers die, the bus hears nothing from it; what it keeps in its EEPROM stays. */
  powerOff(): void;
  /** Starts with every coil off. */
  powerOn(): void;
  /** Another address or speed, as set by its switches or by whoever had it before. Absent where there is none to set. */
  setAddress?(address: number): void;
  setBaud?(baud: number): void;
}
