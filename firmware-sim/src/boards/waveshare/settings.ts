/** Baud rates by the code that register 0x2000 holds. */
export const BAUD_CODES: readonly number[] = [4_800, 9_600, 19_200, 38_400, 57_600, 115_200];
/** 2.00, in hundredths. */
export const VERSION = 200;

/** What the board keeps in its EEPROM: it survives power cuts. */
export interface Settings {
  address: number;
  baudCode: number;
}

export const baudOf = (settings: Settings): number => BAUD_CODES[settings.baudCode] ?? 9_600;
