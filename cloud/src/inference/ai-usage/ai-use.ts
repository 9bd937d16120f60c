import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { Days } from '@gatehouse/shared/time/duration.ts';
import { isoOf } from '@gatehouse/shared/time/iso.ts';
import type { ZoneTables } from '@gatehouse/shared/zones/zone-tables.ts';
import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import type { OrganisationsService } from '../../platform/organisations/organisations.service.ts';
import type { DevicesService } from '../../sites/devices/devices.service.ts';
import type { AiSettingsService } from '../ai-settings/ai-settings.service.ts';
import type { InferenceService } from '../inference/inference.module.ts';
import { aiStatsRepo, type Sums } from './ai-stats.repo.ts';
import { dayAt, lastDays, monthToDate, spanOfDay, zoneOf } from './local-spans.ts';

const DAYS = 30;
/** Whoever was last here before that is not looked for. */
const LOOKED_BACK = Days(400);

export interface UseDeps {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly zones: ZoneTables;
  readonly organisations: Pick<OrganisationsService, 'findFacility'>;
  readonly devices: Pick<DevicesService, 'list'>;
  readonly aiSettings: Pick<AiSettingsService, 'of'>;
  readonly inference: Pick<InferenceService, 'offered'>;
}

/** How a facility uses models, by days of a time zone: its own unless asked otherwise. */
export const createAiUse = ({ clock, zones, organisations, devices, aiSettings, inference }: UseDeps) => {
  const zoneNamed = async (tx: Tx, facilityId: FacilityId, name: string | undefined) => {
    const timezone = name ?? (await organisations.findFacility(tx, facilityId))?.timezone ?? 'UTC';
    return { timezone, zone: zoneOf(zones, timezone) };
  };
  const sumOf = (rows: readonly Sums[], field: keyof Sums): number => rows.reduce((sum, row) => sum + row[field], 0);

  return {
    zoneNamed,

    /** The 30 days that end with today, one by one. */
    days: async (tx: Tx, facilityId: FacilityId, tz: string | undefined) => {
      const { timezone, zone } = await zoneNamed(tx, facilityId, tz);
      const days = lastDays(zone, clock.wallMs(), DAYS);
      const span = { from: spanOfDay(zone, days[0] as string).from, to: spanOfDay(zone, days.at(-1) as string).to };
      const byDay = Map.groupBy(await aiStatsRepo(tx).quarters(facilityId, span), ({ at }) => dayAt(zone, at));
      const data = days.map((day) => {
        const rows = byDay.get(day) ?? [];
        const of = (field: keyof Sums) => sumOf(rows, field);
        const tokens = { tokensIn: of('tokensIn'), tokensOut: of('tokensOut') };
        return { day, requests: of('requests'), failed: of('failed'), ...tokens, costMicros: of('costMicros') };
      });
      return { timezone, data };
    },

    /** Those that have a cap, or have asked a model in the last 400 days. */
    agents: async (tx: Tx, facilityId: FacilityId, tz: string | undefined) => {
      const { timezone, zone } = await zoneNamed(tx, facilityId, tz);
      const now = clock.wallMs();
      const repo = aiStatsRepo(tx);
      const month = await repo.agents(facilityId, monthToDate(zone, now));
      const today = await repo.agents(facilityId, spanOfDay(zone, dayAt(zone, now)));
      const ever = await repo.agents(facilityId, { from: now - LOOKED_BACK, to: now + Days(1) });
      const names = new Map((await devices.list(tx, facilityId)).map(({ uuid, name }) => [uuid, name]));
      const caps = new Map((await aiSettings.of(tx, facilityId)).agentCaps.map((cap) => [cap.deviceId, cap]));
      const data = [...new Set([...caps.keys(), ...ever.keys()])].sort().map((deviceId) => {
        const [cap, last] = [caps.get(deviceId), ever.get(deviceId)?.last];
        return {
          deviceId,
          name: names.get(deviceId) ?? null,
          capCents: cap?.capCents ?? null,
          capReset: cap?.reset ?? null,
          todayMicros: today.get(deviceId)?.micros ?? 0,
          monthMicros: month.get(deviceId)?.micros ?? 0,
          lastUsedAt: last === undefined ? null : isoOf(last),
        };
      });
      return { timezone, data };
    },

    /** Every model that can be asked, and why not where the facility may not. */
    models: async (read: Database['read'], facilityId: FacilityId) => {
      const { facility, settings } = await read(async (tx) => ({
        facility: await organisations.findFacility(tx, facilityId),
        settings: await aiSettings.of(tx, facilityId),
      }));
      if (facility === undefined) throw new Bug('a gate let somebody through to no facility');
      const { enabled, paused, guardrails } = settings;
      const whyNot = (model: string): string | null => {
        if (!enabled) return 'AI models are not enabled for this facility.';
        if (paused !== null) return 'AI models are paused for this facility.';
        const by = guardrails.find(
          ({ everywhere, allowedModels }) => everywhere && allowedModels?.includes(model) === false,
        );
        return by === undefined ? null : `The guardrail “${by.name}” does not allow it.`;
      };
      return (await inference.offered(facility)).map(
        ({ id: model, kind: _, takesImages: _i, keepsNothing: _n, ...offered }) => {
          const why = whyNot(model);
          return { model, ...offered, allowed: why === null, why };
        },
      );
    },

    /** What was spent in the days before now. */
    spentIn: (tx: Tx, facilityId: FacilityId, days: number): Promise<number> => {
      const now = clock.wallMs();
      return aiStatsRepo(tx).spent(facilityId, { from: now - Days(days), to: now + 1 });
    },
  };
};
export type AiUse = ReturnType<typeof createAiUse>;
