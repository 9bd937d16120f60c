import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const liveFaults = defineFaults({
  too_many_sockets: {
    status: 429,
    blame: 'caller',
    retry: 'after-delay',
    title: 'Too many live sockets',
    help: 'A user has at most 20 sockets open. A socket that was cut off counts for up to 30 seconds more. Close one, or use one socket for several topics.',
  },
  socket_unknown: callersFault(
    404,
    'No such socket',
    'No socket with this id is open, or it is of another user. Open `/api/live`, wait for its `welcome`, and send the `socketID` that stands there while it is open.',
  ),
  run_unknown: callersFault(
    404,
    'No such run',
    'There is no run with this id, or it was begun by another user. What a run told is kept for a day.',
  ),
  topic_unknown: callersFault(
    404,
    'No such topic',
    'A topic is a kind and an id with a colon between, such as `facility:fac_0123456789abcdef`. The kinds are in the AsyncAPI document.',
  ),
  topic_too_large: callersFault(
    409,
    'This topic shows too much',
    'A topic shows 1,000 doors at most. Subscribe to the facilities of the organisation one by one.',
  ),
  too_many_topics: callersFault(
    429,
    'Too many topics on one socket',
    'A socket has at most 50 topics. Unsubscribe from one, or open another socket.',
  ),
});
export const liveFault = faultsOf(liveFaults);
