import { type CrashSetup, callBy, openMembers } from './ingest-crash-push.ts';

/**
 * A process for the test to lose: pushes one batch and kills itself at the given point (0 for never), as `kill -9` would.
 * Says over its channel to the parent how many points it has come by, if it comes to the end.
 */
const [setup = '', point = '0'] = process.argv.slice(2);
const { body, partnerId, keyId, ...where } = JSON.parse(setup) as CrashSetup;
let points = 0;
const opened = await openMembers(where, () => {
  if (++points === Number(point)) process.kill(process.pid, 'SIGKILL');
});
await opened.members.push(Buffer.from(body), callBy(opened.watched, { partnerId, keyId }));
await opened.close();
process.send?.(points);
process.disconnect();
