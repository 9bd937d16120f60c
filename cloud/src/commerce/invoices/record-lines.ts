import type { RecordToInvoice } from '../monthly-records/monthly-records.module.ts';

/** What each charge is called on an invoice, and what is counted of it. */
const CHARGES: Readonly<Record<string, readonly [name: string, unit: string]>> = {
  pricePerFacilityDay: ['Facility', 'days'],
  pricePerDoorDay: ['Doors', 'door days'],
  pricePerBoxDay: ['Boxes', 'box days'],
  pricePerDeviceDay: ['Devices', 'device days'],
  pricePerCameraDay: ['Cameras', 'camera days'],
  pricePerMemberDay: ['Members', 'member days'],
  pricePerGBStored: ['Storage', 'GB days'],
  pricePerGBTransferred: ['Traffic', 'GB'],
  pricePerBackupGB: ['Backups', 'GB days'],
  pricePerSms: ['Text messages', 'segments'],
  pricePerEmail: ['E-mails', 'e-mails'],
  pricePerThousandEvents: ['Events of doors', 'thousand events'],
};

/** An invoice of more lines than that has one of each charge, over all facilities. */
const LINES_MAX = 300;

interface Grossed {
  readonly name: string;
  readonly detail: string | null;
  readonly cents: number;
}
type Line = RecordToInvoice['lines'][number];

const wordsOf = ({ key, label }: Pick<Line, 'key' | 'label'>) => CHARGES[key] ?? ([label ?? key, ''] as const);

const amountOf = ({ quantity, free }: Pick<Line, 'quantity' | 'free'>, unit: string): string | null => {
  if (unit === '') return null;
  const counted = `${quantity / 1_000} ${unit}`;
  return free === 0 ? counted : `${counted}, ${free / 1_000} of them free`;
};

const chargedOf = (lines: readonly Line[]): readonly Line[] => lines.filter(({ cents }) => cents !== 0);
/** Whether each facility has lines of its own. */
export const isItemised = (lines: readonly Line[]): boolean => chargedOf(lines).length <= LINES_MAX;

/** The lines of a monthly record as an invoice has them, with tax. What came to nothing is left out. */
export const invoiceLines = (lines: readonly Line[], nameOf: (facilityId: string) => string): readonly Grossed[] => {
  const charged = chargedOf(lines);
  if (isItemised(lines))
    return charged.map((line) => {
      const [name, unit] = wordsOf(line);
      return { name: `${name}, ${nameOf(line.facilityId)}`, detail: amountOf(line, unit), cents: line.cents };
    });
  const groups = Map.groupBy(charged, ({ key, label }) => `${key}\n${label ?? ''}`);
  return [...groups.values()].map((group) => {
    const sum = (of: 'quantity' | 'free' | 'cents') => group.reduce((total, line) => total + line[of], 0);
    const [name, unit] = wordsOf(group[0] as Line);
    const counted = amountOf({ quantity: sum('quantity'), free: sum('free') }, unit);
    return {
      name: `${name}, ${new Set(group.map(({ facilityId }) => facilityId)).size} facilities`,
      detail: counted,
      cents: sum('cents'),
    };
  });
};
