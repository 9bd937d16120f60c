import { z } from 'zod';
import { DeviceSettings } from './device.ts';

const text = (what: string) => z.string().trim().min(1).max(120).describe(what);
const WebAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(500)
  .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must carry no user name or password')
  .describe('The device’s own page on its LAN. It is shown to staff, and never fetched.');
const OwnerId = text('The user whom the device belongs to, and whom it tells what it has to tell.');

/** What staff say of a device. */
export const fields = {
  name: text('What people call it.'),
  serialNumber: text('As on its label. No two devices of an organisation have the same.'),
  model: text('What it is, in the maker’s words.'),
  webAddress: WebAddress,
  ownerUserId: OwnerId,
  settings: DeviceSettings.describe('Texts, numbers and booleans by name, given whole. Not a place for secrets.'),
  purchasedOn: z.iso.date().describe('The day it was bought.'),
  warrantyUntil: z.iso.date().describe('The last day of the warranty.'),
};
/** The same in a change: null clears it. */
export const cleared = <S extends z.ZodType>(field: S) =>
  field.nullish().describe(`${field.description} Null: unknown.`);
