import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const subscriptionsFaults = defineFaults({
  too_many_connections: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many connections with subscriptions',
    help: 'A user has at most 10 sockets and streams open, over all their tokens. One that was cut off may count for up to 30 seconds more. Close one, or use one socket for several subscriptions. A socket that says only in its `connection_init` who it is, is closed with 4430.',
  },
  too_many_subscriptions: callersFault(
    429,
    'Too many subscriptions on one socket',
    'A socket has at most 20 subscriptions. Complete one, or open another socket.',
  ),
});

export const subscriptionsFault = faultsOf(subscriptionsFaults);
