import { question } from '../../kit/modules/ports.ts';

/** A model that can be asked, and what it costs: in micros of the currency that we bill in, for a million tokens. */
export interface OfferedModel {
  readonly id: string;
  readonly provider: string;
  readonly inputMicrosPerMillion: number;
  readonly outputMicrosPerMillion: number;
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
}

/** Every model that the gate knows of. Where there is no gate, none. */
export const offeredModels = question<() => readonly OfferedModel[]>('ai-usage.offeredModels', () => []);
