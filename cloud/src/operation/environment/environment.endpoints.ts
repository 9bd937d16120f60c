import { z } from 'zod';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import type { EnvironmentService } from './environment.service.ts';
import { Weather, WeatherTrouble } from './weather.ts';

export interface EnvironmentEndpointDeps {
  readonly environment: Pick<EnvironmentService, 'environmentOf' | 'summaryOf'>;
}

const { place_unknown } = usersFaults;
const facility = z.string().max(64).describe('The facility.').brand<'FacilityId'>();
const FACILITY = 'fac_0123456789abcdef';
const moment = z.iso.datetime();
const Source = z.enum(['box', 'device']).describe('A sensor on the LAN of a box, or a device itself.');

const Environment = z
  .object({
    weather: Weather.extend({ observedAt: moment })
      .nullable()
      .describe('Null where there is no provider, no coordinates, or no news for three hours.'),
    weatherSource: z.string().nullable().describe('The provider’s name; null where none is configured.'),
    weatherTrouble: WeatherTrouble.nullable().describe(
      'Why the provider had no news when it was last asked, also while an older reading goes on; null while it has.',
    ),
    sun: z
      .object({
        sunrise: moment.nullable(),
        sunset: moment.nullable(),
        allDay: z.enum(['up', 'down']).nullable().describe('Near the poles the sun may neither rise nor set.'),
      })
      .nullable()
      .describe('Of the day that it is at the facility. Null without coordinates.'),
    indoor: z.object({
      temperatureC: z
        .number()
        .nullable()
        .describe('Degrees Celsius: the middle one of what was measured within 45 minutes. Null: nothing was.'),
      source: Source.nullable(),
      observedAt: moment.nullable(),
      readings: z
        .array(
          z.object({
            source: Source,
            uuid: z.string().describe('The box, or the device.'),
            sensor: z.string().nullable().describe('As its box calls it; null for a device.'),
            temperatureC: z.number(),
            observedAt: moment,
            serves: z.boolean().describe('Whether it is recent enough to count.'),
          }),
        )
        .max(200)
        .describe('The last of every sensor and device that measured within a day.'),
    }),
    located: z.boolean().describe('Whether the facility’s coordinates are known.'),
  })
  .meta({ id: 'Environment' });

const AN_ENVIRONMENT: z.input<typeof Environment> = {
  weather: {
    temperatureC: 24.5,
    humidity: 61,
    precipitationMm: 0,
    windKmh: 12.2,
    code: 3,
    observedAt: '2026-01-01T09:15:00.000Z',
  },
  weatherSource: 'open-meteo',
  weatherTrouble: null,
  sun: { sunrise: '2025-12-31T18:55:52.072Z', sunset: '2026-01-01T08:46:34.370Z', allDay: null },
  indoor: {
    temperatureC: 21.4,
    source: 'box',
    observedAt: '2026-01-01T09:28:00.000Z',
    readings: [
      {
        source: 'box',
        uuid: '3f6d3c1e-8f0a-4b52-9a53-6a4b0d3c2f11',
        sensor: 'lobby-sensor: Temperature',
        temperatureC: 21.4,
        observedAt: '2026-01-01T09:28:00.000Z',
        serves: true,
      },
    ],
  },
  located: true,
};

export const readEnvironment = platformEndpoint<EnvironmentEndpointDeps>()({
  id: 'environment.read',
  method: 'GET',
  path: '/api/clubs/:clubId/environment',
  graph: { on: 'Facility', as: 'environment', with: { clubId: 'facilityId' } },
  summary: 'Read what it is like at a facility',
  description:
    'Weather, sunrise and sunset, and the temperature inside, as far as there is a source for each. A reading of the weather serves for 30 minutes.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.strictObject({ clubId: facility }),
  examples: { params: { clubId: FACILITY }, success: AN_ENVIRONMENT },
  success: { status: 200, description: 'What is known.', schema: Environment },
  faults: { place_unknown },
  handle: ({ environment }, { params }) => environment.environmentOf(params.clubId),
});

const count = z.int().min(0);

export const readFacilitySummary = platformEndpoint<EnvironmentEndpointDeps>()({
  id: 'smart-club.read',
  method: 'GET',
  path: '/api/clubs/:club_id/smart-club-data',
  graph: { on: 'Facility', as: 'smartClub', with: { club_id: 'facilityId' } },
  summary: 'Read how a facility stands',
  description:
    'The sums that a screen at the entrance shows: how the doors and their boxes stand, how many warnings are open, and what it is like outside.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.strictObject({ club_id: facility }),
  examples: {
    params: { club_id: FACILITY },
    success: {
      facilityId: FACILITY,
      at: '2026-01-01T09:30:00.000Z',
      doors: { total: 3, online: 3, unlocked: 1, inAlarm: 0, inMaintenance: 1 },
      boxes: { total: 1, online: 1 },
      openWarnings: 2,
      environment: AN_ENVIRONMENT,
    },
  },
  success: {
    status: 200,
    description: 'The sums of this moment.',
    schema: z.object({
      facilityId: z.string(),
      at: moment,
      doors: z.object({ total: count, online: count, unlocked: count, inAlarm: count, inMaintenance: count }),
      boxes: z.object({ total: count, online: count }),
      openWarnings: count.describe('100 stands for 100 or more.'),
      environment: Environment,
    }),
  },
  faults: { place_unknown },
  handle: ({ environment }, { params }) => environment.summaryOf(params.club_id),
});
