/** A serial line as the transactions see it: bytes out, bytes in, there or not there. */
export interface Wire {
  readonly up: boolean;
  /** Throws away everything received and not yet delivered. May never settle once the line is gone. */
  flush(): Promise<void>;
  /** Hands the bytes over in this very turn. `handed` is called when the system has taken them, which may be never. */
  send(bytes: Uint8Array, handed: () => void): void;
  /** Closes the line so that bytes still waiting in it are never sent, and opens it again. */
  abandon(why: string): void;
  /** The one who listens to the line; replaces the one before. */
  listen(listener: WireListener): void;
  close(): Promise<void>;
}

export interface WireListener {
  /** The line was opened: what comes next may have waited in the system before anybody listened. */
  readonly up?: () => void;
  readonly bytes: (bytes: Uint8Array) => void;
  readonly down: (why: string) => void;
}
