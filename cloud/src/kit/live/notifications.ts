/**
 * What is sent to other processes on the same database: that something has changed, by its name alone. A notification may be lost:
 * whoever listens also looks by themselves.
 */
export interface Notifications {
  send(name: string): void;
  /** Is told what the other processes send. Returns how to stop that. */
  listen(listener: (name: string) => void): () => void;
  close(): Promise<void>;
}

/** Of a process that has its database for itself. */
export const noNotifications: Notifications = {
  send: () => undefined,
  listen: () => () => undefined,
  close: async () => undefined,
};
