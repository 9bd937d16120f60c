/** Every page of the partner console by its address: the router shows it, and the server answers any other path with a 404. */
export const PARTNER_ROUTES = {
  start: '/console',
  keys: '/console/keys',
  account: '/console/account',
} as const;
