import type { Module } from '../../http/module.ts';
import { mount } from '../../http/mount.ts';
import {
  type AgentEventDeps,
  postAgentNotify,
  postAgentToken,
  postNotifyImage,
  postTurnComplete,
} from './agent-events.endpoints.ts';
import { agentEventsFaults } from './agent-events.faults.ts';

export { createAgentEventsService } from './agent-events.service.ts';

export const agentEventsModule = (deps: AgentEventDeps): Module => ({
  name: 'agent-events',
  owns: ['agent_turn', 'agent_allowance'],
  faults: agentEventsFaults,
  endpoints: [postAgentToken, postTurnComplete, postAgentNotify, postNotifyImage].map((e) => mount(e, deps)),
});
