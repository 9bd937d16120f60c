// Generated from the OpenAPI document of the partner console: npm run generate.

export interface ConsoleProfile {
  /** Where people read about the partner; null where nobody has said. */
  readonly website: string | null;
  /** Whom to write to while something is down; null where nobody has said. */
  readonly outageEmail: string | null;
  /** Whom to write to about keys and leaks: told of changes of the account, too. Null where nobody has said. */
  readonly securityEmail: string | null;
  /** What facilities and staff know you by. Whoever administers your account changes it. */
  readonly name: string;
}

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

export interface ConsoleSettings {
  /**
   * How the partner’s requests name a facility: by its id here, or by an identifier of the partner’s own, which each
   * facility sets.
   */
  readonly linkingMethod: 'facility_id' | 'linking_identifier';
  /** What facilities call the linking identifier, such as “Branch code”. */
  readonly linkingLabel: string;
  /** What every linking identifier of the partner begins with, checked where one is set. Empty: anything. */
  readonly prefix: string;
  /** Further fields that facilities fill in when they enable the integration. All of them. */
  readonly customFields: readonly {
    /** Names the field: no two are alike. */
    readonly key: string;
    /** What facilities read beside the field. */
    readonly label: string;
  }[];
  /** Requests a second by endpoint id, where they are not the default. Whoever runs the platform sets them. */
  readonly rateLimits: { readonly [name: string]: number };
  /** The tag of all of this: what `ifSeen` names. */
  readonly seen: string;
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

export interface LinkedFacility {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What the facility is called. */
  readonly name: string;
  /**
   * `linked`: requests can name it. `waiting`: it has enabled your integration, and lacks your code. `ended`: it has
   * disabled it.
   */
  readonly state: 'linked' | 'waiting' | 'ended';
  /** Since when it is so (UTC); null where that was not kept yet. */
  readonly since: string | null;
  /** Your code for the facility; null where it has none. */
  readonly linkingIdentifier: string | null;
}

export interface LinkedOrganisation {
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: string;
  /** What the organisation is called; of one that has ended, as it was called then. */
  readonly name: string;
  /**
   * `linked`: your requests reach it. `waiting`: something is missing. `refused`: its admins took back their consent to
   * your keys. `ended`: it was linked.
   */
  readonly state: 'linked' | 'waiting' | 'refused' | 'ended';
  /** Since when it is so (UTC); null where that was not kept yet. */
  readonly since: string | null;
  /**
   * Why your requests do not reach it. `key`: you have none. `consent`: an admin of the organisation lets one of your
   * keys reach it. `enabling`: staff of a facility enable your integration. `identifier`: they enter your code for the
   * facility.
   */
  readonly missing: readonly ('key' | 'consent' | 'enabling' | 'identifier')[];
  /** How its facilities stand. */
  readonly facilities: {
    /** How many the organisation has. */
    readonly all: number;
    /** Of these, how many have enabled your integration, and can be named by a request. */
    readonly linked: number;
    /** How many have enabled it, and lack your code for them. */
    readonly unnamed: number;
    /** How many had enabled it, and have disabled it. */
    readonly ended: number;
  };
}

export interface LinkingBreaks {
  /** How requests name facilities now. */
  readonly from: 'facility_id' | 'linking_identifier';
  /** How they would. */
  readonly to: 'facility_id' | 'linking_identifier';
  /** The tag of all of this: what `ifSeen` names. */
  readonly seen: string;
  /** How many organisations have facilities that are linked now. */
  readonly organisations: number;
  /** How many facilities are linked now: from the change on each is named in the other way. */
  readonly facilities: number;
  /** How many of these no request could name any more until their staff have entered your code for them. */
  readonly unnamed: number;
  /** How many members you have sent to these facilities, as far as they were counted. */
  readonly members: number;
  /** How many of these at facilities that no request could name. */
  readonly unnamedMembers: number;
  /** False where there are more members than are counted at once. */
  readonly isWhole: boolean;
  /** How many keys are in use: whatever sends with them has to name facilities in the other way. */
  readonly keys: number;
  /** The facilities, those that could not be named first: 100 at most. */
  readonly places: readonly {
    /** The organisation: `org_` and 16 characters. */
    readonly organisationId: string;
    /** What the organisation is called. */
    readonly organisationName: string;
    /** The facility: `fac_` and 16 characters. */
    readonly facilityId: string;
    /** What the facility is called. */
    readonly facilityName: string;
    /** Your code for the facility; null where it has none. */
    readonly linkingIdentifier: string | null;
    /** Whether a request could name it after the change. */
    readonly isNamed: boolean;
    /** How many members you have sent to it; null where they were not counted. */
    readonly members: number | null;
  }[];
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

export interface ProfileChange {
  /** Where people read about the partner; null where nobody has said. */
  readonly website?: string | null | undefined;
  /** Whom to write to while something is down; null where nobody has said. */
  readonly outageEmail?: string | null | undefined;
  /** Whom to write to about keys and leaks: told of changes of the account, too. Null where nobody has said. */
  readonly securityEmail?: string | null | undefined;
}

export interface SettingsChange {
  /**
   * The `seen` of the settings that you looked at; where `linkingMethod` changes, that of what it breaks. Refused with
   * 412 where it is another by now.
   */
  readonly ifSeen: string;
  /**
   * How the partner’s requests name a facility: by its id here, or by an identifier of the partner’s own, which each
   * facility sets.
   */
  readonly linkingMethod?: 'facility_id' | 'linking_identifier' | undefined;
  /** What facilities call the linking identifier, such as “Branch code”. */
  readonly linkingLabel?: string | undefined;
  /** What every linking identifier of the partner begins with, checked where one is set. Empty: anything. */
  readonly prefix?: string | undefined;
  /** Further fields that facilities fill in when they enable the integration. All of them. */
  readonly customFields?: readonly {
    /** Names the field: no two are alike. */
    readonly key: string;
    /** What facilities read beside the field. */
    readonly label: string;
  }[] | undefined;
}

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
  /** List your organisations. */
  'GET /console/v1/organisations': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly LinkedOrganisation[];
    };
  };
  /** List the facilities of one of your organisations. */
  'GET /console/v1/organisations/{organisationId}/facilities': {
    readonly path: {
      /** The organisation, by the list. */
      readonly organisationId: string;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly LinkedFacility[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read your profile. */
  'GET /console/v1/profile': {
    readonly answer: ConsoleProfile;
  };
  /** Change your profile. */
  'PATCH /console/v1/profile': {
    readonly body: ProfileChange;
    readonly answer: ConsoleProfile;
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
  /** Read your settings. */
  'GET /console/v1/settings': {
    readonly answer: ConsoleSettings;
  };
  /** Change your settings. */
  'PATCH /console/v1/settings': {
    readonly body: SettingsChange;
    readonly answer: ConsoleSettings;
  };
  /** See what another linking method breaks. */
  'GET /console/v1/settings/linking': {
    readonly query: {
      /** What it would be changed to. */
      readonly linkingMethod: 'facility_id' | 'linking_identifier';
    };
    readonly answer: LinkingBreaks;
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
