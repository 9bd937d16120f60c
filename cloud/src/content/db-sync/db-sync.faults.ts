import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const dbSyncFaults = defineFaults({
  not_staging: callersFault(
    409,
    'This installation is no staging',
    'Tables are copied only to an installation that runs with `INSTALLATION=staging` and a `SYNC_SOURCE_URL`, and that is not itself the source of another. Nothing was done.',
  ),
  same_installation: callersFault(
    409,
    'Source and target are the same installation',
    '`SYNC_SOURCE_URL` leads to this installation, or this one was restored from a backup of that one. Begin staging with a database of its own.',
  ),
  schema_differs: callersFault(
    409,
    'The source has another schema',
    'Both installations have to run the same version, and the masked views have to be made anew after each upgrade of production: `gatehouse cloud sync-source`.',
  ),
  tables_incomplete: callersFault(
    409,
    'Tables are missing that these refer to',
    'The message names what has to be copied along. `list-tables` says of each table what it depends on.',
  ),
  sync_running: callersFault(
    409,
    'A sync is under way',
    'There is one at a time. The message names it. Of a process that has died it ends within two minutes.',
  ),
  sync_run_unknown: callersFault(
    404,
    'No such sync',
    'There is no sync with this id. They are forgotten after 90 days.',
  ),
  source_unusable: {
    status: 503,
    blame: 'us',
    retry: 'after-delay',
    title: 'The source cannot be read',
    help: 'It does not answer, or has no masked views. Make them at production with `gatehouse cloud sync-source`, and see what `SYNC_SOURCE_URL` names. Nothing was done.',
  },
});
export const dbSyncFault = faultsOf(dbSyncFaults);
