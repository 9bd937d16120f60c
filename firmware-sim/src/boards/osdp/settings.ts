/** Baud rates of the standard that a reader can be set to. */
export const BAUD_RATES: readonly number[] = [9_600, 19_200, 38_400, 57_600, 115_200, 230_400];

/** The key that every reader in install mode has (IEC 60839-11-5): it keeps nothing secret. */
export const DEFAULT_KEY: Uint8Array = Uint8Array.from({ length: 16 }, (_, at) => 0x30 + at);

/** What the reader keeps when it has no power. */
export interface Settings {
  address: number;
  baud: number;
  /** Its own key, once somebody gave it one. */
  key: Uint8Array | undefined;
  /** Whether it lets itself be spoken to under the default key. A reader from the factory does. */
  installMode: boolean;
  readonly serial: number;
  /** How it sends `*` and `#`: as the standard says, or as characters, as some do. */
  readonly keypad: 'standard' | 'ascii';
}
