import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Names that mean this machine or this network, wherever they lead. */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/;

/** Whether a host of a URL may be public: a public address, or a name of two labels or more. Its addresses are looked at when it is called. */
export const mayBePublicHost = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes('.') && !bare.endsWith('.') && !LOCAL_NAME.test(bare);
};
