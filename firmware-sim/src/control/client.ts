import type { BusFrame } from '../buses/pty/trace.ts';
import type { EdgeHardware } from '../edge-config.ts';
import type { SiteEvent } from '../world/site.ts';
import type { CommandOutcome } from './command.ts';
import type { CommandList } from './routes.ts';
import type { SimulatorState } from './state.ts';
import type { Recording } from './step.ts';

/** What `/events` tells. */
export type SimulatorEvent =
  | { readonly event: 'state'; readonly data: SimulatorState }
  | { readonly event: 'happening'; readonly data: SiteEvent }
  | { readonly event: 'frame'; readonly data: BusFrame };

/** A refusal of the control API, or its absence (`unreachable`). */
export class SimulatorRefusal extends Error {
  override readonly name = 'SimulatorRefusal';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface SimulatorClient {
  state(): Promise<SimulatorState>;
  commands(): Promise<CommandList>;
  /** What happened lately, oldest first. */
  happenings(): Promise<readonly SiteEvent[]>;
  /** Everything that was done since the simulator began. */
  recording(): Promise<Recording>;
  /** The part of an agent's own file that this building decides, with doors by their names. */
  edgeConfig(): Promise<EdgeHardware>;
  /** The last frames of a bus, oldest first. */
  trace(bus: string): Promise<readonly BusFrame[]>;
  door(name: string, command: string, body?: object): Promise<CommandOutcome>;
  wire(name: string, command: string, body?: object): Promise<CommandOutcome>;
  bus(name: string, command: string, body?: object): Promise<CommandOutcome>;
  board(name: string, command: string, body?: object): Promise<CommandOutcome>;
  controller(name: string, command: string, body?: object): Promise<CommandOutcome>;
  reader(name: string, command: string, body?: object): Promise<CommandOutcome>;
  site(command: string, body?: object): Promise<CommandOutcome>;
  /** Everything that happens from now on, after the state and what happened lately; ends with the simulator or `signal`. */
  events(signal?: AbortSignal): AsyncGenerator<SimulatorEvent>;
  /** Resolves with the first state that fits, the present one included. Rejects when `signal` aborts. */
  until(fits: (state: SimulatorState) => boolean, signal: AbortSignal): Promise<SimulatorState>;
}

/** A client of the control API at `baseUrl`. Every call rejects with a SimulatorRefusal. */
export const createSimulatorClient = (baseUrl: string): SimulatorClient => {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    let response: Response;
    try {
      response = await fetch(new URL(path, baseUrl), init);
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      throw new SimulatorRefusal('unreachable', `No simulator answers at ${baseUrl}.`);
    }
    if (response.ok) return response;
    const body = (await response.json().catch(() => ({}))) as { error?: string; message?: string };
    throw new SimulatorRefusal(body.error ?? `http_${response.status}`, body.message ?? response.statusText);
  };
  const get = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T;
  const post = async (path: string, body: object = {}): Promise<CommandOutcome> => {
    const headers = { 'content-type': 'application/json' };
    const response = await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as CommandOutcome;
  };
  const named = (folder: string) => (name: string, command: string, body?: object) =>
    post(`/${folder}/${encodeURIComponent(name)}/${command}`, body);

  async function* events(signal?: AbortSignal): AsyncGenerator<SimulatorEvent> {
    const response = await call('/events', signal ? { signal } : {});
    if (response.body === null) return;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(message) ?? [];
        if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) } as SimulatorEvent;
      }
    }
  }

  return {
    state: () => get('/state'),
    commands: () => get('/commands'),
    happenings: () => get('/happenings'),
    recording: () => get('/recording'),
    edgeConfig: () => get('/edge-config'),
    trace: (bus) => get(`/bus/${encodeURIComponent(bus)}/trace`),
    door: named('doors'),
    wire: named('wires'),
    bus: named('bus'),
    board: named('boards'),
    controller: named('controllers'),
    reader: named('readers'),
    site: (command, body) => post(`/site/${command}`, body),
    events,
    until: async (fits, signal) => {
      for await (const { event, data } of events(signal)) if (event === 'state' && fits(data)) return data;
      throw new SimulatorRefusal('unreachable', 'The simulator went away before its state fitted.');
    },
  };
};
