/** How the agent speaks with the clients of its own broker, whether that broker runs just now or not. */
export interface LocalPort {
  connected(client: string): boolean;
  /** Sends to one client if it is connected now; `false` when it is not. Nothing is ever kept for it. */
  send(client: string, message: LocalSending): boolean;
  /** Hears one client: what it says, and that it came or went. Returns how to stop listening. */
  listen(client: string, listener: LocalListener): () => void;
}

export interface LocalSending {
  readonly name: string;
  readonly payload: object;
}

export interface LocalListener {
  /** The payload as JSON had it; not checked yet. */
  readonly onMessage: (name: string, payload: unknown) => void;
  readonly onPresence?: (connected: boolean) => void;
}
