/** Everything that has a price, by the name that it is billed by: no other has one. */
export const CHARGE_KEYS = [
  'pricePerFacilityDay',
  'pricePerDoorDay',
  'pricePerBoxDay',
  'pricePerDeviceDay',
  'pricePerCameraDay',
  'pricePerMemberDay',
  'pricePerGBStored',
  'pricePerGBTransferred',
  'pricePerBackupGB',
  'pricePerSms',
  'pricePerEmail',
  'pricePerThousandEvents',
  'aiMarkupPercent',
] as const;
export type ChargeKey = (typeof CHARGE_KEYS)[number];

/** A share of what models cost, which is known where that is counted: no day is rated by it. */
export type MeteredKey = Exclude<ChargeKey, 'aiMarkupPercent'>;
export const METERED_KEYS = CHARGE_KEYS.filter((key): key is MeteredKey => key !== 'aiMarkupPercent');

/** What each of them is, for whoever reads the documents. */
export const CHARGE_WORDS: Readonly<Record<ChargeKey, string>> = {
  pricePerFacilityDay: 'For each facility and day.',
  pricePerDoorDay: 'For each door and day.',
  pricePerBoxDay: 'For each box in service and day.',
  pricePerDeviceDay: 'For each device that is no box, and day.',
  pricePerCameraDay: 'For each camera and day.',
  pricePerMemberDay: 'For each member and day.',
  pricePerGBStored: 'For each gigabyte (10^9 bytes) that is stored, and day.',
  pricePerGBTransferred: 'For each gigabyte (10^9 bytes) that goes out.',
  pricePerBackupGB: 'For each gigabyte (10^9 bytes) of backups, and day.',
  pricePerSms: 'For each segment of a text message that was handed over.',
  pricePerEmail: 'For each e-mail that was sent.',
  pricePerThousandEvents: 'For a thousand events of doors; each single one counts.',
  aiMarkupPercent: 'What is added to the cost of models, in per cent.',
};
