/** Every page of the partner console by its address: the router shows it, and the server answers any other path with a 404. */
export const PARTNER_ROUTES = {
  start: '/console',
  signIn: '/console/sign-in',
  keys: '/console/keys',
  requests: '/console/requests',
  request: '/console/requests/:requestId',
  account: '/console/account',
} as const;

/** The page of one request: what every refusal of the partner API names as its `request_id`. */
export const requestAddress = (requestId: string): string =>
  PARTNER_ROUTES.request.replace(':requestId', encodeURIComponent(requestId));
