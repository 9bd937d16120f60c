import { type BillingService, type News, tellAll } from '../../commerce/billing/billing.module.ts';
import { type LedgerService, minorOfMicros } from '../../commerce/ledger/ledger.module.ts';
import { amountText } from '../../kit/currencies.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { AiSettings, AiSettingsService } from '../ai-settings/ai-settings.module.ts';
import type { AiUse } from '../ai-usage/ai-usage.module.ts';
import { type AiAccounts, ownerOf } from './ai-accounts.ts';
import { AI_CREDIT_LOW, AI_CREDIT_USED_UP } from './ai-mails.ts';
import { aiTransactionsRepo } from './ai-transactions.repo.ts';

export interface TellAiCreditDeps {
  readonly db: Pick<Database, 'read'>;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly aiSettings: Pick<AiSettingsService, 'enabledAfter'>;
  readonly aiUse: Pick<AiUse, 'spentIn'>;
  readonly accounts: AiAccounts;
  readonly billing: Pick<BillingService, 'tell'>;
}

const LOOKED_BACK_DAYS = 7;
const LOW_DAYS = 3;
const PART = 50;

/** Tells those whose AI credit comes to its end: once, until money has come in again. */
export const createTellAiCredit = ({ db, ledger, aiSettings, aiUse, accounts, billing }: TellAiCreditDeps) => {
  const newsOf = async (tx: Tx, { facilityId, paused, autoRecharge }: AiSettings): Promise<News[]> => {
    const [credited] = await aiTransactionsRepo(tx, facilityId, ledger.currency).moves(['topup', 'adjustment'], {}, 1);
    // Who never had any has not used it up.
    if (paused !== null || credited === undefined) return [];
    const { availableMicros, balanceMicros, heldMicros } = await accounts.balance(tx, facilityId);
    const balance = amountText(minorOfMicros(balanceMicros, ledger.currency), ledger.currency);
    const news = { ownerKey: ownerOf(facilityId), about: `${facilityId}:${credited.id}` };
    if (availableMicros + heldMicros <= 0) return [{ ...news, kind: AI_CREDIT_USED_UP, values: { balance } }];
    if (autoRecharge !== null) return [];
    const spent = await aiUse.spentIn(tx, facilityId, LOOKED_BACK_DAYS);
    const days = spent === 0 ? Number.POSITIVE_INFINITY : Math.floor((availableMicros * LOOKED_BACK_DAYS) / spent);
    return days > LOW_DAYS ? [] : [{ ...news, kind: AI_CREDIT_LOW, values: { balance, days: String(days) } }];
  };
  async function* due(): AsyncGenerator<readonly News[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after;
      const page = await db.read((tx) => aiSettings.enabledAfter(tx, from, PART));
      for (const settings of page) yield await db.read((tx) => newsOf(tx, settings));
      after = page.length < PART ? undefined : page.at(-1)?.facilityId;
    }
  }
  return (signal: AbortSignal): Promise<void> => tellAll(billing.tell, due(), signal);
};
