/** What the kit needs of a logger; pino's fits. Fields never hold secrets or bodies. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
