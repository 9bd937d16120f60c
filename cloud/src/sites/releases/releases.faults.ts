import { defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const releasesFaults = defineFaults({
  release_unknown: {
    status: 404,
    blame: 'caller',
    retry: 'never',
    title: 'No such release',
    help: 'The release was never added, or it was withdrawn. `gatehouse cloud release list` names those that there are.',
  },
  release_refused: {
    status: 422,
    blame: 'caller',
    retry: 'never',
    title: 'This is not a release that may be offered',
    help: 'Its note must be signed with the release key whose public part RELEASE_PUBLIC_KEY names, and the archive beside it must be the one that was signed. Build it with `npm run release`.',
  },
  release_key_missing: {
    status: 409,
    blame: 'us',
    retry: 'never',
    title: 'This installation has no release key',
    help: 'Set RELEASE_PUBLIC_KEY to what `npm run release -- keygen` printed, and restart the cloud.',
  },
});
export const releasesFault = faultsOf(releasesFaults);
