import type { Database, Tx } from '../../kit/db/unit-of-work.ts';
import { type Caller, endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { refusedThough, strangerAt } from '../../kit/http/strangers.ts';
import { type Authenticate, isPublicGate, type PublicGate, type Surface } from '../../kit/http/surfaces.ts';
import type { DeviceTokens } from '../../link/device-tokens.ts';
import type { DevicesService } from '../../sites/devices/devices.service.ts';
import type { Found } from '../../sites/devices/directory.ts';

/** An agent, known by its token; nobody in particular where a token is asked for. */
export interface AgentCaller extends Caller {
  readonly device: Found | undefined;
}
export type AgentGate = { readonly token: 'events' } | PublicGate;

export const agentSurface: Surface<AgentCaller, AgentGate> = {
  name: 'agent',
  basePath: '/ai',
  authorise: (caller, gate) => {
    if (!isPublicGate(gate) && caller.device === undefined) throw kitFault('unauthenticated', 'Send a device token.');
  },
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 10,
  faults: {},
  document: {
    title: 'Gatehouse AI agent API',
    version: 'v1',
    description:
      'What AI agents that are registered as devices say over HTTPS: that a run has ended, and what people are to be told.',
    tags: { agent: { name: 'AI agents', description: 'What an agent says of its runs.' } },
    words: {
      token: 'Sent as `Authorization: Bearer …` from now on.',
      audience: 'What the token is for: `events` for `/ai`, `inference` for models at the gate.',
      expiresInSeconds: 'Seconds for which it counts. Ask for the next one in time.',
      type: 'What the bytes turned out to be, whatever the request called them.',
    },
    security: {
      name: 'agentToken',
      type: 'http',
      scheme: 'bearer',
      description: 'A short-lived HS256 token of the device with the audience `events`, from `POST /ai/tokens`.',
    },
  },
};

/** Declares an endpoint that agents call. */
export const agentEndpoint = endpointsFor(agentSurface);

/** Whether a device is an agent that stands somewhere: one that was reset or removed is a stranger at once. */
export const isAgent = (device: Pick<Found, 'kind' | 'facilityId'> | undefined): boolean =>
  device?.kind === 'core-ai-agent' && device.facilityId !== null;

interface AgentDeps {
  readonly db: Pick<Database, 'read'>;
  readonly tokens: Pick<DeviceTokens, 'verify'>;
  readonly devices: Pick<DevicesService, 'lookUp' | 'tokenSubject'>;
}

/** The agent whose token of this audience it is, if it is one, and whom it names, whatever it is worth. */
export const agentByToken = async (
  { db, tokens, devices }: AgentDeps,
  token: string,
  audience: 'events' | 'inference',
): Promise<{ readonly device?: Found; readonly named?: string }> => {
  const verdict = tokens.verify(token, audience);
  const [named] = (verdict.subject ?? '').split('.');
  if (!named) return {};
  // The secret may have ended since: the tokens that it was traded for end with it.
  const find = async (tx: Tx) =>
    (await devices.tokenSubject(tx, named)) === verdict.subject ? devices.lookUp(tx, named) : undefined;
  const device = verdict.ok ? await db.read(find) : undefined;
  return device !== undefined && isAgent(device) ? { device, named } : { named };
};

/** The token in a header `Authorization: Bearer …`; empty where there is none. */
export const bearerIn = (authorization: string | undefined): string =>
  /^bearer +([\w.-]{1,2000})$/i.exec(authorization ?? '')?.[1] ?? '';

/** By a token of the audience `events` alone: no key of a user, no session of a browser, no token of a box. */
export const authenticateAgent =
  (deps: AgentDeps): Authenticate<AgentCaller, AgentGate> =>
  async (request, gate) => {
    if (isPublicGate(gate)) return { device: undefined, ...strangerAt(request.remoteAddress) };
    const { device, named } = await agentByToken(deps, bearerIn(request.header('authorization')), 'events');
    if (device === undefined) {
      const actor = named ? `device:${named}` : undefined;
      throw refusedThough(
        actor === undefined ? undefined : { actor, tenant: actor },
        kitFault('unauthenticated', 'Send a valid device token.', { headers: { 'www-authenticate': 'Bearer' } }),
      );
    }
    const { uuid } = device;
    return { device, actor: `device:${uuid}`, tenant: `device:${uuid}`, place: placeOf(device) };
  };

/** Whose audit what a device says is part of. */
export const placeOf = ({ organisationId, facilityId }: Pick<Found, 'organisationId' | 'facilityId'>) => ({
  ...(organisationId !== null && { realm: organisationId }),
  ...(facilityId !== null && { site: facilityId }),
});
