import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { linkModule } from '../../link/link.module.ts';
import { imagesModule } from '../../platform/images/images.module.ts';
import { pushesModule } from '../../platform/pushes/pushes.module.ts';
import { retentionPolicy } from '../../platform/retention/retention.ports.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { devicesModule } from '../../sites/devices/devices.module.ts';
import { postAgentNotify, postAgentToken, postNotifyImage, postTurnComplete } from './agent-events.endpoints.ts';
import { agentEventsFaults } from './agent-events.faults.ts';
import { createAgentEventsService } from './agent-events.service.ts';
import { agentSurface, authenticateAgent } from './agent-surface.ts';

export { agentByToken, bearerIn } from './agent-surface.ts';

export const agentEventsModule = defineModule('agent-events', {
  needs: [usersModule, pushesModule, imagesModule, devicesModule, linkModule],
  owns: {
    agent_turn: 'never',
    agent_allowance: 'never',
  },
  faults: agentEventsFaults,
  create: ({ db, clock, users, pushes, images }) => ({
    agentEvents: createAgentEventsService({ db, clock, users, pushes, images }),
  }),
})({
  endpoints: [postAgentToken, postTurnComplete, postAgentNotify, postNotifyImage],
  surfaces: (deps) => [{ on: 'device', ...serveSurface(agentSurface, authenticateAgent(deps)) }],
  // As long as the same run is told of once.
  retention: ({ agentEvents }) => [
    retentionPolicy('agent_turn', 'runs of agents that somebody was told of', [30, 30, 90], agentEvents.forgetBefore),
  ],
});
