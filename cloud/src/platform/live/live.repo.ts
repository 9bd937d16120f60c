import { leasedPlaces } from '../../kit/db/leased-places.ts';
import './live.tables.ts';

/** The live sockets that users have open. */
export const liveSockets = leasedPlaces('live_socket');
