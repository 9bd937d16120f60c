import type { FacilityId } from '@gatehouse/shared/ids/ids.ts';
import { z } from 'zod';
import { platformEndpoint } from '../users/platform-surface.ts';
import { usersFaults } from '../users/users.faults.ts';
import type { EnvironmentService } from './environment.service.ts';
import { Weather } from './weather.ts';

export interface EnvironmentEndpointDeps {
  readonly environment: Pick<EnvironmentService, 'environmentOf' | 'smartClubOf'>;
}

const { place_unknown } = usersFaults;
const facility = z.string().max(64);
const moment = z.iso.datetime();

const Environment = z
  .object({
    weather: Weather.extend({ observedAt: moment })
      .nullable()
      .describe('Null where there is no provider, no coordinates, or no news for three hours.'),
    weatherSource: z.string().nullable().describe('The provider’s name; null where none is configured.'),
    sun: z
      .object({
        sunrise: moment.nullable(),
        sunset: moment.nullable(),
        allDay: z.enum(['up', 'down']).nullable().describe('Near the poles the sun may neither rise nor set.'),
      })
      .nullable()
      .describe('Of the day that it is at the facility. Null without coordinates.'),
    indoor: z.object({
      temperatureC: z.number().nullable(),
      source: z.string().nullable().describe('Null: nothing that measures it is connected.'),
    }),
    located: z.boolean().describe('Whether the facility’s coordinates are known.'),
  })
  .meta({ id: 'Environment' });

export const readEnvironment = platformEndpoint<EnvironmentEndpointDeps>()({
  id: 'environment.read',
  method: 'GET',
  path: '/api/clubs/:clubId/environment',
  summary: 'Read what it is like at a facility',
  description:
    'Weather, sunrise and sunset, and the temperature inside, as far as there is a source for each. A reading of the weather serves for 30 minutes.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.strictObject({ clubId: facility }),
  success: { status: 200, description: 'What is known.', schema: Environment },
  faults: { place_unknown },
  handle: ({ environment }, { params }) => environment.environmentOf(params.clubId as FacilityId),
});

const count = z.int().min(0);

export const readSmartClub = platformEndpoint<EnvironmentEndpointDeps>()({
  id: 'smart-club.read',
  method: 'GET',
  path: '/api/clubs/:club_id/smart-club-data',
  summary: 'Read how a facility stands',
  description:
    'The sums that a screen at the entrance shows: how the doors and their boxes stand, how many warnings are open, and what it is like outside.',
  gate: { needs: 'facility-staff', in: 'facility' },
  params: z.strictObject({ club_id: facility }),
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
  handle: ({ environment }, { params }) => environment.smartClubOf(params.club_id as FacilityId),
});
