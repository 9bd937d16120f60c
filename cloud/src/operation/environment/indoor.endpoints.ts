import { TemperatureReport, TemperatureReportAnswer } from '@gatehouse/shared/wire/temperatures.ts';
import { callingBox, deviceEndpoint } from '../../sites/boxes/device-surface.ts';
import type { EnvironmentService } from './environment.service.ts';

export interface IndoorEndpointDeps {
  readonly environment: Pick<EnvironmentService, 'boxMeasured'>;
}

export const postTemperatures = deviceEndpoint<IndoorEndpointDeps>()({
  id: 'edge.temperatures',
  method: 'POST',
  path: '/edge/v1/temperatures',
  summary: 'Say how warm it is inside',
  description:
    'What the sensors on the LAN of the box measure: the last of each, all of them at once, in place of what it said before. At most every ten minutes, and every twenty at least while there is a sensor. What a newer box says beyond that is not read.',
  gate: { token: 'edge' },
  body: TemperatureReport,
  success: { status: 200, description: 'Taken.', schema: TemperatureReportAnswer },
  faults: {},
  audit: { event: 'box.temperatures_told', target: () => undefined },
  handle: async ({ environment }, { body }, call) => {
    await environment.boxMeasured(call.tx, callingBox(call), body.readings);
    return { v: 1 as const };
  },
});
