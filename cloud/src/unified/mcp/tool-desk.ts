import { Bug } from '@gatehouse/shared/fault/fault.ts';
import { z } from 'zod';
import type { OwnCall } from '../../kit/http/call.ts';
import type { AnyEndpoint } from '../../kit/http/endpoint.ts';
import type { MountedEndpoint } from '../../kit/http/mount.ts';
import { actsOf } from '../../kit/http/narrowing.ts';
import { yieldToEventLoop } from '../../kit/yield-to-event-loop.ts';
import { mayReach, type PlatformCaller, type PlatformGate } from '../../platform/users/platform-surface.ts';
import type { CallersOf } from '../graphql/asked-for.ts';
import type { ToolDesk, ToolPage } from './protocol.ts';
import { definitionOf, type ToolDefinition } from './tool-definition.ts';
import { sentByTool } from './tool-input.ts';
import { toolResult } from './tool-result.ts';
import { type Tool, toolsOf } from './tools.ts';

export interface ToolDeskDeps {
  readonly declared: readonly AnyEndpoint[];
  /** Once the listeners are made: not before. */
  readonly onePath: () => { readonly endpoints: readonly MountedEndpoint[] };
}

/** Whose tools they are: who they are to endpoints, and which they see. */
export interface ToolHolder {
  readonly callers: CallersOf;
  /** For the list alone: what is called all the same, the endpoint refuses by itself. */
  readonly sees: () => Promise<(endpoint: AnyEndpoint) => boolean>;
}

/** As far as a call of a tool goes by the request that it came in. */
type Request = Pick<OwnCall, 'ask' | 'header' | 'remoteAddress' | 'requestId'>;

const TOOLS_A_PAGE = 50;

/** The tools that there are, listed and called for whoever asks. Made for the first who does. */
export const createToolDesks = ({ declared, onePath }: ToolDeskDeps) => {
  let tools: ReadonlyMap<string, Tool> | undefined;
  const known = (): ReadonlyMap<string, Tool> => {
    tools ??= toolsOf(declared);
    return tools;
  };
  let definitions: ReturnType<typeof defineAll> | undefined;
  const defined = () => {
    definitions ??= defineAll(known());
    return definitions;
  };
  const endpointOf = ({ endpoint }: Tool): MountedEndpoint => {
    const found = onePath().endpoints.find(({ declaration }) => declaration === endpoint);
    if (found === undefined) throw new Bug(`${endpoint.id} is not mounted`);
    return found;
  };

  const list = async (holder: ToolHolder, after: string | undefined): Promise<ToolPage | undefined> => {
    if (after !== undefined && !known().has(after)) return undefined;
    const sees = await holder.sees();
    const all = await defined();
    const rest = all.filter(([{ name, endpoint }]) => (after === undefined || name > after) && sees(endpoint));
    const page = rest.slice(0, TOOLS_A_PAGE);
    const last = page.at(-1);
    return {
      tools: page.map(([, definition]) => definition),
      ...(rest.length > page.length && last !== undefined && { nextCursor: last[0].name }),
    };
  };

  const call = async (
    tool: Tool,
    given: Readonly<Record<string, unknown>>,
    { request, callers }: { readonly request: Request; readonly callers: CallersOf },
  ) => {
    const { method, gate } = tool.endpoint;
    const { params, query, key, input } = sentByTool(tool, given);
    const { remoteAddress, requestId } = request;
    const header = (name: string) => (name === 'idempotency-key' ? key : request.header(name));
    const ran = await request.ask(endpointOf(tool), {
      header,
      authenticate: async () => {
        const [caller] = await callers([{ request: { method, remoteAddress, header, params, query }, gate }]);
        if (caller === undefined) throw new Bug('there is a caller for each request');
        return caller;
      },
      input: async () => input(),
    });
    return toolResult(ran, requestId);
  };

  /** For one request of theirs. */
  return (request: Request, holder: ToolHolder): ToolDesk => ({
    list: (after) => list(holder, after),
    call: async (name, given) => {
      const tool = known().get(name);
      return tool && call(tool, given, { request, callers: holder.callers });
    },
  });
};

/** Some ms for all of them: others have their turn in between. */
const defineAll = async (tools: ReadonlyMap<string, Tool>): Promise<readonly (readonly [Tool, ToolDefinition])[]> => {
  const all: (readonly [Tool, ToolDefinition])[] = [];
  for (const tool of tools.values()) {
    all.push([tool, definitionOf(tool)]);
    await yieldToEventLoop();
  }
  return all;
};

/** Who they are where no place is named: what they hold within what their token is for. */
const ANYWHERE: PlatformGate = { needs: 'facility-staff', in: 'anywhere' };

/** What whoever has a token could call with it at some place. */
export const seenBy = async (callers: CallersOf, { remoteAddress, header }: Omit<Request, 'ask' | 'requestId'>) => {
  const request = { method: 'GET', remoteAddress, header, params: {}, query: () => undefined } as const;
  const [holder] = (await callers([{ request, gate: ANYWHERE }])) as readonly PlatformCaller[];
  return (endpoint: AnyEndpoint): boolean =>
    holder !== undefined &&
    mayReach(holder, endpoint.gate as PlatformGate, { namesOrganisation: namesOrganisation(endpoint) }) &&
    actsOf(endpoint).some((act) => holder.narrowing === undefined || holder.narrowing.acts.has(act));
};

/** Whether nothing can be asked of it without saying of which organisation. */
const namesOrganisation = ({ path, query }: AnyEndpoint): boolean =>
  path.split('/').includes(':organisationId') ||
  (query instanceof z.ZodObject && query.shape.organisationId?.safeParse(undefined).success === false);
