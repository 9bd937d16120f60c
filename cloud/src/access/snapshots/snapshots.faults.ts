import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const snapshotsFaults = defineFaults({
  snapshot_not_ready: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The snapshot of this facility is still being made',
    help: 'It is made once, when the first box asks for it, in a minute or so for a large facility. The box asks again by itself.',
  },
  zones_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'There are no time-zone tables with this hash here',
    help: 'Ask for the hash that the newest snapshot names: the tables have been replaced since.',
  },
});

export const snapshotsFault = faultsOf(snapshotsFaults);
