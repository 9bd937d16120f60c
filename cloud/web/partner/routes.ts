/** Every page of the partner console by its address: the router shows it, and the server answers any other path with a 404. */
export const PARTNER_ROUTES = {
  start: '/console',
  signIn: '/console/sign-in',
  keys: '/console/keys',
  requests: '/console/requests',
  request: '/console/requests/:requestId',
  reference: '/console/reference',
  endpoint: '/console/reference/:operationId',
  events: '/console/events',
  sandbox: '/console/sandbox',
  organisations: '/console/organisations',
  settings: '/console/settings',
  account: '/console/account',
} as const;

/** The page of one request: what every refusal of the partner API names as its `request_id`. */
export const requestAddress = (requestId: string): string =>
  PARTNER_ROUTES.request.replace(':requestId', encodeURIComponent(requestId));

/** The page that tries an endpoint. */
export const endpointAddress = (operationId: string): string =>
  PARTNER_ROUTES.endpoint.replace(':operationId', encodeURIComponent(operationId));

/** Where the console finds the reference of the partner API: the same pages as on the partner listener. */
export const REFERENCE = '/console/docs';
