/** How a masked value looks: it is always the same for the same value, so that joins and uniqueness hold. `none` is an empty list. */
export type Mask = 'email' | 'phone' | 'name' | 'id' | 'text' | 'none';

/** A table whose rows a sync takes from another installation, by columns. */
export interface CopiedTable {
  /** Taken as they are. */
  readonly copied: readonly string[];
  /** Taken as masks alone. */
  readonly masked: Readonly<Record<string, Mask>>;
  /** Not taken: new rows have their default there, and rows that are there keep what they have. */
  readonly left: readonly string[];
  /** Rows never change here: a sync adds what is new, and nothing else. */
  readonly onlyGrows: boolean;
}

/**
 * What a sync to staging may do with a table. `never` for keys, sessions, codes, credentials, whatever boxes enforce, audit, journal,
 * mail and webhooks, for what people have signed, and for whatever is agreed with somebody outside for one installation alone.
 */
export type TablePolicy = 'never' | CopiedTable;
export type Owned = Readonly<Record<string, TablePolicy>>;

interface CopyOptions {
  readonly mask?: Readonly<Record<string, Mask>>;
  /** Columns that are not taken, parted by spaces. */
  readonly leave?: string;
  readonly onlyGrows?: boolean;
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** A table that is copied: these columns as they are, parted by spaces. A column that nobody names is not copied, and fails a test. */
export const copy = (columns: string, { mask = {}, leave = '', onlyGrows = false }: CopyOptions = {}): CopiedTable => ({
  copied: words(columns),
  masked: mask,
  left: words(leave),
  onlyGrows,
});

/** The tables that belong to no module, by the folder that writes them. None is ever copied. */
export const KIT_TABLES: Readonly<Record<string, readonly string[]>> = {
  'cloud/src/kit/http/': ['audit_entry', 'request_log', 'kept_exchange', 'rate_hit', 'http_reply'],
  'cloud/src/kit/live/': ['live_picture', 'live_change'],
  'cloud/src/link/': ['used_challenge'],
  'cloud/src/kit/db/': ['schema_migration', 'schema_migration_lock'],
};
