// Generated from the OpenAPI document of the partner console: npm run generate.

export interface ConsoleSession {
  /** The session: `ses_` and 16 characters. It opens nothing. */
  readonly sessionId: string;
  /** For which account. */
  readonly partner: {
    /** The partner account: `ptr_` and 16 characters. */
    readonly partnerId: string;
    /** What the account is called. */
    readonly name: string;
  };
  /** Who signed in. */
  readonly contact: PartnerContact;
  /** When the session ends at the latest (UTC). */
  readonly endsAt: string;
  /** When it ends unless something is asked before (UTC). */
  readonly idleEndsAt: string;
  /** The release of the cloud. */
  readonly version: string;
}

export interface ErrorBody {
  /** The code of the refusal, which does not change: go by it. Every one has a page. */
  readonly error: string;
  /** The refusal in words, for people. May be reworded. */
  readonly message: string;
  /** Names this request in our logs, as the header `X-Request-Id` does. */
  readonly request_id: string;
  /** On invalid_request: what is wrong, where, by which rule. */
  readonly errors?: readonly {
    /** Where in the request: `body.name`, `query.limit`. */
    readonly path: string;
    /** The rule that it broke, in one word, such as `required`. */
    readonly rule: string;
    /** The same in words. */
    readonly message: string;
  }[] | undefined;
}

export interface KeptBody {
  /**
   * For people to read, up to 16 kB: JSON, laid out, in which everything that is about a person, secret or not declared
   * is its kind in brackets, such as `[text]`.
   */
  readonly text: string;
  /** `cut`: there was more of it than is kept. `not_json`: behind the text it is no JSON. */
  readonly state: 'whole' | 'cut' | 'not_json';
  /** How many bytes it had. */
  readonly bytes: number;
}

export interface KeptExchange {
  /** The query of the address, as an object; null where there was none. */
  readonly query: {
    /**
     * For people to read, up to 16 kB: JSON, laid out, in which everything that is about a person, secret or not
     * declared is its kind in brackets, such as `[text]`.
     */
    readonly text: string;
    /** `cut`: there was more of it than is kept. `not_json`: behind the text it is no JSON. */
    readonly state: 'whole' | 'cut' | 'not_json';
  } | null;
  /** The body that was sent; null where there was none, or nobody read it. */
  readonly request: KeptBody | null;
  /** The body that was answered; null where there was none. */
  readonly answer: KeptBody | null;
}

export interface ListedSession {
  /** The session: `ses_` and 16 characters. It opens nothing. */
  readonly sessionId: string;
  /** Whether this request came in it. */
  readonly current: boolean;
  /** Whether requests in it are still answered. */
  readonly live: boolean;
  /** `code`: by e-mail. `link`: made at the machine of the cloud. */
  readonly signedInBy: 'code' | 'link';
  /** When it began (UTC). */
  readonly createdAt: string;
  /** When something was last asked in it (UTC); up to a minute old. */
  readonly seenAt: string;
  /** When it ends unless something is asked, or has ended (UTC). */
  readonly endsAt: string;
  /** From where it began. */
  readonly ip: string;
  /** What the browser calls itself. */
  readonly userAgent: string;
}

export interface PartnerContact {
  /** The contact of the partner: `pct_` and 16 characters. */
  readonly contactId: string;
  /** Where codes to sign in are sent. */
  readonly email: string;
  /** What the person is called. */
  readonly name: string;
  /** `owner` also says who the contacts are and how facilities are named; `developer` does the rest. */
  readonly role: 'owner' | 'developer';
}

export type PartnerId = string;

/** Every operation: what belongs into its path, its query and its body, and what it answers. */
export interface Operations {
  /** List the contacts of your account. */
  'GET /console/v1/contacts': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly PartnerContact[];
    };
  };
  /** Set the contacts of your account. */
  'PUT /console/v1/contacts': {
    readonly body: {
      /** All of them. Who is left out is signed out at once. */
      readonly contacts: readonly {
        /** Where codes to sign in are sent. No two contacts of an account have the same. */
        readonly email: string;
        /** What the person is called. */
        readonly name: string;
        /** `owner` also says who the contacts are and how facilities are named; `developer` does the rest. */
        readonly role: 'owner' | 'developer';
      }[];
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List your keys. */
  'GET /console/v1/keys': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The key. It opens nothing: the key itself is shown once, when it is made. */
        readonly keyId: string;
        /** What tells it from the other keys. */
        readonly label: string;
        /** How its text begins. */
        readonly redacted: string;
        /** `live` reads and writes; `dryrun` rehearses everything and carries out nothing; `read-only` only reads. */
        readonly type: 'live' | 'dryrun' | 'read-only';
        /** `revoked` also where it was rotated and has ended. */
        readonly status: 'active' | 'revoked';
        /** When it was made (UTC). */
        readonly createdAt: string;
        /** Up to ten seconds old. */
        readonly lastUsedAt: string | null;
        /** The address that it was last used from; null where that is not known. */
        readonly lastUsedFrom: string | null;
        /** When it ends or ended, where it was rotated. */
        readonly expiresAt: string | null;
      }[];
    };
  };
  /** Make a key. */
  'POST /console/v1/keys': {
    readonly body: {
      /** `live` reads and writes; `dryrun` rehearses everything and carries out nothing; `read-only` only reads. */
      readonly type: 'live' | 'dryrun' | 'read-only';
      /** Tells it from the other keys: where it is used. */
      readonly label: string;
    };
    readonly answer: {
      /** The key. It opens nothing: the key itself is shown once, when it is made. */
      readonly keyId: string;
      /** Its text, this once: only a hash is kept. */
      readonly key: string;
    };
  };
  /** Revoke a key. */
  'DELETE /console/v1/keys/{keyId}': {
    readonly path: {
      /** The `keyId` of the list. */
      readonly keyId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Replace a key. */
  'POST /console/v1/keys/{keyId}/rotate': {
    readonly path: {
      /** The `keyId` of the list. */
      readonly keyId: string;
    };
    readonly body: {
      /** How many days the old key goes on working: 0 to 30. */
      readonly overlapDays: number;
    };
    readonly answer: {
      /** The key. It opens nothing: the key itself is shown once, when it is made. */
      readonly keyId: string;
      /** Its text, this once: only a hash is kept. */
      readonly key: string;
    };
  };
  /** Read your request log. */
  'GET /console/v1/requests': {
    readonly query?: {
      /** Those that were answered so: one status such as 404, or its first digit for all that begin with it. */
      readonly status?: number | undefined;
      /** Those to this endpoint, by its id, such as `doors.unlock`. */
      readonly endpoint?: string | undefined;
      /** Those that came with this key. */
      readonly keyId?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The request, as its header `X-Request-Id` named it. */
        readonly requestId: string;
        /** When the request came (UTC). */
        readonly at: string;
        /** The key. It opens nothing: the key itself is shown once, when it is made. */
        readonly keyId: string | null;
        /** The HTTP method. */
        readonly method: string;
        /** The path, without its query. */
        readonly path: string;
        /** The id of the endpoint; null where there is none. */
        readonly endpoint: string | null;
        /** The HTTP status that was answered. */
        readonly status: number;
        /** Milliseconds from the request to the answer. */
        readonly durationMs: number;
        /** Where the request came from: an IP address. */
        readonly remoteAddress: string;
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read one of your requests. */
  'GET /console/v1/requests/{requestId}': {
    readonly path: {
      /** As the answer to the request named it. */
      readonly requestId: string;
    };
    readonly answer: {
      /** The request, as its header `X-Request-Id` named it. */
      readonly requestId: string;
      /** When the request came (UTC). */
      readonly at: string;
      /** The key. It opens nothing: the key itself is shown once, when it is made. */
      readonly keyId: string | null;
      /** The HTTP method. */
      readonly method: string;
      /** The path, without its query. */
      readonly path: string;
      /** The id of the endpoint; null where there is none. */
      readonly endpoint: string | null;
      /** The HTTP status that was answered. */
      readonly status: number;
      /** Milliseconds from the request to the answer. */
      readonly durationMs: number;
      /** Where the request came from: an IP address. */
      readonly remoteAddress: string;
      /** What was skipped and ignored of its items, as its answer said. */
      readonly remarks: readonly {
        /** Where the item stood in the batch, from 0. */
        readonly index: number;
        /** The facility that the remark is about. Null: the item named none. */
        readonly facilityId: string | null;
        /** What names the item, by the partner’s own identifiers. */
        readonly ids: { readonly [name: string]: string };
        /** The field that was not taken; null: the whole item was skipped. */
        readonly path: string | null;
        /** Names the field and the rule that it broke. */
        readonly reason: string;
      }[];
      /**
       * What was sent and answered. Null where it is not kept: of a success with a key that is no dryrun key, after 7
       * days, and where very much was refused within an hour.
       */
      readonly exchange: KeptExchange | null;
    };
  };
  /** Read who you are. */
  'GET /console/v1/session': {
    readonly answer: ConsoleSession;
  };
  /** Sign in with a code. */
  'POST /console/v1/session': {
    readonly body: {
      /** The account: `ptr_` and 16 characters. */
      readonly partnerId: PartnerId;
      /** Which of its contacts. Without it the code goes to the owner who was added first. */
      readonly email?: string | undefined;
      /** The code of the newest e-mail. */
      readonly code: string;
    };
    readonly answer: ConsoleSession;
  };
  /** Sign out. */
  'DELETE /console/v1/session': {
    readonly answer: {
      /** The session: `ses_` and 16 characters. It opens nothing. */
      readonly sessionId: string;
    };
  };
  /** Ask for a code to sign in. */
  'POST /console/v1/session-codes': {
    readonly body: {
      /** The account: `ptr_` and 16 characters. */
      readonly partnerId: PartnerId;
      /** Which of its contacts. Without it the code goes to the owner who was added first. */
      readonly email?: string | undefined;
    };
    readonly answer: {
      /** For so many seconds the code counts. */
      readonly expiresInSeconds: number;
    };
  };
  /** Sign in with a link from the machine. */
  'POST /console/v1/session/link': {
    readonly body: {
      /** What is behind the `#` of the link. */
      readonly token: string;
    };
    readonly answer: ConsoleSession;
  };
  /** List your sessions. */
  'GET /console/v1/sessions': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly ListedSession[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** End one of your sessions. */
  'DELETE /console/v1/sessions/{sessionId}': {
    readonly path: {
      /** The `sessionId` of the list. */
      readonly sessionId: string;
    };
    readonly answer: {
      /** The session: `ses_` and 16 characters. It opens nothing. */
      readonly sessionId: string;
    };
  };
  /** Make a key for trying. */
  'POST /console/v1/try-keys': {
    readonly answer: {
      /** The key. It opens nothing: the key itself is shown once, when it is made. */
      readonly keyId: string;
      /** Its text, this once: only a hash is kept. */
      readonly key: string;
      /** When it ends at the latest (UTC). */
      readonly endsAt: string;
    };
  };
}
