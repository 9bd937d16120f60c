import { Bug } from '@gatehouse/shared/fault/fault.ts';
import type { BoxId } from '@gatehouse/shared/ids/ids.ts';
import { uncheckedId } from '../../kit/db/unchecked-id.ts';
import { type Call, type Caller, endpointsFor } from '../../kit/http/endpoint.ts';
import { kitFault } from '../../kit/http/kit-faults.ts';
import { refusedThough, strangerAt } from '../../kit/http/strangers.ts';
import { type Authenticate, isPublicGate, type PublicGate, type Surface } from '../../kit/http/surfaces.ts';
import type { DeviceTokens } from '../../link/device-tokens.ts';
import type { BoxesService } from './boxes.service.ts';
import { deviceWords } from './device-words.ts';

/** A box, known by its token; nobody in particular on the endpoints that prove themselves. */
export interface BoxCaller extends Caller {
  readonly boxId: BoxId | undefined;
}
/** The box that calls a gated endpoint. */
export const callingBox = ({ caller }: Pick<Call<BoxCaller>, 'caller'>): BoxId => {
  if (caller.boxId === undefined) throw new Bug('a gated endpoint without a box');
  return caller.boxId;
};
export type DeviceGate = { readonly token: 'edge' } | PublicGate;

export const deviceSurface: Surface<BoxCaller, DeviceGate> = {
  name: 'device',
  basePath: '/edge/v1',
  authorise: (caller, gate) => {
    if (!isPublicGate(gate) && caller.boxId === undefined) throw kitFault('unauthenticated', 'Send a device token.');
  },
  renderFault: (fault) => ({ error: fault.code, message: fault.message }),
  requestsPerSecond: 20,
  faults: {},
  document: {
    title: 'Gatehouse device API',
    version: 'v1',
    description: 'What edge boxes say over HTTPS: how one is claimed, how it gets tokens, and what it should be.',
    tags: { edge: { name: 'Boxes', description: 'What a box asks and tells over HTTPS.' } },
    words: deviceWords,
    security: {
      name: 'deviceToken',
      type: 'http',
      scheme: 'bearer',
      description: 'A short-lived HS256 token with the audience `edge`, from `POST /edge/v1/tokens`.',
    },
  },
};

/** Declares an endpoint that boxes call. */
export const deviceEndpoint = endpointsFor(deviceSurface);

/** A token counts as long as its box does: one that was decommissioned is a stranger at once. */
export const authenticateBox =
  (
    tokens: Pick<DeviceTokens, 'verify'>,
    boxes: Pick<BoxesService, 'publicKeyOf'>,
  ): Authenticate<BoxCaller, DeviceGate> =>
  async (request, gate) => {
    if (isPublicGate(gate)) return { boxId: undefined, ...strangerAt(request.remoteAddress) };
    const token = /^bearer +([\w.-]{1,2000})$/i.exec(request.header('authorization') ?? '')?.[1] ?? '';
    const verdict = tokens.verify(token, 'edge');
    const boxId = verdict.ok ? uncheckedId<BoxId>(verdict.subject) : undefined;
    if (boxId === undefined || (await boxes.publicKeyOf(boxId)) === undefined)
      throw refusedThough(
        refusedToken(verdict),
        kitFault('unauthenticated', 'Send a valid device token.', { headers: { 'www-authenticate': 'Bearer' } }),
      );
    return { boxId, actor: `box:${boxId}`, tenant: boxId };
  };

/** Whose token it is that opens nothing here, because it is for something else or its box was decommissioned. */
const refusedToken = ({ ok, subject }: { readonly ok: boolean; readonly subject?: string }) => {
  const [named] = subject?.split('.') ?? [];
  return named === undefined ? undefined : { actor: `${ok ? 'box' : 'device'}:${named}`, tenant: named };
};
