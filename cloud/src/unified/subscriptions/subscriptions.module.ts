import { serveSurface } from '../../kit/http/surfaces.ts';
import { defineModule } from '../../kit/modules/module.ts';
import { partnersModule } from '../../partner/partners/partners.module.ts';
import { liveModule } from '../../platform/live/live.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { graphqlModule } from '../graphql/graphql.module.ts';
import { tokensModule } from '../tokens/tokens.module.ts';
import { openGraphSocket, streamGraph } from './subscriptions.endpoints.ts';
import { subscriptionsFaults } from './subscriptions.faults.ts';
import { createSubscriptionsService } from './subscriptions.service.ts';
import { authenticateSubscriber, subscriptionsSurface } from './subscriptions-surface.ts';

export const subscriptionsModule = defineModule('subscriptions', {
  needs: [usersModule, organisationsModule, liveModule, partnersModule, tokensModule, graphqlModule],
  owns: {
    unified_connection: 'never',
  },
  faults: subscriptionsFaults,
  create: (deps) => ({
    subscriptions: createSubscriptionsService({ ...deps, live: deps.live.engine, topicOf: deps.live.topicOf }),
  }),
})({
  endpoints: [openGraphSocket, streamGraph],
  surfaces: (deps) => [
    { on: 'unified', via: 'graphql', ...serveSurface(subscriptionsSurface, authenticateSubscriber(deps)) },
  ],
  close: ({ subscriptions }) => subscriptions.close(),
});
