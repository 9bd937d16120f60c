import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { localDateAt, startOfLocalDay } from '@gatehouse/shared/zones/local-time.ts';
import type { Zone } from '@gatehouse/shared/zones/zone.ts';
import type { LedgerService } from '../../commerce/ledger/ledger.module.ts';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { type AiSettings, type AiSettingsService, autoRechargeOf } from '../ai-settings/ai-settings.module.ts';
import type { Reset } from '../ai-settings/ai-shapes.ts';
import type { AiUse } from '../ai-usage/ai-usage.module.ts';
import type { AiAccounts } from './ai-accounts.ts';
import { aiCountersRepo } from './ai-counters.repo.ts';

/** So many days say how long the credit lasts. */
const LOOKED_BACK_DAYS = 7;

const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + Days(1) * days).toISOString().slice(0, 10);
/** The local day on which a limit begins anew: after a day, on the next Monday, on the next first; null: by itself never. */
const nextReset = (today: string, reset: Reset): string | null => {
  if (reset === 'total') return null;
  if (reset === 'day') return daysAfter(today, 1);
  const [year = 0, month = 0] = today.split('-').map(Number);
  if (reset === 'month') return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const weekday = new Date(`${today}T00:00:00.000Z`).getUTCDay();
  return daysAfter(today, (8 - weekday) % 7 || 7);
};

export interface OverviewDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly aiSettings: Pick<AiSettingsService, 'of'>;
  readonly aiUse: Pick<AiUse, 'spentIn' | 'zoneNamed'>;
  readonly accounts: AiAccounts;
  readonly ledger: Pick<LedgerService, 'currency'>;
  readonly inferenceUrl: () => string;
  readonly modelUpstreams: readonly unknown[];
}

/** How the AI credit of a facility stands. */
export const createAiOverview = ({
  clock,
  aiSettings,
  aiUse,
  accounts,
  ledger,
  inferenceUrl,
  modelUpstreams,
}: OverviewDeps) => {
  const limitOf = async (tx: Tx, id: FacilityId, settings: AiSettings, zone: Zone) => {
    const { spendLimit, spendEpoch: epoch } = settings;
    if (spendLimit === null) return null;
    const now = clock.wallMs();
    const usedMicros = await aiCountersRepo(tx).ofFacility(id, { reset: spendLimit.reset, epoch, now });
    const day = nextReset(localDateAt(zone, now / 1_000), spendLimit.reset);
    const resetsAt = day === null ? null : startOfLocalDay(zone, day) * 1_000;
    return { ...spendLimit, usedMicros, resetsAt: isoOrNull(resetsAt) };
  };

  /** `tz`: whose days those of the answer are; what counts towards a limit goes by the facility’s. */
  return async (tx: Tx, id: FacilityId, tz?: string) => {
    const settings = await aiSettings.of(tx, id);
    const own = await aiUse.zoneNamed(tx, id, undefined);
    const balance = await accounts.balance(tx, id);
    const spent = await aiUse.spentIn(tx, id, LOOKED_BACK_DAYS);
    return {
      enabled: settings.enabled,
      ...balance,
      inferencePaused: settings.paused !== null,
      pauseReason: settings.paused?.reason || null,
      autoRecharge: autoRechargeOf(settings),
      spendLimit: await limitOf(tx, id, settings, own.zone),
      runwayDays: spent === 0 ? null : Math.floor((balance.availableMicros * LOOKED_BACK_DAYS) / spent),
      gateUrl: modelUpstreams.length === 0 ? null : `${inferenceUrl()}/v1`,
      currency: ledger.currency,
      timezone: tz ?? own.timezone,
    };
  };
};
export type AiOverview = ReturnType<typeof createAiOverview>;
