/** Commands and replies by their codes (IEC 60839-11-5, annexes A.1 and A.2): those that are spoken here. */
export const COMMAND = {
  POLL: 0x60,
  ID: 0x61,
  CAP: 0x62,
  LSTAT: 0x64,
  ISTAT: 0x65,
  OSTAT: 0x66,
  OUT: 0x68,
  LED: 0x69,
  BUZ: 0x6a,
  KEYSET: 0x75,
  CHLNG: 0x76,
  SCRYPT: 0x77,
} as const;

export const REPLY = {
  ACK: 0x40,
  NAK: 0x41,
  PDID: 0x45,
  PDCAP: 0x46,
  LSTATR: 0x48,
  ISTATR: 0x49,
  OSTATR: 0x4a,
  RSTATR: 0x4b,
  RAW: 0x50,
  KEYPAD: 0x53,
  CCRYPT: 0x76,
  RMAC_I: 0x78,
  BUSY: 0x79,
} as const;

/** Why a reader refuses (the first byte of a NAK). */
export const NAK = { CHECK: 1, LENGTH: 2, UNKNOWN: 3, SEQUENCE: 4, BLOCK: 5, ENCRYPT: 6 } as const;

const NAK_TEXTS: Readonly<Record<number, string>> = {
  [NAK.CHECK]: 'the command arrived damaged',
  [NAK.LENGTH]: 'the command has another length there',
  [NAK.UNKNOWN]: 'it does not know this command',
  [NAK.SEQUENCE]: 'the sequence number is another',
  [NAK.BLOCK]: 'it has no such encryption',
  [NAK.ENCRYPT]: 'it wants to be spoken to encrypted',
  9: 'it cannot do this',
};
export const nakText = (code: number): string => NAK_TEXTS[code] ?? `error ${code}`;
