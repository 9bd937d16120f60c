// Generated from the OpenAPI document of the platform API: npm run generate.

export interface AccessCalendar {
  /** The facility’s: by whose clock days and local times are. */
  readonly timezone: string;
  /** The days, in order. */
  readonly days: readonly {
    /** The local date. */
    readonly date: string;
    /** How long that day is there: 1,440, but 1,380 or 1,500 where clocks change by an hour. */
    readonly minutes: number;
  }[];
  /** The door that was asked for, or the doors of the facility by name. */
  readonly doors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** What it is called. */
    readonly name: string;
    /** In order and without gaps: each is answered otherwise than the one before. */
    readonly stretches: readonly {
      /** Where it begins, inclusive (UTC). */
      readonly from: string;
      /** Where it ends, exclusive: the beginning of the next one (UTC). */
      readonly until: string;
      /** What the facility’s clock shows at its beginning. The same time twice where clocks go back. */
      readonly localFrom: string;
      /** What the facility’s clock shows at its end. */
      readonly localUntil: string;
      /** Whether the door opens to them. */
      readonly verdict: 'allowed' | 'denied';
      /** `granted`, or why not, by the access reasons. */
      readonly reason: string;
      /** What opens: a `permanent_grant`, a `plan`, one in its days of `grace`, a `window`. */
      readonly via?: string | undefined;
      /** Whose plan or window opens. Left out where staff’s own grant does, and of what stays closed. */
      readonly source?: {
        /** The partner account: `ptr_` and 16 characters. */
        readonly partnerId: string;
        /** What the partner is called. */
        readonly name: string;
      } | undefined;
    }[];
  }[];
  /**
   * There is more than one answer takes, 100 doors and 10,000 stretches: ask for a door by itself, or for fewer days.
   */
  readonly more: boolean;
}

export interface AccessStatistics {
  /** Where the period begins, inclusive (UTC). */
  readonly from: string;
  /** Where the period ends, exclusive (UTC). */
  readonly to: string;
  /** By whose clock blocks begin: the facility’s. */
  readonly timezone: string;
  /** Unlocks before that are not kept any more, and are not counted. */
  readonly unlocksFrom: string;
  /** Entries and denials likewise. */
  readonly entriesFrom: string;
  /** Every block of the period in order, those too in which nothing happened. */
  readonly blocks: readonly {
    /** Where it begins; the first one where the period does (UTC). */
    readonly from: string;
    /** Where it ends: the next one’s beginning (UTC). */
    readonly until: string;
    /** Unlocks that were asked for by the API, of partners and of staff. */
    readonly unlocks: number;
    /** Those of them after which the lock was seen unlocked, or was commanded where nothing can see it. */
    readonly unlocked: number;
    /** People whom boxes let in by themselves, at readers. */
    readonly entries: number;
    /** People whom boxes did not let in, by reason, the most frequent first. */
    readonly denials: readonly {
      /** Why, by the access reasons. */
      readonly reason: string;
      /** How many were turned away so. */
      readonly count: number;
    }[];
  }[];
  /** Every door that is here, and those that had anything, by name. */
  readonly doors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** What it is called; null of one that is not here any more. */
    readonly name: string | null;
    /** Unlocks that were asked for by the API, of partners and of staff. */
    readonly unlocks: number;
    /** Those of them after which the lock was seen unlocked, or was commanded where nothing can see it. */
    readonly unlocked: number;
    /** People whom boxes let in by themselves, at readers. */
    readonly entries: number;
    /** People whom boxes did not let in, by reason, the most frequent first. */
    readonly denials: readonly {
      /** Why, by the access reasons. */
      readonly reason: string;
      /** How many were turned away so. */
      readonly count: number;
    }[];
    /** Within so many ms half of its confirmed unlocks had their answer; null where there was none. */
    readonly p50Ms: number | null;
    /** Within so many ms 95 of 100 of its confirmed unlocks had their answer; null where there was none. */
    readonly p95Ms: number | null;
    /** Within so many ms 99 of 100 of its confirmed unlocks had their answer; null where there was none. */
    readonly p99Ms: number | null;
  }[];
  /**
   * The boxes that are here now, as the cloud heard of them. While the cloud itself was away, a box counts as it was
   * before.
   */
  readonly boxes: readonly {
    /** The box: the same as the `uuid` of its door controller. */
    readonly boxId: string;
    /** What staff call it; null where nobody has said. */
    readonly name: string | null;
    /** From when on it is known: it was not here before, or that is not kept. */
    readonly knownFrom: string;
    /** Until when it is known. Not later than now. */
    readonly knownUntil: string;
    /** For how long of that it was heard of. An absence under a minute is not seen. */
    readonly upSeconds: number;
    /** How often it was away, also where it was so from the beginning. */
    readonly awayTimes: number;
  }[];
}

export interface AdminNote {
  /** The note. */
  readonly noteId: string;
  /** In words, for people. */
  readonly text: string;
  /** Who wrote it. */
  readonly writtenBy: By;
  /** When it was written (UTC). */
  readonly writtenAt: string;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
}

export interface Agreement {
  /** The agreement: `agr_` and 16 characters. */
  readonly agreementId: string;
  /** Whose agreement it is; null: the platform’s. */
  readonly organisationId: OrgId | null;
  /** What it is called. */
  readonly title: string;
  /** `club`: each club agrees as a whole. `club-user`: people at clubs agree, each for themselves. */
  readonly kind: 'club' | 'club-user';
  /**
   * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
   */
  readonly requirement: 'signature' | 'checkbox' | 'popup' | 'none';
  /** `draft`: never published. `active`: asked of those that it is for. `archived`: asked of nobody any more. */
  readonly state: 'draft' | 'active' | 'archived';
  /** The version that counts; null: none was published. */
  readonly version: number | null;
  /** From which day on that holds, where each club is; null: none was published. */
  readonly effectiveOn: string | null;
  /** Whether there is a draft of the next version. */
  readonly draft: boolean;
  /** Whom it is for: `all`, every club of whom it belongs to; or some organisations and clubs of it. */
  readonly audience: 'all' | {
    /** Every club of these organisations. */
    readonly organisations: readonly OrgId[];
    /** These clubs besides. */
    readonly facilities: readonly FacilityId[];
  };
  /** Counts the changes that were saved. */
  readonly revision: number;
  /** How many clubs it is for. */
  readonly clubs: number;
  /** How many of those have acknowledged it as it is there now. */
  readonly acknowledged: number;
  /** How many have not, of what is asked of them. */
  readonly outstanding: number;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
  /** How people at clubs are asked; null: it is for clubs. */
  readonly cua: CuaConfig | null;
  /** What the version says that counts; null: none was published. */
  readonly published: {
    /** What it is called. */
    readonly title: string;
    /**
     * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
     */
    readonly requirement: 'signature' | 'checkbox' | 'popup' | 'none';
    /** What it says, in Markdown. */
    readonly body: string;
    /** What is different from the version before. */
    readonly changeNote: string;
    /**
     * False: who had acknowledged the version before need not do so again; it is never said that they accepted this
     * one.
     */
    readonly reacknowledge: boolean;
    /** From which day on it holds, where each club is. */
    readonly effectiveOn: string;
    /** Its files. */
    readonly attachments: readonly AgreementAttachment[];
  } | null;
  /** What the next version is going to say; null: there is no draft. */
  readonly drafted: {
    /** What it is called. */
    readonly title: string;
    /**
     * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
     */
    readonly requirement: 'signature' | 'checkbox' | 'popup' | 'none';
    /** What it says, in Markdown. */
    readonly body: string;
    /** What is different from the version before. */
    readonly changeNote: string;
    /**
     * False: who had acknowledged the version before need not do so again; it is never said that they accepted this
     * one.
     */
    readonly reacknowledge: boolean;
    /** From when it is to hold; null: from the day on that it is published. */
    readonly effectiveOn: string | null;
    /** Its files, by their ids. */
    readonly attachments: readonly string[];
    /** The same, with their names. */
    readonly files: readonly AgreementAttachment[];
  } | null;
  /** Every version, the newest first, 200 at most. */
  readonly versions: readonly AgreementVersion[];
}

export interface AgreementAttachment {
  /** The file. */
  readonly attachmentId: string;
  /** What it is called. */
  readonly name: string;
  /** Of its bytes, in hex. */
  readonly sha256: string;
}

export interface AgreementClause {
  /** The heading of the part of the body that it is about. */
  readonly heading: string;
  /** What that part says at this club, in Markdown; null: it does not hold there. */
  readonly text: string | null;
}

export interface AgreementClauseInput {
  /** The heading of the part of the body that it is about. */
  readonly heading: string;
  /** What that part says at this club, in Markdown; null: it does not hold there. */
  readonly text: string | null;
}

export interface AgreementForPeople {
  /** The agreement. */
  readonly agreementId: string;
  /** What it is called. */
  readonly title: string;
  /** Nobody is asked any more for what is archived. */
  readonly state: 'active' | 'archived';
  /** The version that whoever is asked now is asked for. */
  readonly version: number;
}

export interface AgreementSignature {
  /** What holds the evidence. */
  readonly signatureId: string;
  /** The agreement: `agr_` and 16 characters. */
  readonly agreementId: string;
  /** The club that it was signed for. */
  readonly facilityId: FacilityId;
  /** The version that was signed. */
  readonly version: number;
  /**
   * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
   */
  readonly method: 'signature' | 'checkbox' | 'popup' | 'none';
  /** Of the document as it was read. */
  readonly documentSha256: string;
  /** Of the evidence, which the audit has as well. */
  readonly evidenceSha256: string;
  /** Who signed. */
  readonly signedBy: By;
  /** When that was (UTC). */
  readonly signedAt: string;
}

export interface AgreementSummary {
  /** The agreement: `agr_` and 16 characters. */
  readonly agreementId: string;
  /** Whose agreement it is; null: the platform’s. */
  readonly organisationId: OrgId | null;
  /** What it is called. */
  readonly title: string;
  /** `club`: each club agrees as a whole. `club-user`: people at clubs agree, each for themselves. */
  readonly kind: 'club' | 'club-user';
  /**
   * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
   */
  readonly requirement: 'signature' | 'checkbox' | 'popup' | 'none';
  /** `draft`: never published. `active`: asked of those that it is for. `archived`: asked of nobody any more. */
  readonly state: 'draft' | 'active' | 'archived';
  /** The version that counts; null: none was published. */
  readonly version: number | null;
  /** From which day on that holds, where each club is; null: none was published. */
  readonly effectiveOn: string | null;
  /** Whether there is a draft of the next version. */
  readonly draft: boolean;
  /** Whom it is for: `all`, every club of whom it belongs to; or some organisations and clubs of it. */
  readonly audience: 'all' | {
    /** Every club of these organisations. */
    readonly organisations: readonly OrgId[];
    /** These clubs besides. */
    readonly facilities: readonly FacilityId[];
  };
  /** Counts the changes that were saved. */
  readonly revision: number;
  /** How many clubs it is for. */
  readonly clubs: number;
  /** How many of those have acknowledged it as it is there now. */
  readonly acknowledged: number;
  /** How many have not, of what is asked of them. */
  readonly outstanding: number;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
}

export interface AgreementVariation {
  /** The agreement: `agr_` and 16 characters. */
  readonly agreementId: string;
  /** The club. */
  readonly facilityId: FacilityId;
  /** Counts from 1: every change is a new one. */
  readonly revision: number;
  /** The parts that differ; empty: nothing does any more. */
  readonly clauses: readonly AgreementClause[];
  /** Why, for those at the club who are asked anew. */
  readonly note: string;
  /** From which day on it holds, where the club is. */
  readonly fromOn: string;
  /** The last day on which it holds; null: until it is changed. */
  readonly untilOn: string | null;
  /** Of all that it says, as canonical JSON. */
  readonly sha256: string;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
}

export interface AgreementVariationInForce {
  /** Which variation it is: counts from 1. */
  readonly revision: number;
  /** The parts that differ. */
  readonly clauses: readonly AgreementClause[];
  /** Why, for those who are asked anew. */
  readonly note: string;
  /** From which day on it holds, where the club is. */
  readonly fromOn: string;
  /** The last day on which it holds; null: until it is changed. */
  readonly untilOn: string | null;
}

export interface AgreementVersion {
  /** Counts from 1. */
  readonly version: number;
  /** What it was called. */
  readonly title: string;
  /**
   * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
   */
  readonly requirement: 'signature' | 'checkbox' | 'popup' | 'none';
  /** What was different from the version before. */
  readonly changeNote: string;
  /**
   * False: who had acknowledged the version before need not do so again; it is never said that they accepted this one.
   */
  readonly reacknowledge: boolean;
  /** From which day on it held, where each club is. */
  readonly effectiveOn: string;
  /** Of all that it says, as canonical JSON. */
  readonly sha256: string;
  /** Who published it. */
  readonly publishedBy: By;
  /** When that was (UTC). */
  readonly publishedAt: string;
}

export interface AiActivity {
  /** This entry: `aia_` and 16 characters. */
  readonly activityId: string;
  /** When. */
  readonly at: string;
  /** Who did it. */
  readonly by: By;
  /** What was done. */
  readonly kind: 'enabled' | 'paused' | 'resumed' | 'auto-recharge' | 'spend-limit' | 'spend-reset' | 'guardrails' | 'agent-caps' | 'key-made' | 'key-changed' | 'key-deleted';
  /** What it came to, in words. */
  readonly what: string;
}

export interface AiAdjusted {
  /** The transaction. Null: it waits for a second person. */
  readonly transactionId: string | null;
  /** What a second person approves. Null: nobody has to. */
  readonly approvalId: string | null;
  /** The balance by now, in millionths of the currency. */
  readonly balanceMicros: number;
  /** What requests may be held for by now. */
  readonly availableMicros: number;
}

export interface AiAgent {
  /** The agent, by its device. */
  readonly deviceId: string;
  /** What the device is called. Null: it is at the facility no more. */
  readonly name: string | null;
  /** What it may spend. Null: it has no cap of its own. */
  readonly capCents: number | null;
  /** When the cap begins anew. Null: there is none. */
  readonly capReset: 'day' | 'week' | 'month' | 'total' | null;
  /** What it spent today, in millionths of the currency. */
  readonly todayMicros: number;
  /** What it spent this month, in millionths of the currency. */
  readonly monthMicros: number;
  /** When it asked a model last, to the quarter of an hour. Null: not in 400 days. */
  readonly lastUsedAt: string | null;
}

export interface AiAutoRecharge {
  /** Whether credit is bought by itself. */
  readonly enabled: boolean;
  /** Credit at or below it is topped up. Null: it is off. */
  readonly thresholdCents: number | null;
  /** By how much. Null: it is off. */
  readonly amountCents: number | null;
}

export interface AiConfig {
  /** Whether the facility uses AI models at all. */
  readonly enabled: boolean;
  /** Whether the gate refuses everything. */
  readonly inferencePaused: boolean;
  /** Why it is paused. Null: it is not, or nobody said. */
  readonly pauseReason: string | null;
  /** Whether credit is bought by itself. */
  readonly autoRecharge: AiAutoRecharge;
  /** What the whole facility may spend. Null: no limit. */
  readonly spendLimit: {
    /** What may be spent, in the smallest unit of the currency. */
    readonly limitCents: number;
    /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
    readonly reset: 'day' | 'week' | 'month' | 'total';
  } | null;
  /** What holds for requests to models. */
  readonly guardrails: readonly AiGuardrail[];
  /** What agents may spend. */
  readonly agentCaps: readonly {
    /** The agent, by the UUID of its device. */
    readonly deviceId: string;
    /** What it may spend, in the smallest unit of the currency. */
    readonly capCents: number;
    /** When that begins anew. */
    readonly reset: 'day' | 'week' | 'month' | 'total';
  }[];
}

export interface AiFigures {
  /** How many requests. */
  readonly requests: number;
  /** How many of them did not end with `ok`. */
  readonly failed: number;
  /** Tokens that were sent. */
  readonly tokensIn: number;
  /** Tokens that came back. */
  readonly tokensOut: number;
  /** What they cost, in millionths of the currency. */
  readonly costMicros: number;
  /** How long they took on average. Null: there were none. */
  readonly meanMs: number | null;
  /** How long their first token took on average. Null: of none it is known. */
  readonly meanFirstTokenMs: number | null;
}

export interface AiGuardrail {
  /** For people. */
  readonly name: string;
  /** For each key and agent of the facility; else for the keys that name it. */
  readonly everywhere: boolean;
  /** None but these; null: any. Several lists intersect. */
  readonly allowedModels: readonly string[] | null;
  /** A request asks for no more than that; null: no limit. */
  readonly maxOutputTokens: number | null;
  /** Of all that the guardrail is for, together; null: none. */
  readonly spendCap: {
    /** What may be spent, in the smallest unit of the currency. */
    readonly limitCents: number;
    /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
    readonly reset: 'day' | 'week' | 'month' | 'total';
  } | null;
  /** Each is looked for. */
  readonly contentFilters: readonly {
    /** What is looked for; `card` and `iban` count only where their check digits fit. */
    readonly kind: 'email' | 'phone' | 'card' | 'iban' | 'pattern';
    /** Of `pattern` only: an expression of RE2, for which time is linear. */
    readonly pattern?: string | undefined;
    /** Where it is looked for: in what is asked, in what is answered. */
    readonly on: 'input' | 'output' | 'both';
    /** What is done where it is found; `block` beats `redact`. */
    readonly action: 'block' | 'redact' | 'flag';
  }[];
  /** Made by us: `grd_` and 16 characters. */
  readonly guardrailId: GuardrailId;
}

export interface AiKey {
  /** SHA-256 of its text, hex: what names it everywhere. */
  readonly keyHash: string;
  /** What it is used for. */
  readonly label: string;
  /** How its text begins. */
  readonly hint: string;
  /** How much may be spent by it. Null: no cap of its own. */
  readonly spendCap: {
    /** What may be spent, in the smallest unit of the currency. */
    readonly limitCents: number;
    /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
    readonly reset: 'day' | 'week' | 'month' | 'total';
  } | null;
  /** None but these. Null: any that the facility may ask. */
  readonly allowedModels: readonly string[] | null;
  /** Guardrails that hold for it, beside those that hold everywhere. */
  readonly guardrailIds: readonly GuardrailId[];
  /** What is looked for in what it sends and gets. */
  readonly contentFilters: readonly {
    /** What is looked for; `card` and `iban` count only where their check digits fit. */
    readonly kind: 'email' | 'phone' | 'card' | 'iban' | 'pattern';
    /** Of `pattern` only: an expression of RE2, for which time is linear. */
    readonly pattern?: string | undefined;
    /** Where it is looked for: in what is asked, in what is answered. */
    readonly on: 'input' | 'output' | 'both';
    /** What is done where it is found; `block` beats `redact`. */
    readonly action: 'block' | 'redact' | 'flag';
  }[];
  /** Requests a minute. Null: no limit of its own. */
  readonly rpmLimit: number | null;
  /** Tokens a minute. Null: no limit of its own. */
  readonly tpmLimit: number | null;
  /** From when on it is refused. Null: it does not expire. */
  readonly expiresAt: string | null;
  /** Whether it is refused. */
  readonly disabled: boolean;
  /** Who made it. */
  readonly madeBy: By;
  /** When it was made. */
  readonly madeAt: string;
  /** When it was changed last. */
  readonly changedAt: string;
  /** When it was used last. Null: never. */
  readonly lastUsedAt: string | null;
}

export interface AiLog {
  /** The request: `gen_` and 16 characters. */
  readonly generationId: string;
  /** When it came in. */
  readonly at: string;
  /** Whether a key or an agent made it. */
  readonly source: 'key' | 'agent';
  /** The key. Null: it was an agent. */
  readonly keyHash: string | null;
  /** The agent, by its device. Null: it was a key. */
  readonly deviceId: string | null;
  /** The model that was asked for. */
  readonly model: string;
  /** Who was asked. Null: nobody was. */
  readonly provider: string | null;
  /** Tokens that were sent. */
  readonly tokensIn: number;
  /** Tokens that came back. */
  readonly tokensOut: number;
  /** What it cost, in millionths of the currency. */
  readonly costMicros: number;
  /** How long the first token took. Null: it is not known. */
  readonly firstTokenMs: number | null;
  /** How long it took in all. Null: it is not known. */
  readonly ms: number | null;
  /** How it ended. */
  readonly status: 'ok' | 'error' | 'blocked' | 'refused' | 'limited' | 'cancelled';
  /** Why it did not end with `ok`, in a word. Null: it did. */
  readonly code: string | null;
  /** Who counted the tokens. Null: there were none to count. */
  readonly usageSource: 'provider' | 'lookup' | 'estimated' | 'recovered' | null;
}

export interface AiModel {
  /** What requests call it. */
  readonly model: string;
  /** Who runs it. */
  readonly provider: string;
  /** What a million tokens cost that are sent, in millionths of the currency. */
  readonly inputMicrosPerMillion: number;
  /** What a million tokens cost that come back. */
  readonly outputMicrosPerMillion: number;
  /** How many tokens fit, both ways together. */
  readonly contextTokens: number;
  /** How many come back at most. */
  readonly maxOutputTokens: number;
  /** Whether the facility may ask it. */
  readonly allowed: boolean;
  /** Why not. Null: it may. */
  readonly why: string | null;
}

export interface AiOverview {
  /** Whether the facility uses AI models at all. */
  readonly enabled: boolean;
  /** The balance, in millionths of the currency: what there is, less what is owed. */
  readonly balanceMicros: number;
  /** What requests may be held for: nothing as long as anything is owed. */
  readonly availableMicros: number;
  /** What requests hold that are under way. */
  readonly heldMicros: number;
  /** What was given back of top-ups beyond the credit. It is taken from what comes in next. */
  readonly owedMicros: number;
  /** Whether the gate refuses everything. */
  readonly inferencePaused: boolean;
  /** Why it is paused. Null: it is not, or nobody said. */
  readonly pauseReason: string | null;
  /** Whether credit is bought by itself. */
  readonly autoRecharge: AiAutoRecharge;
  /** What the whole facility may spend. Null: no limit. */
  readonly spendLimit: {
    /** What may be spent, in the smallest unit of the currency. */
    readonly limitCents: number;
    /** When it begins anew, by the facility’s calendar. */
    readonly reset: 'day' | 'week' | 'month' | 'total';
    /** What counts towards it by now. */
    readonly usedMicros: number;
    /** When it begins anew next. Null: by itself never. */
    readonly resetsAt: string | null;
  } | null;
  /** How many days the credit lasts, as it was spent in the last seven. Null: nothing was spent. */
  readonly runwayDays: number | null;
  /** Where clients of the protocol are pointed at. Null: there is no model to ask. */
  readonly gateUrl: string | null;
  /** What all of it is in, ISO 4217. */
  readonly currency: string;
  /** The time zone that was asked for, or the facility’s. */
  readonly timezone: string;
}

export interface AiStatement {
  /** The month, `YYYY-MM`, by UTC. */
  readonly month: string;
  /** The balance before it. */
  readonly openingMicros: number;
  /** What came in. */
  readonly topupMicros: number;
  /** What was given back: 0 or below. */
  readonly refundMicros: number;
  /** What was granted, less what was taken back. */
  readonly adjustmentMicros: number;
  /** What requests came to: 0 or below. */
  readonly usageMicros: number;
  /** How many requests that were paid for. */
  readonly requests: number;
  /** The balance after it: the opening and all of these. */
  readonly closingMicros: number;
  /** Whether nothing of it changes any more: from the 2nd of the next month on. */
  readonly final: boolean;
}

export interface AiTransaction {
  /** The transaction: `atx_` and 16 characters. */
  readonly transactionId: string;
  /** `charge-reconcile`: requests of a UTC day. `trueup-shortfall`: what the platform bore of a request. */
  readonly type: 'topup' | 'charge-reconcile' | 'refund' | 'adjustment' | 'trueup-shortfall';
  /** When; of `charge-reconcile` the last moment of its day. */
  readonly at: string;
  /** The day in the books, by UTC. */
  readonly day: string;
  /** What it did to the balance, in millionths of the currency. */
  readonly micros: number;
  /** What the platform bore; the balance has nothing of it. */
  readonly coveredMicros: number;
  /** Of `charge-reconcile`: how many requests. Else null. */
  readonly requests: number | null;
  /** The id of what it is about: a top-up, an invoice, a request; or the day. */
  readonly about: string;
  /** What somebody wrote beside it. Null: nothing. */
  readonly note: string | null;
  /** Who posted it. */
  readonly postedBy: By;
  /** Whether there is a receipt. */
  readonly hasReceipt: boolean;
}

export interface AiUsageStats {
  /** Where it begins, inclusive. */
  readonly from: string;
  /** Where it ends, exclusive. */
  readonly to: string;
  /** What the groups are told apart by. */
  readonly groupBy: 'model' | 'key' | 'source' | 'provider' | 'status';
  /** What the groups are divided by once more. Null: by nothing. */
  readonly subgroupBy: 'model' | 'key' | 'source' | 'provider' | 'status' | null;
  /** All together. */
  readonly totals: AiFigures;
  /** What costs most comes first. */
  readonly groups: readonly {
    /** The model, the key’s hash and so on. Null: it has none. */
    readonly key: string | null;
    /** How many requests. */
    readonly requests: number;
    /** How many of them did not end with `ok`. */
    readonly failed: number;
    /** Tokens that were sent. */
    readonly tokensIn: number;
    /** Tokens that came back. */
    readonly tokensOut: number;
    /** What they cost, in millionths of the currency. */
    readonly costMicros: number;
    /** How long they took on average. Null: there were none. */
    readonly meanMs: number | null;
    /** How long their first token took on average. Null: of none it is known. */
    readonly meanFirstTokenMs: number | null;
    /** The group, divided. */
    readonly subgroups: readonly {
      /** The model, the key’s hash and so on. Null: it has none. */
      readonly key: string | null;
      /** How many requests. */
      readonly requests: number;
      /** How many of them did not end with `ok`. */
      readonly failed: number;
      /** Tokens that were sent. */
      readonly tokensIn: number;
      /** Tokens that came back. */
      readonly tokensOut: number;
      /** What they cost, in millionths of the currency. */
      readonly costMicros: number;
      /** How long they took on average. Null: there were none. */
      readonly meanMs: number | null;
      /** How long their first token took on average. Null: of none it is known. */
      readonly meanFirstTokenMs: number | null;
    }[];
  }[];
  /** How long each part of `series` is. */
  readonly bucketSeconds: number;
  /** The same over time. */
  readonly series: readonly {
    /** When the part begins. */
    readonly at: string;
    /** How many requests. */
    readonly requests: number;
    /** How many of them did not end with `ok`. */
    readonly failed: number;
    /** Tokens that were sent. */
    readonly tokensIn: number;
    /** Tokens that came back. */
    readonly tokensOut: number;
    /** What they cost, in millionths of the currency. */
    readonly costMicros: number;
    /** How long they took on average. Null: there were none. */
    readonly meanMs: number | null;
    /** How long their first token took on average. Null: of none it is known. */
    readonly meanFirstTokenMs: number | null;
  }[];
  /** The time of the same length just before. Null: it was not asked for. */
  readonly previous: {
    /** Where it begins, inclusive. */
    readonly from: string;
    /** Where it ends, exclusive. */
    readonly to: string;
    /** All together. */
    readonly totals: AiFigures;
  } | null;
}

export interface Alarm {
  /** The alarm: `alm_` and 16 characters. */
  readonly alarmId: string;
  /** What it is, such as `door_forced_open`: a kind of warning that needs somebody now. */
  readonly kind: string;
  /** What it is about, by ids; what they are, the kind says. */
  readonly subject: string;
  /** The door that it is about. Null: it is about no one door. */
  readonly doorId: string | null;
  /** What its doors are called. Null: it is about none. */
  readonly about: string | null;
  /** The warning that it is of, as it was raised last. */
  readonly warningId: string;
  /** How often its cause came: one that comes again within ten minutes is the same alarm. */
  readonly times: number;
  /** When it began (UTC). */
  readonly openedAt: string;
  /** How many steps of the plan were told. */
  readonly step: number;
  /** How many the plan has. */
  readonly steps: number;
  /** When the next step is told (UTC). Null: somebody has it, its cause is gone, or none is left. */
  readonly nextStepAt: string | null;
  /** When people were told last (UTC). Null: they were not yet. */
  readonly toldAt: string | null;
  /** Since when its cause is gone by itself (UTC). Null: it is there. */
  readonly clearedAt: string | null;
  /** When it is over, unless its cause comes again before (UTC). Null: that is there, or it is over. */
  readonly overAt: string | null;
  /** Who has it. Null: nobody. */
  readonly ownedBy: By | null;
  /** Since when (UTC). Null: nobody has it. */
  readonly ownedAt: string | null;
  /** When it was over (UTC). Null: it is not. */
  readonly endedAt: string | null;
  /** Who said that it is over. Null: it is not, or went by itself. */
  readonly endedBy: By | null;
}

export interface AlarmKind {
  /** The kind of warning. */
  readonly kind: string;
  /** As people are told of it. */
  readonly title: string;
  /** Why it cannot wait. */
  readonly why: string;
  /** Nobody is told of one that is over within this time. */
  readonly tellAfterSeconds: number;
}

export interface AlarmPerson {
  /** The user of the platform: `usr_` and 16 characters. */
  readonly userId: string;
  /** What they are called. */
  readonly name: string;
  /** The highest that they hold there. */
  readonly role: 'org-admin' | 'facility-manager' | 'facility-staff';
}

export interface AlarmPlan {
  /** Who is told, one step after the other, until somebody takes the alarm. */
  readonly steps: readonly {
    /** How long after the step before, in minutes; of the first, after the alarm began. */
    readonly afterMinutes: number;
    /**
     * Groups, each by the highest role that somebody holds there. `staff_with_pushes`: those of the staff who want to
     * be told of such alarms in their browsers.
     */
    readonly tell: readonly ('managers' | 'staff' | 'staff_with_pushes' | 'organisation_admins')[];
    /** People by name, beside those groups. */
    readonly users: readonly {
      /** The user of the platform: `usr_` and 16 characters. */
      readonly userId: string;
      /** What they are called now. Null: not known, or not any more. */
      readonly name: string | null;
    }[];
  }[];
  /** Whether nobody has set one here: then it is the usual one. */
  readonly isUsual: boolean;
  /** Who set it last. Null: nobody did. */
  readonly setBy: By | null;
  /** When (UTC). Null: it never was. */
  readonly setAt: string | null;
}

export interface AlarmPush {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** The kinds of alarms that you are told of, of those that `GET /api/alarm-kinds` lists. */
  readonly kinds: readonly string[];
  /** When you are told by e-mail instead. Null: at any time in your browsers. */
  readonly quiet: {
    /** When they begin, by the clocks of the facility. */
    readonly from: string;
    /** When they end, likewise; the next day where that is earlier. */
    readonly until: string;
  } | null;
  /** When you set it last (UTC). */
  readonly setAt: string;
}

export interface AlarmWithEntries {
  /** The alarm: `alm_` and 16 characters. */
  readonly alarmId: string;
  /** What it is, such as `door_forced_open`: a kind of warning that needs somebody now. */
  readonly kind: string;
  /** What it is about, by ids; what they are, the kind says. */
  readonly subject: string;
  /** The door that it is about. Null: it is about no one door. */
  readonly doorId: string | null;
  /** What its doors are called. Null: it is about none. */
  readonly about: string | null;
  /** The warning that it is of, as it was raised last. */
  readonly warningId: string;
  /** How often its cause came: one that comes again within ten minutes is the same alarm. */
  readonly times: number;
  /** When it began (UTC). */
  readonly openedAt: string;
  /** How many steps of the plan were told. */
  readonly step: number;
  /** How many the plan has. */
  readonly steps: number;
  /** When the next step is told (UTC). Null: somebody has it, its cause is gone, or none is left. */
  readonly nextStepAt: string | null;
  /** When people were told last (UTC). Null: they were not yet. */
  readonly toldAt: string | null;
  /** Since when its cause is gone by itself (UTC). Null: it is there. */
  readonly clearedAt: string | null;
  /** When it is over, unless its cause comes again before (UTC). Null: that is there, or it is over. */
  readonly overAt: string | null;
  /** Who has it. Null: nobody. */
  readonly ownedBy: By | null;
  /** Since when (UTC). Null: nobody has it. */
  readonly ownedAt: string | null;
  /** When it was over (UTC). Null: it is not. */
  readonly endedAt: string | null;
  /** Who said that it is over. Null: it is not, or went by itself. */
  readonly endedBy: By | null;
  /** What became of it, from the beginning. */
  readonly entries: readonly {
    /** When (UTC). */
    readonly at: string;
    /** What became of it. */
    readonly what: 'opened' | 'came_again' | 'told' | 'told_nobody' | 'acknowledged' | 'handed_over' | 'given_back' | 'right_lost' | 'note' | 'cleared' | 'over' | 'resolved';
    /** Who did it. Null: nobody, it went by itself. */
    readonly doneBy: By | null;
    /** Which step was told, from 1. Null: none was. */
    readonly step: number | null;
    /** Who was told in their browsers. */
    readonly pushed: readonly {
      /** The user of the platform: `usr_` and 16 characters. */
      readonly userId: string;
      /** What they are called now. Null: not known, or not any more. */
      readonly name: string | null;
    }[];
    /** Who was told by e-mail. */
    readonly mailed: readonly {
      /** The user of the platform: `usr_` and 16 characters. */
      readonly userId: string;
      /** What they are called now. Null: not known, or not any more. */
      readonly name: string | null;
    }[];
    /** To whom it was handed, or who lost the right to it. Null: it is about nobody else. */
    readonly user: {
      /** The user of the platform: `usr_` and 16 characters. */
      readonly userId: string;
      /** What they are called now. Null: not known, or not any more. */
      readonly name: string | null;
    } | null;
    /** What somebody wrote. Null: nothing. */
    readonly note: string | null;
  }[];
}

export interface AlarmsAtFacility {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What the facility is called. */
  readonly name: string;
  /** How many are not over. */
  readonly open: number;
  /** How many of those nobody has. */
  readonly unowned: number;
  /** When the first of those began (UTC). Null: somebody has each. */
  readonly unownedSince: string | null;
}

export interface AllRates {
  /** For each facility and day. */
  readonly pricePerFacilityDay: number;
  /** For each door and day. */
  readonly pricePerDoorDay: number;
  /** For each box in service and day. */
  readonly pricePerBoxDay: number;
  /** For each device that is no box, and day. */
  readonly pricePerDeviceDay: number;
  /** For each camera and day. */
  readonly pricePerCameraDay: number;
  /** For each member and day. */
  readonly pricePerMemberDay: number;
  /** For each gigabyte (10^9 bytes) that is stored, and day. */
  readonly pricePerGBStored: number;
  /** For each gigabyte (10^9 bytes) that goes out. */
  readonly pricePerGBTransferred: number;
  /** For each gigabyte (10^9 bytes) of backups, and day. */
  readonly pricePerBackupGB: number;
  /** For each segment of a text message that was handed over. */
  readonly pricePerSms: number;
  /** For each e-mail that was sent. */
  readonly pricePerEmail: number;
  /** For a thousand events of doors; each single one counts. */
  readonly pricePerThousandEvents: number;
  /** What is added to the cost of models, in per cent. */
  readonly aiMarkupPercent: number;
}

export interface AuditActor {
  /** `other`: a device that had no identity yet. */
  readonly kind: 'user' | 'partner' | 'box' | 'other';
  /** The user, the partner account, the box, or where it came from. */
  readonly actorId: string;
  /** Of a partner: which of its keys. */
  readonly keyId: string | null;
  /** Of a user, as long as it is known. */
  readonly email: string | null;
  /** By which people know them. Null: not known any more. */
  readonly name: string | null;
  /** Of a user: whether they were deleted since. */
  readonly deleted: boolean;
}

export interface AuditDay {
  /** The day (UTC). */
  readonly day: string;
  /**
   * `intact`: as it was sealed. `forgotten`: kept long enough, and given up; the seal stays. `not_checked`: only the
   * seal was looked at. All others are wrong.
   */
  readonly state: 'intact' | 'forgotten' | 'not_checked' | 'entries_missing' | 'entries_added' | 'entries_changed' | 'seal_broken' | 'seal_missing' | 'forgotten_early';
  /** How many were sealed. */
  readonly entries: number | null;
  /** SHA-256 that chains the day to the one before it, in hexadecimal. Null: the day is not sealed yet. */
  readonly hash: string | null;
  /** When the entries of the day were removed, their time being over (UTC). Null: they are there. */
  readonly forgottenAt: string | null;
}

export interface AuditEntry {
  /** This entry of the audit. */
  readonly entryId: string;
  /** When the request came. */
  readonly at: string;
  /** What was done, in the word of the audit. */
  readonly event: string;
  /** The operation, by its id in this document. */
  readonly endpoint: string;
  /** Who sent the request. */
  readonly actor: AuditActor;
  /** Whom they acted as, where that was somebody else. */
  readonly actingAs: AuditActor | null;
  /** Whose it is. Null: nobody’s in particular. */
  readonly organisation: {
    /** The organisation: `org_` and 16 characters. */
    readonly organisationId: string;
    /** What it is called. Null: it is gone. */
    readonly name: string | null;
  } | null;
  /** Where it happened. Null: nowhere in particular. */
  readonly facility: {
    /** The facility: `fac_` and 16 characters. */
    readonly facilityId: string;
    /** What it is called. Null: it is gone. */
    readonly name: string | null;
  } | null;
  /** What it was done to. */
  readonly target: string | null;
  /** `ok`, `replayed` (what an earlier request with the same idempotency key got), or the code of the error. */
  readonly outcome: string;
  /** The HTTP status that was answered. */
  readonly status: number;
  /** Milliseconds from the request to the answer. */
  readonly durationMs: number;
  /** The request, as its header `X-Request-Id` named it. */
  readonly requestId: string;
  /** Where the request came from: an IP address. */
  readonly remoteAddress: string;
  /** Which way the request came in. `http`: at the path of the endpoint itself. `socket`: over the live socket. */
  readonly via: string;
  /** The session of a console that it came in; null where it came with a key. */
  readonly sessionId: string | null;
}

export interface AutoTopup {
  /** Whether the wallet is topped up by itself. */
  readonly enabled: boolean;
  /** A balance at or below it is topped up. */
  readonly thresholdCents: number | null;
  /** By how much. */
  readonly amountCents: number | null;
  /** How much within a month at most (UTC). */
  readonly monthlyMaxCents: number | null;
}

export interface AutoTopupInput {
  /** Whether the wallet is topped up by itself. */
  readonly enabled: boolean;
  /** A balance at or below it is topped up. */
  readonly thresholdCents?: number | null | undefined;
  /** By how much. */
  readonly amountCents?: number | null | undefined;
  /** How much within a month at most (UTC). */
  readonly monthlyMaxCents?: number | null | undefined;
}

export interface BalanceTransaction {
  /** As the provider calls it. */
  readonly transactionId: string;
  /** What it is, in the provider’s word. */
  readonly type: string;
  /** What moved. In the smallest unit of the currency. */
  readonly amountCents: number;
  /** What the provider keeps of it. In the smallest unit of the currency. */
  readonly feeCents: number;
  /** What the balance changes by. In the smallest unit of the currency. */
  readonly netCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** `pending` until it can be paid out. */
  readonly state: string;
  /** What it comes of, as the provider calls it. */
  readonly sourceId: string | null;
  /** When it happened. */
  readonly createdAt: string;
  /** From when on it can be paid out. */
  readonly availableAt: string;
}

export interface BankEntry {
  /** This entry of the audit. */
  readonly entryId: string;
  /** The file that it came in first. */
  readonly fileId: string;
  /** The account of ours, by its IBAN or as the bank calls it. */
  readonly account: string;
  /** The bank’s own. Null: it gave none. */
  readonly bankReference: string | null;
  /** The day on which the bank booked it. */
  readonly bookedOn: string;
  /** In the smallest unit of its currency. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Whether it came in or went out. */
  readonly direction: 'credit' | 'debit';
  /** Whether it takes back one that came before. */
  readonly reversal: boolean;
  /** What the payer wrote. */
  readonly text: string;
  /** Who paid, as the bank names them, as long as it waits. */
  readonly payer: string | null;
  /** How far it has come. */
  readonly state: 'settled' | 'waiting' | 'credited' | 'dismissed';
  /** Why, in the words of who said so. Null: nobody has said. */
  readonly reason: 'no_reference' | 'mistyped' | 'several_references' | 'amount_mismatch' | 'reference_cancelled' | 'already_settled' | 'other_currency' | 'debit' | 'reversal' | null;
  /** The reference that was read. Null: none. */
  readonly reference: string | null;
  /** Whose it may be, by the references that it is near to. */
  readonly mayBeOf: readonly string[];
  /** Whose it became. Null: nobody’s. */
  readonly ownerKey: string | null;
  /** Its transfer in the ledger. Null: there is none. */
  readonly transferId: string | null;
  /** What whoever decided it wrote. */
  readonly note: string | null;
  /** When somebody decided it. */
  readonly decidedAt: string | null;
}

export interface BillingAnalytics {
  /** Each month, the oldest first. */
  readonly series: readonly {
    /** `YYYY-MM`, UTC. */
    readonly month: string;
    /** What the days came to, in cents. */
    readonly billedCents: number;
    /** What was debited from wallets and what was paid by records, in cents. */
    readonly paidCents: number;
    /** What was used, by charge. */
    readonly usageByCharge: readonly {
      /** The charge; `custom` for all custom charges. */
      readonly charge: string;
      /** How much was counted, over all days. */
      readonly quantity: number;
      /** What it came to, in cents. */
      readonly cents: number;
    }[];
    /** What models cost, in millionths of the major unit. */
    readonly aiMicros: number;
  }[];
  /** All of them together. */
  readonly totals: {
    /** What the days came to, in cents. */
    readonly billedCents: number;
    /** What was debited from wallets and what was paid by records, in cents. */
    readonly paidCents: number;
    /** What was used, by charge. */
    readonly usageByCharge: readonly {
      /** The charge; `custom` for all custom charges. */
      readonly charge: string;
      /** How much was counted, over all days. */
      readonly quantity: number;
      /** What it came to, in cents. */
      readonly cents: number;
    }[];
    /** What models cost, in millionths of the major unit. */
    readonly aiMicros: number;
  };
  /** What is owed by records at present, in cents. */
  readonly outstandingCents: number;
  /** When this was reckoned (UTC). */
  readonly asOf: string;
  /** Whether that was for somebody else who asked before: within five minutes. */
  readonly cached: boolean;
}

export interface BillingApproval {
  /** What waits for a second person: `apr_` and 16 characters. */
  readonly approvalId: string;
  /**
   * An adjustment of a wallet or of AI credit, a forced match of a payment, a payment of a statement that is credited,
   * or a credit note.
   */
  readonly kind: 'adjust' | 'match' | 'entry' | 'credit-note';
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** What is to be moved, in the smallest unit of the currency. */
  readonly amountCents: number;
  /** How far it has come. */
  readonly state: 'pending' | 'approved' | 'refused';
  /** Who asked for it. */
  readonly askedBy: By;
  /** When they did. */
  readonly askedAt: string;
  /** Until when it can be approved. */
  readonly endsAt: string;
  /** Who decided. Null: nobody has. */
  readonly decidedBy: By | null;
  /** When they did. Null: nobody has. */
  readonly decidedAt: string | null;
  /** The transfer that came of it. Null: none did. */
  readonly transferId: string | null;
}

export interface BillingHealth {
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** What the organisation or the facility is called. */
  readonly name: string;
  /** Whether it is kept for its books alone. */
  readonly archived: boolean;
  /** Whether it is metered and not billed. */
  readonly billingDisabled: boolean;
  /** How it is billed. */
  readonly billingMethod: 'wallet' | 'invoice';
  /** The balance of its wallet. */
  readonly balanceCents: number;
  /** The gravest that is so. */
  readonly health: 'ok' | 'low' | 'depleted' | 'overdue' | 'restricted' | 'disabled';
  /** What is overdue of its records. */
  readonly overdueCents: number;
  /** What this month came to so far. */
  readonly monthToDateCents: number;
  /** Its automatic top-up. */
  readonly autoTopup: {
    /** Whether it is on. */
    readonly state: 'on' | 'off';
    /** Why the last one failed. Null: none did. */
    readonly failedCode: string | null;
  };
  /** Its prepaid credit for AI models. */
  readonly ai: {
    /** Credit for AI models, in millionths of the currency. */
    readonly availableMicros: number;
    /** Whether AI models are paused. */
    readonly paused: boolean;
  };
}

export interface BillingProfile {
  /** Paid ahead and debited daily, or billed once a month. */
  readonly billingMethod: 'wallet' | 'invoice';
  /** How money comes in. */
  readonly paymentMethod: 'card' | 'bank-transfer' | 'none';
  /** Who pays for a facility: it itself, or its organisation. */
  readonly payerScope: 'organisation' | 'facility';
  /** Metered, and never billed. */
  readonly billingDisabled: boolean;
  /** Days until an invoice is due. */
  readonly netDays: number;
  /** What comes of a debt. */
  readonly lockoutPolicy: LockoutPolicy;
  /** Whether the wallet is topped up by itself. */
  readonly autoTopup: AutoTopup;
}

export interface BlockedAtFacility {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What the facility is called. */
  readonly name: string;
  /** Where nobody gets in now, by name. */
  readonly doors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** What the door is called. */
    readonly name: string;
    /**
     * `kept_closed`: by staff. `board_silent`: the box is there, and the board of the lock does not answer.
     * `lock_fault`: the lock says that it cannot.
     */
    readonly why: 'lockdown' | 'kept_closed' | 'board_silent' | 'lock_fault';
    /** Who has made it so. Null: nobody has, or that is not known. */
    readonly by: string | null;
    /** Why, in their words, or in those of the lock. Null: not known. */
    readonly reason: string | null;
    /** When it ends by itself (UTC). Null: it does not. */
    readonly until: string | null;
  }[];
  /** How many other doors are not heard of now: they decide by themselves, and nobody here can tell. */
  readonly unseen: number;
}

export type BoxId = string;

export interface BoxJournal {
  /** Which journal of the box it is from: a new one begins when its store was lost. */
  readonly epoch: string;
  /** When the first of it came (UTC). */
  readonly begunAt: string;
  /** Up to this number everything is stored. */
  readonly storedThrough: number;
  /** The highest number that is stored. */
  readonly highest: number;
  /** Since when a number below a stored one is missing; null: none is. */
  readonly gapSince: string | null;
  /** What is missing and is asked for, lowest first, at most 100. */
  readonly missing: readonly {
    /** The first number. */
    readonly from: number;
    /** The last number. */
    readonly to: number;
  }[];
  /** What never will come: neither the cloud nor the box has it. */
  readonly lost: readonly {
    /** The first number. */
    readonly from: number;
    /** The last number. */
    readonly to: number;
    /** When that was found out (UTC). */
    readonly notedAt: string;
  }[];
}

export interface By {
  /** `system`: by order at the machine, or by the product itself. */
  readonly kind: 'user' | 'partner' | 'device' | 'box' | 'system';
  /** Of the user, the partner, the device or the box; of `system` what is on record. */
  readonly id: string;
  /** What they are called now. Null: not known, or not any more. */
  readonly name: string | null;
}

export interface CardCharge {
  /** As the provider calls it. */
  readonly chargeId: string;
  /** The payment that it was tried for. */
  readonly paymentIntentId: string | null;
  /** What was paid; below 0 where it was given back, or is disputed. In the smallest unit of the currency. */
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** How it stands, in the provider’s word. */
  readonly state: string;
  /** Why it failed, was given back or is disputed, in the provider’s word. */
  readonly reason: string | null;
  /** Of which brand the card is. */
  readonly cardBrand: string | null;
  /** How the number of the card ends. */
  readonly last4: string | null;
  /** When it happened. */
  readonly at: string;
}

export interface CardPayout {
  /** As the provider calls it. */
  readonly payoutId: string;
  /** What goes to the bank. In the smallest unit of the currency. */
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** How it stands, in the provider’s word. */
  readonly state: string;
  /** Why the bank did not take it, in the provider’s word. */
  readonly failureCode: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it should be at the bank. */
  readonly arrivesAt: string;
}

export interface CardTopup {
  /** The top-up. */
  readonly topupId: string;
  /** Whose wallet it is for. */
  readonly ownerKey: string;
  /** How much, in the smallest unit of the currency. */
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** `open`: nobody knows yet that it was paid, or that it will not be. */
  readonly state: 'open' | 'paid' | 'failed' | 'cancelled';
  /** Why it failed, in the provider’s word. */
  readonly failedCode: string | null;
  /** When that was known. Null: it is not yet. */
  readonly endedAt: string | null;
}

export interface ChangedAccess {
  /** The members of the source who are this person. */
  readonly memberIds: readonly string[];
  /** The person, as the staff of the facility know them. */
  readonly personId?: string | undefined;
  /** What a partner calls them now. Left out where none does. */
  readonly name?: string | undefined;
  /** What becomes of each door. */
  readonly doors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** Times at which the door would open and does not now. */
    readonly gains: readonly {
      /** Where the time begins at which the door would open and does not now (UTC). */
      readonly from: string;
      /** Where that time ends (UTC). */
      readonly to: string;
    }[];
    /** Times at which the door opens and would no longer. */
    readonly loses: readonly {
      /** Where the time begins at which the door opens and would no longer (UTC). */
      readonly from: string;
      /** Where that time ends (UTC). */
      readonly to: string;
    }[];
    /** There are more than the 50 intervals that are named of each. */
    readonly more: boolean;
  }[];
}

export interface ChangedDevice {
  /** The device or the door controller. */
  readonly uuid: string;
  /** What sort of thing it is, in one word. */
  readonly kind: 'camera' | 'ai-edge-processor' | 'core-ai-agent' | 'display-screen' | 'router' | 'generic' | 'door-controller';
  /** What the device is; null for any other kind. */
  readonly detectedType: 'camera' | 'ai-edge-processor' | 'door-controller' | 'core-ai-agent' | null;
  /** Null for a box that staff call nothing. */
  readonly name: string | null;
  /** Of a box: what staff wrote down of it, or else at a door that it drives. */
  readonly serialNumber: string | null;
  /** The maker’s name for what it is. Null: nobody has said. */
  readonly model: string | null;
  /** Null: the device belongs nowhere. */
  readonly facilityId: string | null;
  /** What the facility is called. Null: the device belongs nowhere. */
  readonly facilityName: string | null;
  /** The user whom the device belongs to. Null: nobody in particular. */
  readonly ownerUserId: string | null;
  /** The device’s own page on its LAN. */
  readonly webAddress: string | null;
  /** What the device is told, by name. */
  readonly settings: { readonly [name: string]: string | number | boolean };
  /** What a box last said it runs. */
  readonly agentVersion: string | null;
  /** When it was registered (UTC). */
  readonly registeredAt: string;
  /** When the device last said something itself. */
  readonly updatedAt: string | null;
  /** Whether that was five minutes ago or less. */
  readonly online: boolean;
  /** Since when and for how long the maker answers for it. */
  readonly warranty: Warranty;
  /** What the device authenticates with. It is shown here and never again. */
  readonly secret?: string | undefined;
}

export interface Charge {
  /** Names the charge for good: overrides and invoices go by it. */
  readonly key: string;
  /** What people read. */
  readonly label: string;
  /** In the smallest unit of the currency, without tax. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What it is charged for: each club, each member, or one time. */
  readonly per: 'club' | 'member' | 'once';
  /** How often. Null exactly where it is charged one time. */
  readonly period: 'week' | 'month' | 'quarter' | 'year' | null;
  /** Tax on top, in hundredths of a per cent. */
  readonly taxBasisPoints: number;
  /** Whether it is charged at all. */
  readonly active: boolean;
}

export interface ChargeInput {
  /** Names the charge for good: overrides and invoices go by it. */
  readonly key: string;
  /** What people read. */
  readonly label: string;
  /** In the smallest unit of the currency, without tax. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What it is charged for: each club, each member, or one time. */
  readonly per: 'club' | 'member' | 'once';
  /** How often. Null exactly where it is charged one time. */
  readonly period: 'week' | 'month' | 'quarter' | 'year' | null;
  /** Tax on top, in hundredths of a per cent. */
  readonly taxBasisPoints: number;
  /** Whether it is charged at all. */
  readonly active: boolean;
}

export interface ChargeOverride {
  /** A facility of the organisation. */
  readonly facilityId: FacilityId;
  /** The charge. */
  readonly key: string;
  /** What it is there, in place of the organisation’s amount. */
  readonly amountMinor?: number | undefined;
  /** Whether it is not charged there. */
  readonly disabled?: boolean | undefined;
}

export interface ChargeOverrideInput {
  /** A facility of the organisation. */
  readonly facilityId: FacilityId;
  /** The charge. */
  readonly key: string;
  /** What it is there, in place of the organisation’s amount. */
  readonly amountMinor?: number | undefined;
  /** Whether it is not charged there. */
  readonly disabled?: boolean | undefined;
}

export interface ChargesConfig {
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: string;
  /** Which one this is: 0 where nothing was ever saved. */
  readonly revision: number;
  /** The first day that it holds. Null: nothing was ever saved. */
  readonly effectiveOn: string | null;
  /** All charges, in the order to be shown. */
  readonly charges: readonly Charge[];
  /** What is different at single facilities. */
  readonly overrides: readonly ChargeOverride[];
  /** The revision that holds today (UTC). Null: none does yet. */
  readonly inEffect: number | null;
  /** Who saved it. Null: nobody did. */
  readonly savedBy: By | null;
  /** When it was saved (UTC). Null: it never was. */
  readonly savedAt: string | null;
}

export interface ClubAgreement {
  /** The agreement: `agr_` and 16 characters. */
  readonly agreementId: string;
  /** What it is called. */
  readonly title: string;
  /**
   * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
   */
  readonly requirement: 'signature' | 'checkbox' | 'popup' | 'none';
  /** `archived`: it was asked of this club, and is no more. */
  readonly state: 'active' | 'archived';
  /** The version that counts. */
  readonly version: number;
  /** What is different from the version before. */
  readonly changeNote: string;
  /** From which day on it holds, where the club is. */
  readonly effectiveOn: string;
  /** When it was published (UTC). */
  readonly publishedAt: string;
  /** Its files. */
  readonly attachments: readonly AgreementAttachment[];
  /** The acknowledgement that counts for the document as it is; null: there is none. */
  readonly acknowledged: {
    /** What holds the evidence of it. */
    readonly signatureId: string;
    /** The version that was acknowledged: it may be an older one that still counts. */
    readonly version: number;
    /** Who did, for the club. */
    readonly signedBy: By;
    /** When that was (UTC). */
    readonly signedAt: string;
  } | null;
  /** Whether the club is asked to acknowledge it, and has not. */
  readonly outstanding: boolean;
  /** Whether it is outstanding, and holds already. */
  readonly overdue: boolean;
  /** What differs at this club today; null: nothing. */
  readonly variation: AgreementVariationInForce | null;
  /** Of the document as this club has it today: who signs sends it, and so says what they have read. */
  readonly documentSha256: string;
}

export interface ClubAgreementDocument {
  /** The agreement: `agr_` and 16 characters. */
  readonly agreementId: string;
  /** What it is called. */
  readonly title: string;
  /**
   * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be read.
   */
  readonly requirement: 'signature' | 'checkbox' | 'popup' | 'none';
  /** `archived`: it was asked of this club, and is no more. */
  readonly state: 'active' | 'archived';
  /** The version that counts. */
  readonly version: number;
  /** What is different from the version before. */
  readonly changeNote: string;
  /** From which day on it holds, where the club is. */
  readonly effectiveOn: string;
  /** When it was published (UTC). */
  readonly publishedAt: string;
  /** Its files. */
  readonly attachments: readonly AgreementAttachment[];
  /** The acknowledgement that counts for the document as it is; null: there is none. */
  readonly acknowledged: {
    /** What holds the evidence of it. */
    readonly signatureId: string;
    /** The version that was acknowledged: it may be an older one that still counts. */
    readonly version: number;
    /** Who did, for the club. */
    readonly signedBy: By;
    /** When that was (UTC). */
    readonly signedAt: string;
  } | null;
  /** Whether the club is asked to acknowledge it, and has not. */
  readonly outstanding: boolean;
  /** Whether it is outstanding, and holds already. */
  readonly overdue: boolean;
  /** What differs at this club today; null: nothing. */
  readonly variation: AgreementVariationInForce | null;
  /** Of the document as this club has it today: who signs sends it, and so says what they have read. */
  readonly documentSha256: string;
  /** What the version says, in Markdown. What differs at the club is in `variation`. */
  readonly body: string;
  /** What whoever acknowledges it says by that, word for word: show it. Null: nothing is asked. */
  readonly statement: string | null;
}

export interface ClubOutstandingAgreements {
  /** The club. */
  readonly facilityId: FacilityId;
  /** How many agreements it has not acknowledged. */
  readonly outstanding: number;
  /** How many of those hold already. */
  readonly overdue: number;
  /** From which day on the oldest of them holds. */
  readonly oldestEffectiveOn: string;
}

export interface ClubUserAgreement {
  /** The agreement with somebody: `cua_` and 16 characters. */
  readonly cuaId: string;
  /** What they are asked for. */
  readonly agreementId: string;
  /** Which version of it. */
  readonly version: number;
  /** The club that asks. */
  readonly facilityId: FacilityId;
  /** Whom it is asked of. */
  readonly subject: {
    /** Who it is: a user, a member of a partner, or anybody else. */
    readonly kind: 'user' | 'member' | 'other';
    /** The user; null: it is none. */
    readonly userId: string | null;
    /** The partner whose member it is; null: it is none. */
    readonly partnerId: string | null;
    /** The member, by the partner’s own id; null: it is none. */
    readonly memberId: string | null;
    /** What they were called as they were asked. */
    readonly name: string;
  };
  /** How they get the link. */
  readonly deliver: 'email' | 'sms' | 'desk';
  /**
   * `draft`: nothing was sent. `sent`, then `viewed`: they have a link. `signed` or `declined`: they have decided.
   * `expired`: the link has ended before. `withdrawn`: it is not asked any more. `ended`: it was signed, and holds no
   * longer.
   */
  readonly state: 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'expired' | 'withdrawn' | 'ended';
  /** When the link ends (UTC); null: none was made. */
  readonly linkEndsAt: string | null;
  /** The last day on which it holds once it is signed; null: it goes on. */
  readonly endsOn: string | null;
  /** Who made it. */
  readonly createdBy: By;
  /** When it was made (UTC). */
  readonly createdAt: string;
}

export interface ClubUserAgreementTimeline {
  /** The agreement with somebody: `cua_` and 16 characters. */
  readonly cuaId: string;
  /** What they are asked for. */
  readonly agreementId: string;
  /** Which version of it. */
  readonly version: number;
  /** The club that asks. */
  readonly facilityId: FacilityId;
  /** Whom it is asked of. */
  readonly subject: {
    /** Who it is: a user, a member of a partner, or anybody else. */
    readonly kind: 'user' | 'member' | 'other';
    /** The user; null: it is none. */
    readonly userId: string | null;
    /** The partner whose member it is; null: it is none. */
    readonly partnerId: string | null;
    /** The member, by the partner’s own id; null: it is none. */
    readonly memberId: string | null;
    /** What they were called as they were asked. */
    readonly name: string;
  };
  /** How they get the link. */
  readonly deliver: 'email' | 'sms' | 'desk';
  /**
   * `draft`: nothing was sent. `sent`, then `viewed`: they have a link. `signed` or `declined`: they have decided.
   * `expired`: the link has ended before. `withdrawn`: it is not asked any more. `ended`: it was signed, and holds no
   * longer.
   */
  readonly state: 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'expired' | 'withdrawn' | 'ended';
  /** When the link ends (UTC); null: none was made. */
  readonly linkEndsAt: string | null;
  /** The last day on which it holds once it is signed; null: it goes on. */
  readonly endsOn: string | null;
  /** Who made it. */
  readonly createdBy: By;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Whether each event has the hash of the one before: nothing was left out or changed. */
  readonly isWhole: boolean;
  /** What has happened to it, in its order. */
  readonly events: readonly {
    /** When it happened (UTC). */
    readonly at: string;
    /** What happened: `created`, `changed`, or what was done with it. */
    readonly what: string;
    /** Who did it. */
    readonly doneBy: By;
    /** Of this event and the one before. */
    readonly hash: string;
  }[];
}

export interface ConfigurationVersion {
  /** The number of the version: each change makes the next one. */
  readonly version: number;
  /** When it was made (UTC). */
  readonly madeAt: string;
  /** Who made it. */
  readonly madeBy: By;
  /** The version whose state this one took again. */
  readonly restoredFrom: number | null;
  /** `doorId` is null for the door controller itself. */
  readonly changes: readonly {
    /** The door: `door_` and 16 characters. Null: it is about the door controller itself. */
    readonly doorId: string | null;
    /** What the door is called from then on. */
    readonly name: string;
    /** Whether it was added, changed or removed. */
    readonly change: 'added' | 'changed' | 'removed';
    /** Which fields were changed. */
    readonly fields: readonly string[];
  }[];
}

export interface ConnectedAccount {
  /** The account, as the card provider calls it. Null: there is none. */
  readonly accountId: string | null;
  /** `restricted`: no cards are taken or no money is paid out until something is told. `rejected`: for good. */
  readonly state: 'none' | 'onboarding' | 'active' | 'restricted' | 'rejected';
  /** Whether cards are taken. */
  readonly chargesEnabled: boolean;
  /** Whether money is paid out to the bank. */
  readonly payoutsEnabled: boolean;
  /** What the law wants the provider to know of its customers. */
  readonly requirements: {
    /** What the provider wants to be told, in its words. */
    readonly currentlyDue: readonly string[];
    /** Of those what it should have been told by now. */
    readonly pastDue: readonly string[];
    /** By when. Null: it sets none. */
    readonly deadline: string | null;
    /** Why something does not work, in its word. */
    readonly disabledReason: string | null;
  };
  /** The same for people, a sentence a thing. */
  readonly explained: readonly string[];
}

export interface ConnectedAccountDetails {
  /** The account, as the card provider calls it. Null: there is none. */
  readonly accountId: string | null;
  /** `restricted`: no cards are taken or no money is paid out until something is told. `rejected`: for good. */
  readonly state: 'none' | 'onboarding' | 'active' | 'restricted' | 'rejected';
  /** Whether cards are taken. */
  readonly chargesEnabled: boolean;
  /** Whether money is paid out to the bank. */
  readonly payoutsEnabled: boolean;
  /** What the law wants the provider to know of its customers. */
  readonly requirements: {
    /** What the provider wants to be told, in its words. */
    readonly currentlyDue: readonly string[];
    /** Of those what it should have been told by now. */
    readonly pastDue: readonly string[];
    /** By when. Null: it sets none. */
    readonly deadline: string | null;
    /** Why something does not work, in its word. */
    readonly disabledReason: string | null;
  };
  /** The same for people, a sentence a thing. */
  readonly explained: readonly string[];
  /** ISO 4217. Null: there is no account. */
  readonly currency: string | null;
  /** How the number of the bank account ends. Null: there is none. */
  readonly bankLast4: string | null;
  /** When money is paid out. Null: there is no account. */
  readonly schedule: {
    /** How often money is paid out, in the provider’s word. */
    readonly interval: string;
    /** How many days after a payment its money can be paid out. */
    readonly delayDays: number | null;
  } | null;
}

export interface CouldEnter {
  /** Whom it is about, as far as somebody here knows them. */
  readonly who: SomebodyAtADoor;
  /** Whether the door would open. */
  readonly allowed: boolean;
  /** `granted`, or why not. */
  readonly reason: string;
  /** What opens: `permanent_grant`, `plan`, `grace`, `window`. */
  readonly via?: string | undefined;
  /** Whose plan or window it is. */
  readonly source?: {
    /** The partner account: `ptr_` and 16 characters. */
    readonly partnerId: string;
    /** What the partner is called. */
    readonly name: string;
  } | undefined;
}

export interface CuaConfig {
  /** Who may be asked: users of the platform, members of partners, others by name and e-mail. */
  readonly askedOf: readonly ('users' | 'members' | 'others')[];
  /** So many days after it was signed it ends; null: it does not end by itself. */
  readonly validityDays: number | null;
  /** So many days a link to sign is valid. */
  readonly linkDays: number;
  /** So many days after it was sent, whoever has not signed is reminded. */
  readonly reminderDays: readonly number[];
  /** Who signs: the person alone, or a guardian in their place. */
  readonly signers: 'person' | 'person-or-guardian';
}

export interface CuaConfigAgreement {
  /** The agreement: `agr_` and 16 characters. */
  readonly agreementId: string;
  /** Whose agreement it is; null: the platform’s. */
  readonly organisationId: OrgId | null;
  /** What it is called. */
  readonly title: string;
  /** `draft`: never published. `active`: asked of those that it is for. `archived`: asked of nobody any more. */
  readonly state: 'draft' | 'active' | 'archived';
  /** Who may be asked: users of the platform, members of partners, others by name and e-mail. */
  readonly askedOf: readonly ('users' | 'members' | 'others')[];
  /** So many days after it was signed it ends; null: it does not end by itself. */
  readonly validityDays: number | null;
  /** So many days a link to sign is valid. */
  readonly linkDays: number;
  /** So many days after it was sent, whoever has not signed is reminded. */
  readonly reminderDays: readonly number[];
  /** Who signs: the person alone, or a guardian in their place. */
  readonly signers: 'person' | 'person-or-guardian';
}

export interface CustomCharge {
  /** The one that it is already. Given to it unless it has one. */
  readonly id?: string | undefined;
  /** What the invoice calls it. */
  readonly label: string;
  /** For a facility and a whole month, in major units, split by days. Below 0: a rebate. */
  readonly amount: number;
  /** All must hold, each day anew. */
  readonly conditions: readonly RateCondition[];
}

export interface CustomChargeInput {
  /** The one that it is already. Given to it unless it has one. */
  readonly id?: string | undefined;
  /** What the invoice calls it. */
  readonly label: string;
  /** For a facility and a whole month, in major units, split by days. Below 0: a rebate. */
  readonly amount: number;
  /** All must hold, each day anew. */
  readonly conditions?: readonly RateConditionInput[] | undefined;
}

export interface DailyDigestSubscriber {
  /** The user of the platform: `usr_` and 16 characters. */
  readonly userId: string;
  /** Null for a user whom you do not see elsewhere either. */
  readonly email: string | null;
  /** Of the local day, 0 to 23. */
  readonly hour: number;
  /** Null for every day. */
  readonly weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Whether it is on. */
  readonly enabled: boolean;
  /** When a daily digest was last sent (UTC). Null: none was. */
  readonly lastSentAt: string | null;
}

export interface DailyDigestSubscription {
  /** The subscription. */
  readonly subscriptionId: string;
  /** Null for the platform. */
  readonly facilityId: string | null;
  /** The IANA zone that the hour is meant in: the facility’s, or the chosen one. */
  readonly timezone: string;
  /** Of the local day, 0 to 23. */
  readonly hour: number;
  /** Null for every day. */
  readonly weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null;
  /** Whether it is on. */
  readonly enabled: boolean;
  /** When the next one is sent; null while it is off. */
  readonly nextAt: string | null;
  /** When a daily digest was last sent (UTC). Null: none was. */
  readonly lastSentAt: string | null;
}

export interface Desk {
  /** The desk: `dsk_` and 16 characters. It opens nothing. */
  readonly deskId: string;
  /** What people call the device. */
  readonly label: string;
  /** Who made the device a desk. */
  readonly enrolledBy: By;
  /** When that was (UTC). */
  readonly enrolledAt: string;
}

export interface DeviceInList {
  /** The device or the door controller. */
  readonly uuid: string;
  /** What sort of thing it is, in one word. */
  readonly kind: 'camera' | 'ai-edge-processor' | 'core-ai-agent' | 'display-screen' | 'router' | 'generic';
  /** What the device is; null for any other kind. */
  readonly detectedType: 'camera' | 'ai-edge-processor' | 'door-controller' | 'core-ai-agent' | null;
  /** Null for a box that staff call nothing. */
  readonly name: string | null;
  /** Of a box: what staff wrote down of it, or else at a door that it drives. */
  readonly serialNumber: string | null;
  /** The maker’s name for what it is. Null: nobody has said. */
  readonly model: string | null;
  /** Null: the device belongs nowhere. */
  readonly facilityId: string | null;
  /** What the facility is called. Null: the device belongs nowhere. */
  readonly facilityName: string | null;
  /** The user whom the device belongs to. Null: nobody in particular. */
  readonly ownerUserId: string | null;
  /** The device’s own page on its LAN. */
  readonly webAddress: string | null;
  /** What the device is told, by name. */
  readonly settings: { readonly [name: string]: string | number | boolean };
  /** What a box last said it runs. */
  readonly agentVersion: string | null;
  /** When it was registered (UTC). */
  readonly registeredAt: string;
  /** When the device last said something itself. */
  readonly updatedAt: string | null;
  /** Whether that was five minutes ago or less. */
  readonly online: boolean;
  /** Since when and for how long the maker answers for it. */
  readonly warranty: Warranty;
}

export interface DeviceMetadata {
  /** The device or the door controller. */
  readonly uuid: string;
  /** What sort of thing it is, in one word. */
  readonly kind: 'camera' | 'ai-edge-processor' | 'core-ai-agent' | 'display-screen' | 'router' | 'generic' | 'door-controller';
  /** What the device is; null for any other kind. */
  readonly detectedType: 'camera' | 'ai-edge-processor' | 'door-controller' | 'core-ai-agent' | null;
  /** Null for a box that staff call nothing. */
  readonly name: string | null;
  /** Of a box: what staff wrote down of it, or else at a door that it drives. */
  readonly serialNumber: string | null;
  /** The maker’s name for what it is. Null: nobody has said. */
  readonly model: string | null;
  /** Null: the device belongs nowhere. */
  readonly facilityId: string | null;
  /** What the facility is called. Null: the device belongs nowhere. */
  readonly facilityName: string | null;
  /** The user whom the device belongs to. Null: nobody in particular. */
  readonly ownerUserId: string | null;
  /** The device’s own page on its LAN. */
  readonly webAddress: string | null;
  /** What the device is told, by name. */
  readonly settings: { readonly [name: string]: string | number | boolean };
  /** What a box last said it runs. */
  readonly agentVersion: string | null;
  /** When it was registered (UTC). */
  readonly registeredAt: string;
  /** When the device last said something itself. */
  readonly updatedAt: string | null;
  /** Whether that was five minutes ago or less. */
  readonly online: boolean;
  /** Since when and for how long the maker answers for it. */
  readonly warranty: Warranty;
}

export interface DoorController {
  /** The device or the door controller. */
  readonly uuid: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What staff call the box. Null: nobody has said. */
  readonly name: string | null;
  /** As on the label of the device. Null: nobody has said. */
  readonly serialNumber: string | null;
  /** Where it is, in the words of staff. Null: nobody has said. */
  readonly location: string | null;
  /** When the box was claimed for a facility (UTC). */
  readonly claimedAt: string;
  /** Whether it was heard within three beacons. */
  readonly online: boolean;
  /** When the box was last heard of (UTC). Null: it never was. */
  readonly lastBeaconAt: string | null;
  /** What it last said that it runs. */
  readonly agentVersion: string | null;
  /** Whether it believes its own clock; null before it was heard. */
  readonly clockTrusted: boolean | null;
  /** The newest release that is offered to it on the channel `stable`. */
  readonly offeredRelease: string | null;
  /** Of the configuration that is wanted. */
  readonly version: number;
  /** How many it drives. */
  readonly doors: number;
}

export interface DoorControllerConfiguration {
  /** The device or the door controller. */
  readonly uuid: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What staff call the box. Null: nobody has said. */
  readonly name: string | null;
  /** As on the label of the device. Null: nobody has said. */
  readonly serialNumber: string | null;
  /** Where it is, in the words of staff. Null: nobody has said. */
  readonly location: string | null;
  /** When the box was claimed for a facility (UTC). */
  readonly claimedAt: string;
  /** Whether it was heard within three beacons. */
  readonly online: boolean;
  /** When the box was last heard of (UTC). Null: it never was. */
  readonly lastBeaconAt: string | null;
  /** What it last said that it runs. */
  readonly agentVersion: string | null;
  /** Whether it believes its own clock; null before it was heard. */
  readonly clockTrusted: boolean | null;
  /** Whether the box is in service. */
  readonly status: 'active' | 'decommissioned';
  /** What the box should follow. */
  readonly desired: {
    /** To be named as `expectedVersion` by the next change of the door controller. */
    readonly version: number;
    /** When it was made (UTC). Null: it was never changed. */
    readonly madeAt: string | null;
    /** The doors that the box is to drive. */
    readonly doors: readonly DoorSetting[];
    /** What is wrong with the doors as they are, and nobody has answered for. */
    readonly problems: readonly DoorProblem[];
  };
  /** Null while it has not said: older agents do not. */
  readonly reported: {
    /** When the box said this (UTC). */
    readonly at: string;
    /** What the box said that it runs. */
    readonly agentVersion: string;
    /** That it follows, as far as it was not refused. */
    readonly version: number | null;
    /** The buses that the box has. */
    readonly buses: readonly {
      /** What the box’s own configuration calls the bus. */
      readonly name: string;
      /** What the bus is: which protocol, on what. */
      readonly kind: string;
      /** The relay boards on the bus. Null: there can be none on it. */
      readonly boards: readonly {
        /** The address on the bus. */
        readonly unit: number;
        /** How many relays the board has. Null: not known. */
        readonly relays: number | null;
        /** How many inputs the board has. Null: not known. */
        readonly inputs: number | null;
      }[] | null;
      /** The addresses of the readers on the bus. */
      readonly readers: readonly number[];
    }[];
    /** The readers that the box has. */
    readonly readers: readonly {
      /** What the box’s own configuration calls the reader. */
      readonly name: string;
      /** The bus that it is on. */
      readonly bus: string;
      /** The address on the bus. */
      readonly unit: number;
      /** The door that the reader stands at, as the box has it. */
      readonly doorId: string;
    }[];
    /** What the box will not follow, and why. */
    readonly refused: readonly {
      /** The door: `door_` and 16 characters. */
      readonly doorId: string;
      /** What the door is called. */
      readonly door: string;
      /** The field that it is about. */
      readonly field: string;
      /** The rule that is broken, in one word. */
      readonly rule: string;
      /** The refusal in words, for people. May be reworded. */
      readonly message: string;
    }[];
  } | null;
  /** How far the wiring that is wanted counts at the box. */
  readonly wiring: DoorControllerWiring;
  /** By its last beacon. */
  readonly appliedVersion: number | null;
  /** Where the box does not follow what is wanted. */
  readonly differences: readonly {
    /**
     * `not_applied`: the box goes by an older version. `refused`: it will not. `undrivable`: it has not the hardware.
     */
    readonly kind: 'not_applied' | 'refused' | 'undrivable';
    /** The door: `door_` and 16 characters. Null: it is about the door controller itself. */
    readonly doorId: string | null;
    /** The field that it is about. Null: it is about the whole door. */
    readonly field: string | null;
    /** The rule that is broken, in one word. Null: none is: the box has not applied it. */
    readonly rule: string | null;
    /** The refusal in words, for people. May be reworded. */
    readonly message: string;
  }[];
  /** The newest versions, the newest first. All of them: `GET …/versions`. */
  readonly history: readonly ConfigurationVersion[];
}

export interface DoorControllerInList {
  /** The box; null for a door that none drives yet. */
  readonly uuid: string | null;
  /** What sort of thing it is, in one word. */
  readonly kind: 'door-controller';
  /** What the device is; null for any other kind. */
  readonly detectedType: 'camera' | 'ai-edge-processor' | 'door-controller' | 'core-ai-agent' | null;
  /** Null for a box that staff call nothing. */
  readonly name: string | null;
  /** Of a box: what staff wrote down of it, or else at a door that it drives. */
  readonly serialNumber: string | null;
  /** The maker’s name for what it is. Null: nobody has said. */
  readonly model: string | null;
  /** Null: the device belongs nowhere. */
  readonly facilityId: string | null;
  /** What the facility is called. Null: the device belongs nowhere. */
  readonly facilityName: string | null;
  /** The user whom the device belongs to. Null: nobody in particular. */
  readonly ownerUserId: string | null;
  /** The device’s own page on its LAN. */
  readonly webAddress: string | null;
  /** What the device is told, by name. */
  readonly settings: { readonly [name: string]: string | number | boolean };
  /** What a box last said it runs. */
  readonly agentVersion: string | null;
  /** When it was registered (UTC). Null: no box drives the door yet. */
  readonly registeredAt: string | null;
  /** When the device last said something itself. */
  readonly updatedAt: string | null;
  /** Whether that was five minutes ago or less. */
  readonly online: boolean;
  /** Since when and for how long the maker answers for it. */
  readonly warranty: Warranty;
  /** The door: `door_` and 16 characters. */
  readonly door_id?: string | undefined;
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id?: string | undefined;
  /** The partner’s own name for the facility, where it has one. */
  readonly linking_identifier?: string | undefined;
  /** The part of the building, in the words of staff. */
  readonly zone?: string | undefined;
  /** Where it is, in the words of staff. */
  readonly location?: string | undefined;
  /** Whether the door can be unlocked now. The same as `online`. */
  readonly status?: 'online' | 'offline' | undefined;
  /** How the lock stands, by its evidence; `unknown` while the door is offline. */
  readonly relay_state?: 'locked' | 'unlocked' | 'unknown' | undefined;
  /** Whether staff hold the door open or closed. A lockdown reads as `force-closed`. */
  readonly maintenance_mode?: 'off' | 'force-open' | 'force-closed' | undefined;
  /** Seconds for which an unlock holds the lock released. */
  readonly hold_time_seconds?: number | undefined;
  /** When the door’s box was last heard of (UTC). Left out where it never was. */
  readonly last_seen?: string | undefined;
  /** Of the device at the door, else of the box that drives it. Left out where neither is known. */
  readonly device_serial_number?: string | undefined;
}

export interface DoorControllerWiring {
  /**
   * `waiting`: the box goes on as it was confirmed last, until somebody signed in at its panel has looked. `rejected`:
   * somebody has, and it goes on so. `not_asked`: a box of an earlier release, or one that was not heard yet: it takes
   * a wiring at once.
   */
  readonly state: 'not_asked' | 'confirmed' | 'waiting' | 'rejected';
  /** When what waits was first wanted. */
  readonly since: string | null;
  /** Whether the box has said so; null where it says nothing of it. */
  readonly arrived: boolean | null;
  /**
   * Who has confirmed or rejected it at the panel, by the clock of the box. What a box takes with its claim nobody
   * does.
   */
  readonly decided: {
    /** When that was (UTC), by the clock of the box. */
    readonly at: string;
    /** What the panel calls them. */
    readonly by: string;
    /** Which of the panel’s staff; `owner` for the PIN of the box itself. */
    readonly staffId: string;
  } | null;
}

export interface DoorEvent {
  /** This event. */
  readonly eventId: string;
  /** When it happened by the box’s clock, and not later than it came. */
  readonly at: string;
  /** Whether the box believed its own clock. */
  readonly clockTrusted: boolean;
  /** `unlock.partner` and `unlock.staff` for unlocks by the API, else the kind of the box’s fact. */
  readonly kind: string;
  /** The door: `door_` and 16 characters. */
  readonly doorId?: string | undefined;
  /**
   * `granted` or the reason of a denial, what became of the lock, the outcome of an unlock, or that a door was `forced`
   * or `held_open`.
   */
  readonly outcome?: string | undefined;
  /** Whom it is about, as far as somebody here knows them. */
  readonly who?: SomebodyAtADoor | undefined;
  /** Who of staff unlocked. */
  readonly userId?: string | undefined;
  /** Binds what became of the lock to the grant. */
  readonly entryId?: string | undefined;
  /** The start of the keyed hash of a credential that nobody has. */
  readonly credentialHint?: string | undefined;
  /** What the box told beside the rest. */
  readonly details: { readonly [name: string]: unknown };
}

export interface DoorFact {
  /** The box: the same as the `uuid` of its door controller. */
  readonly boxId: string;
  /** Which journal of the box it is from: a new one begins when its store was lost. */
  readonly epoch: string;
  /** Its number in the box’s journal. */
  readonly seq: number;
  /** What happened, in the word of the box’s journal. */
  readonly kind: string;
  /** By the box’s clock. */
  readonly at: string;
  /** Whether the box believed its own clock. */
  readonly clockTrusted: boolean;
  /** When the cloud had it (UTC). Later than it happened where the box was cut off. */
  readonly receivedAt: string;
  /** What the box told beside the kind of fact. */
  readonly data: { readonly [name: string]: unknown };
}

export type DoorId = string;

export interface DoorLockdownRelease {
  /** Why, for whoever stands before the door. */
  readonly reason: string;
  /** The generation of the lockdown that was seen; without it, what the box reported last. */
  readonly seen?: number | undefined;
  /**
   * The `seen` that you looked at. Refused with 412 and how it is now where mode or lockdown have changed since;
   * without it, nothing is compared.
   */
  readonly ifSeen?: string | undefined;
}

export interface DoorOverride {
  /** The override: what staff want of a door until its box has answered. */
  readonly overrideId: string;
  /** Whether the override is for a maintenance or for a lockdown. */
  readonly kind: 'maintenance' | 'lockdown';
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /**
   * `pending`: the box has not said yet. `taken`: it is in force. `refused`: the box had another state by then.
   * `superseded`: a later override stands for it, or its door was wired anew or went to another box meanwhile.
   * `lapsed`: a force-open that no box took within 60 seconds.
   */
  readonly state: 'pending' | 'taken' | 'refused' | 'superseded' | 'lapsed';
  /** Of a maintenance. */
  readonly mode?: 'off' | 'force-open' | 'force-closed' | undefined;
  /** When the maintenance ends; null without an end. */
  readonly until?: string | null | undefined;
  /** Of a lockdown: whether it begins or ends one. */
  readonly active?: boolean | undefined;
  /** Who said so, by name. */
  readonly by: string;
  /** Why, in the words of who said so. */
  readonly reason: string;
  /** The generation that it was made looking at. */
  readonly seen: number;
  /** When it was made (UTC). */
  readonly madeAt: string;
  /** When the box had answered, or staff had asked for something else (UTC). Null: it still waits. */
  readonly settledAt: string | null;
}

export interface DoorProblem {
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** What the door is called. */
  readonly door: string;
  /** The field that it is about. */
  readonly field: string;
  /** The rule that is broken, in one word. */
  readonly rule: string;
  /** The refusal in words, for people. May be reworded. */
  readonly message: string;
}

export interface DoorSetting {
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** The door controller that drives it. */
  readonly uuid: string | null;
  /** To be named as `expectedVersion` by the next change of the door. */
  readonly version: number;
  /** The part of the building, in the words of staff. Null: nobody has said. */
  readonly zone: string | null;
  /** Where it is, in the words of staff. Null: nobody has said. */
  readonly location: string | null;
  /** As on the label of the device. Null: nobody has said. */
  readonly serialNumber: string | null;
  /** What staff have answered for. */
  readonly acknowledged: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[];
  /** What people call the door. */
  readonly name: string;
  /** How its lock behaves. */
  readonly profile: 'latch' | 'magnet' | 'gate' | 'turnstile';
  /** The relay that moves the lock. */
  readonly relay: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
  };
  /**
   * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest
   * `locked`.
   */
  readonly relayEnergisedMeans: 'unlocked' | 'locked';
  /** What can see the lock move. `command-only`: nothing can, and no unlock is confirmed. */
  readonly evidence: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says. */
    readonly activeMeans: 'unlocked' | 'locked';
    /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
    readonly kind: 'lock-sense' | 'relay-contact';
  } | {
    /** What can see the lock move, if anything can. */
    readonly kind: 'command-only';
  };
  /** The contact that tells whether the door stands open; null: none. */
  readonly contact: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says. */
    readonly activeMeans: 'open' | 'closed';
  } | null;
  /**
   * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that active
   * means `released`: a cut wire lets people out.
   */
  readonly rex: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says; `pressed` unless told. */
    readonly activeMeans?: 'pressed' | 'released' | undefined;
  } | null;
  /**
   * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays
   * latched. A closed loop’s active means `normal`.
   */
  readonly fire: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says; `alarm` unless told. */
    readonly activeMeans?: 'alarm' | 'normal' | undefined;
  } | null;
  /** A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none. */
  readonly keySwitch: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says; `turned` unless told. */
    readonly activeMeans?: 'turned' | 'home' | undefined;
    /** The maintenance that turning it begins. */
    readonly mode: 'force-open' | 'force-closed';
  } | null;
  /** How long an unlock holds the lock open. */
  readonly holdSeconds: number;
  /** The same for people who need more time, when the box itself lets them in. */
  readonly extendedHoldSeconds: number;
  /** How long the door may stand open before that is an alarm. */
  readonly heldOpenSeconds: number;
  /** How long an unlock waits for the evidence that the lock has moved. */
  readonly confirmationTimeoutSeconds: number;
  /** Only doors whose evidence can confirm an unlock are. */
  readonly offeredToPartners: boolean;
}

export interface DoorStanding {
  /** The tag of all of this: what `ifSeen` names. */
  readonly seen: string;
  /** Whether staff hold the door open or closed. */
  readonly maintenance: {
    /** Whether staff hold the door open or closed. */
    readonly mode: 'off' | 'force-open' | 'force-closed';
    /** When it ends by itself (UTC). Null: it does not. */
    readonly until: string | null;
    /** Who said so, by name. Null: nobody has. */
    readonly by: string | null;
    /** Why, in the words of who said so. Null: nobody has said. */
    readonly reason: string | null;
    /** Counts every change of it: name it as `seen` to change what you have looked at. */
    readonly generation: number;
  };
  /** Whether a lockdown stands over the door. */
  readonly lockdown: {
    /** Whether one does. */
    readonly active: boolean;
    /** Who said so, by name. Null: nobody has. */
    readonly by: string | null;
    /** Why, in the words of who said so. Null: nobody has said. */
    readonly reason: string | null;
    /** Counts every change of it: name it as `seen` to change what you have looked at. */
    readonly generation: number;
    /** A lockdown was ordered, and the box has not said yet that it took it. */
    readonly awaited: boolean;
  };
}

export interface DoorState {
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** What staff call the door. */
  readonly name: string;
  /** The box: the same as the `uuid` of its door controller. Null: no box drives the door. */
  readonly boxId: string | null;
  /**
   * `unreachable`: the box is there and the door’s board does not answer. `stale`: three beacons are missing. `gone`:
   * the link was cut.
   */
  readonly presence: 'online' | 'unreachable' | 'stale' | 'gone' | 'never_seen' | 'without_box';
  /** The box’s last beacon. */
  readonly lastSeen: string | null;
  /** `unknown` while the door is not online. */
  readonly lock: 'locked' | 'unlocked' | 'unknown';
  /** How the leaf stands, by its contact; `unknown` where it has none. */
  readonly contact: 'closed' | 'open' | 'unknown';
  /** What can see the lock move. */
  readonly evidence: 'lock-sense' | 'relay-contact' | 'command-only';
  /** Alarms that stand: `forced`, `held_open`. */
  readonly alarms: readonly string[];
  /** How it stands, in ONVIF’s words; null while it is not online. */
  readonly states: {
    /** What the door is doing, in one word. */
    readonly mode: 'locked' | 'unlocked' | 'accessed' | 'blocked' | 'locked_down' | 'locked_open' | 'unknown';
    /** How the leaf stands. */
    readonly door: 'open' | 'closed' | 'unknown';
    /** How the lock stands. */
    readonly lock: 'locked' | 'unlocked' | 'fault' | 'unknown';
    /** Whether the leaf is, or is about to be, open for longer than it should, or was forced. */
    readonly alarm: 'normal' | 'held_open_soon' | 'held_open' | 'forced_open' | 'unknown';
    /** What is wrong with it, if anything. */
    readonly fault: {
      /** Whether something is wrong with the door. */
      readonly state: 'none' | 'detected' | 'unknown';
      /** In words, for people. Null: none. */
      readonly text: string | null;
    };
  } | null;
  /** Whether staff hold the door open or closed. */
  readonly maintenance: {
    /** Whether staff hold the door open or closed. */
    readonly mode: 'off' | 'force-open' | 'force-closed';
    /** When it ends by itself (UTC). Null: it does not. */
    readonly until: string | null;
    /** Who said so, by name. Null: nobody has. */
    readonly by: string | null;
    /** Why, in the words of who said so. Null: nobody has said. */
    readonly reason: string | null;
    /** Counts every change of it: name it as `seen` to change what you have looked at. */
    readonly generation: number;
  };
  /** Whether a lockdown stands over the door. */
  readonly lockdown: {
    /** Whether one does. */
    readonly active: boolean;
    /** Who said so, by name. Null: nobody has. */
    readonly by: string | null;
    /** Why, in the words of who said so. Null: nobody has said. */
    readonly reason: string | null;
    /** Counts every change of it: name it as `seen` to change what you have looked at. */
    readonly generation: number;
  };
  /** A tag of mode and lockdown, and of nothing else: to be sent as `ifSeen` by who acts on what they see. */
  readonly seen: string;
  /** What the box said last of this door, however long ago that was. */
  readonly lastReported: {
    /** How the lock stands, by its evidence. */
    readonly lock: 'locked' | 'unlocked' | 'unknown';
    /** How the leaf stands, by its contact; `unknown` where it has none. */
    readonly contact: 'closed' | 'open' | 'unknown';
    /** Alarms that stand: `forced`, `held_open`. */
    readonly alarms: readonly string[];
    /** What the box said that it runs. */
    readonly agentVersion: string;
    /** Whether the box believed its own clock. */
    readonly clockTrusted: boolean;
    /** Which configuration the box follows. */
    readonly configRevision: number;
  } | null;
  /**
   * Which snapshot of the rules the box goes by, of how many, since when it last knew that to be the newest; null
   * before it has any.
   */
  readonly enforces: {
    /** Which of the facility’s rules the box goes by: they are numbered. */
    readonly revision: number;
    /** The newest there is. Null: the facility has none yet. */
    readonly of: number | null;
    /** Seconds since the box last knew its rules to be the newest. */
    readonly ageSeconds: number;
    /** Whether the box holds what the cloud holds under that number. Null: not known. */
    readonly hashMatches: boolean | null;
  } | null;
}

export interface EdgeRelease {
  /** The version of the software, as three numbers. */
  readonly version: string;
  /** The oldest version that boxes may go back to from this one. */
  readonly floor: string;
  /** The size of the archive, in bytes. */
  readonly sizeBytes: number;
  /** When it was added (UTC). */
  readonly addedAt: string;
  /** When it was withdrawn (UTC): no box takes it any more. Null: it is offered. */
  readonly withdrawnAt: string | null;
  /** To whom it is offered. */
  readonly offers: readonly {
    /** To whom it is offered: a channel, a facility, or one box. */
    readonly scope: 'channel' | 'facility' | 'box';
    /** The channel’s name, or the id of the facility or the box. */
    readonly target: string;
    /** Of those boxes, the share that it is offered to. */
    readonly percent: number;
  }[];
  /** The boxes that said that they run it. */
  readonly running: readonly {
    /** The device or the door controller. */
    readonly uuid: string;
    /** The facility: `fac_` and 16 characters. */
    readonly facilityId: string;
  }[];
}

export interface EmailMapping {
  /** The wording: `emm_` and 16 characters. Null: how e-mails of this kind were made, where nobody worded them. */
  readonly mappingId: string | null;
  /** The kind of e-mail, as the list of wordings calls it. */
  readonly kind: string;
  /** Who gets e-mails of this kind, and when. */
  readonly summary: string;
  /** What may stand in it. */
  readonly variables: readonly MailVariable[];
  /** Whose e-mails it words. Null, with no facility either: everybody’s. */
  readonly organisationId: OrgId | null;
  /** The one facility whose e-mails it words, instead of an organisation. */
  readonly facilityId: FacilityId | null;
  /** The language that it is written in, as a tag of BCP 47. */
  readonly locale: string;
  /** The line that the reader sees first. */
  readonly subject: string;
  /** The text, with `{{variables}}`. */
  readonly text: string;
  /** The same as HTML; what runs, or is fetched from elsewhere, is left out of what is sent. Null: text alone. */
  readonly html: string | null;
  /** Who it says it is from. Null: as the mail server is set up. */
  readonly fromName: string | null;
  /** Where answers go. Null: to the sender. */
  readonly replyTo: string | null;
  /** Who gets the same e-mail besides. */
  readonly alsoTo: readonly string[];
  /** False: the wording of the next wider place counts. */
  readonly enabled: boolean;
  /** Counts its changes: what `expectedRevision` names. */
  readonly revision: number;
  /** Null: nobody has worded it. */
  readonly changedBy: By | null;
  /** Null: nobody has worded it. */
  readonly changedAt: string | null;
}

export interface Environment {
  /** Null where there is no provider, no coordinates, or no news for three hours. */
  readonly weather: {
    /** Degrees Celsius. */
    readonly temperatureC: number;
    /** Per cent. */
    readonly humidity: number | null;
    /** Of the last hour, millimetres. */
    readonly precipitationMm: number | null;
    /** Kilometres an hour. */
    readonly windKmh: number | null;
    /** WMO code table 4677, as far as forecasts use it: 0 is a clear sky. */
    readonly code: number | null;
    /** When it was measured (UTC). */
    readonly observedAt: string;
  } | null;
  /** The provider’s name; null where none is configured. */
  readonly weatherSource: string | null;
  /** Why the provider had no news when it was last asked, also while an older reading goes on; null while it has. */
  readonly weatherTrouble: 'unreachable' | 'too_many_requests' | 'refused' | 'unreadable' | null;
  /** Of the day that it is at the facility. Null without coordinates. */
  readonly sun: {
    /** When the sun rises (UTC). Null: it does not on that day. */
    readonly sunrise: string | null;
    /** When the sun sets (UTC). Null: it does not on that day. */
    readonly sunset: string | null;
    /** Near the poles the sun may neither rise nor set. */
    readonly allDay: 'up' | 'down' | null;
  } | null;
  /** What it is like inside. */
  readonly indoor: {
    /** Degrees Celsius: the middle one of what was measured within 45 minutes. Null: nothing was. */
    readonly temperatureC: number | null;
    /** What measured it: a sensor of the box, or a device. Null: nothing did. */
    readonly source: 'box' | 'device' | null;
    /** When it was measured (UTC). Null: nothing was. */
    readonly observedAt: string | null;
    /** The last of every sensor and device that measured within a day. */
    readonly readings: readonly {
      /** A sensor on the LAN of a box, or a device itself. */
      readonly source: 'box' | 'device';
      /** The box, or the device. */
      readonly uuid: string;
      /** As its box calls it; null for a device. */
      readonly sensor: string | null;
      /** Degrees Celsius. */
      readonly temperatureC: number;
      /** When it was measured (UTC). */
      readonly observedAt: string;
      /** Whether it is recent enough to count. */
      readonly serves: boolean;
    }[];
  };
  /** Whether the facility’s coordinates are known. */
  readonly located: boolean;
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

export interface ExplainedAccess {
  /** The moment that the answer is for (UTC). */
  readonly at: string;
  /** The answer for each door, 100 at most. */
  readonly doors: readonly ExplainedDoor[];
  /** There are more doors than the 100 that one answer explains. */
  readonly more: boolean;
  /** Which rules were gone by. */
  readonly versions: {
    /** The release of the IANA time zone database that was gone by. */
    readonly timeZones: string;
    /** The revision of the facility’s rules that was gone by. */
    readonly facility: number;
  };
}

export interface ExplainedDoor {
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** What staff call the door. */
  readonly name: string;
  /** Whether the door would open. */
  readonly allowed: boolean;
  /** `granted`, or why not. */
  readonly reason: string;
  /** What opens: `permanent_grant`, `plan`, `grace`, `window`. Left out where nothing does. */
  readonly via?: string | undefined;
  /** Whose plan or window opens. */
  readonly source?: {
    /** The partner account: `ptr_` and 16 characters. */
    readonly partnerId: string;
    /** What the partner is called. */
    readonly name: string;
  } | undefined;
  /** The place of the step that decided. */
  readonly decidedBy: number;
  /** Every rule that was looked at, in order, also what no longer mattered. */
  readonly steps: readonly ExplainedStep[];
  /** Where denied: everything that has to change before the person gets in. */
  readonly changes: readonly {
    /** The reason code that would be gone. */
    readonly reason: string;
    /** In words, for people. */
    readonly text: string;
  }[];
  /** Where denied: when grants, plans and windows next open, within 400 days. */
  readonly nextOpen?: string | undefined;
  /** When the answer next turns, by grants, plans and windows alone. */
  readonly nextChange?: string | undefined;
}

export interface ExplainedStep {
  /** What was looked at, such as `force_closed`, `plan` or `window`. */
  readonly step: string;
  /** `passes`: this rule speaks against nothing. `denies` and `opens` decide. `stays_closed`: it opens nothing now. */
  readonly verdict: 'passes' | 'denies' | 'opens' | 'stays_closed';
  /** The reason code that it would deny with. */
  readonly reason?: string | undefined;
  /** The same in words. */
  readonly text: string;
  /** The partner whose plan or window was looked at. */
  readonly source?: {
    /** The partner account: `ptr_` and 16 characters. */
    readonly partnerId: string;
    /** What the partner is called. */
    readonly name: string;
  } | undefined;
  /** The scope key of the window that was looked at. */
  readonly scopeKey?: string | undefined;
  /** The access zones of the plan that was looked at. */
  readonly planZones?: readonly string[] | undefined;
}

export interface FacilityCharge {
  /** Names the charge for good: overrides and invoices go by it. */
  readonly key: string;
  /** What people read. */
  readonly label: string;
  /** In the smallest unit of the currency, without tax. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What it is charged for: each club, each member, or one time. */
  readonly per: 'club' | 'member' | 'once';
  /** How often. Null exactly where it is charged one time. */
  readonly period: 'week' | 'month' | 'quarter' | 'year' | null;
  /** Tax on top, in hundredths of a per cent. */
  readonly taxBasisPoints: number;
  /** Whether it is charged at all. */
  readonly active: boolean;
  /** Whether this facility does not charge it. */
  readonly disabled: boolean;
  /** `facility`: an override of this facility has a say in it. */
  readonly source: 'organisation' | 'facility';
}

export interface FacilityCharges {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** The revision of the organisation that holds there today; 0: none does. */
  readonly revision: number;
  /** Since when. Null: no revision holds. */
  readonly effectiveOn: string | null;
  /** What was found, in the order that the operation says. */
  readonly data: readonly FacilityCharge[];
}

export interface FacilityDailyDigest {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What happened since then is counted. */
  readonly from: string;
  /** Where the period ends, exclusive (UTC). */
  readonly to: string;
  /** Whether there is nothing that somebody should look at. */
  readonly quiet: boolean;
  /** What the e-mail would say. */
  readonly text: string;
  /** Those that are open, 100 at most. */
  readonly warnings: readonly {
    /** The warning. */
    readonly warningId: string;
    /** What sort of thing it is, in one word. */
    readonly kind: string;
    /** What the warning is about: an id, or a partner’s id and its word. */
    readonly subject: string;
    /** Of the door, the box or the partner that it is about. */
    readonly name: string | null;
    /** Opened since `from`. */
    readonly isNew: boolean;
    /** Since when the warning stands (UTC). */
    readonly openSince: string;
    /** How often it happened. */
    readonly times: number;
    /** Whether somebody of staff has said that they know. */
    readonly acknowledged: boolean;
    /** How many it keeps out, where that is known. */
    readonly members: number | null;
  }[];
  /** Boxes that have not been heard of lately. */
  readonly silentBoxes: readonly {
    /** The box: the same as the `uuid` of its door controller. */
    readonly boxId: string;
    /** What staff call it, if anything. */
    readonly name: string | null;
    /** Null where it never was. */
    readonly lastHeardAt: string | null;
    /** How many doors it drives. */
    readonly doors: number;
  }[];
  /** Doors whose box is there, and whose board does not answer. */
  readonly unreachableDoors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** Null once the door is removed. */
    readonly name: string | null;
  }[];
  /** Boxes that are here now and were away for five minutes or more. */
  readonly outages: readonly {
    /** The box: the same as the `uuid` of its door controller. */
    readonly boxId: string;
    /** What staff call it, if anything. */
    readonly name: string | null;
    /** How often it happened. */
    readonly times: number;
    /** Seconds that it was away, all together. */
    readonly awaySeconds: number;
  }[];
  /** Boxes that are here and have had no newest rules for a quarter of an hour, or other ones. */
  readonly boxesBehind: readonly {
    /** The box: the same as the `uuid` of its door controller. */
    readonly boxId: string;
    /** What staff call it, if anything. */
    readonly name: string | null;
    /** Which of the facility’s rules the box goes by: they are numbered. */
    readonly revision: number;
    /** The newest there is. Null: the facility has none yet. */
    readonly newest: number | null;
    /** Seconds since the box last knew its rules to be the newest. */
    readonly ageSeconds: number;
  }[];
  /** Remote unlocks, and those of them that failed. */
  readonly unlocks: {
    /** How many were asked for. */
    readonly begun: number;
    /** Those that did not unlock, by door and outcome. */
    readonly failed: readonly {
      /** The door: `door_` and 16 characters. */
      readonly doorId: string;
      /** Null once the door is removed. */
      readonly name: string | null;
      /** What the attempt was answered: the code of the refusal. */
      readonly outcome: string;
      /** The door moved although its caller was told of a timeout. */
      readonly movedLate: boolean;
      /** How many there were in the period. */
      readonly count: number;
    }[];
  };
  /** Alarms that boxes raised in the period, by door. */
  readonly doorAlarms: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** Null once the door is removed. */
    readonly name: string | null;
    /** What the box raised: the leaf was forced, or held open. */
    readonly alarm: 'forced' | 'held_open';
    /** How many there were in the period. */
    readonly count: number;
  }[];
  /** By reason, the most first. */
  readonly denied: readonly {
    /** The reason code that they were denied with. */
    readonly reason: string;
    /** How many there were in the period. */
    readonly count: number;
  }[];
  /** How many were let in by boxes. No more than 100,000 events of a kind are counted. */
  readonly entries: number;
  /** The partners whose data opens doors here, and how fresh it is. */
  readonly sources: readonly {
    /** The partner account: `ptr_` and 16 characters. */
    readonly partnerId: string;
    /** What the partner is called. */
    readonly name: string;
    /** When its data was last taken. */
    readonly lastPushAt: string | null;
    /** Since when some of it is refused. */
    readonly refusedSince: string | null;
  }[];
}

export interface FacilityDetails {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What it is called. */
  readonly name: string;
  /** The brand that it goes by; null: none. */
  readonly brand: string | null;
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: string;
  /** The IANA name of the time zone that it lies in. */
  readonly timezone: string;
  /** Whether nobody has filled in its details yet. */
  readonly template: boolean;
  /** Its doors, those that were removed left out. */
  readonly doors: {
    /** How many doors it has. */
    readonly total: number;
    /** How many of them are heard of, through their box, at this moment. */
    readonly online: number;
    /** How many of those stand open, by their contacts. */
    readonly open: number;
  };
  /** Its boxes, those that were retired left out. */
  readonly boxes: {
    /** How many boxes it has. */
    readonly total: number;
    /** How many of them are heard of at this moment. */
    readonly online: number;
  };
  /** How many warnings are open. */
  readonly warningsOpen: number;
  /** How many lockdowns that were ordered here stand. */
  readonly lockdowns: number;
  /** Its own page; null: nobody has said. */
  readonly websiteUrl: string | null;
  /** Degrees, north positive; null: nobody has said. */
  readonly latitude: number | null;
  /** Degrees, east positive; null: nobody has said. */
  readonly longitude: number | null;
  /** Where it is on social networks; null: nobody has said. */
  readonly socialLinks: {
    /** The facility on Instagram. */
    readonly instagram?: {
      /** Its name on Instagram, without an `@`. */
      readonly handle: string;
    } | undefined;
    /** The facility on Facebook. */
    readonly facebook?: {
      /** Its name on Facebook, without an `@`. */
      readonly handle: string;
    } | undefined;
    /** The facility on YouTube. */
    readonly youtube?: {
      /** Its name on YouTube, without an `@`. */
      readonly handle: string;
    } | undefined;
    /** The facility on TikTok. */
    readonly tiktok?: {
      /** Its name on TikTok, without an `@`. */
      readonly handle: string;
    } | undefined;
    /** The facility on LinkedIn. */
    readonly linkedin?: {
      /** Its name on LinkedIn, without an `@`. */
      readonly handle: string;
    } | undefined;
  } | null;
  /** Its address; null: nobody has said. */
  readonly placeData: {
    /** Number and street. */
    readonly address_1?: string | undefined;
    /** What else leads there: a floor, a building. */
    readonly address_2?: string | undefined;
    /** The town. */
    readonly city?: {
      /** Its name in full. */
      readonly full_name?: string | undefined;
      /** Its name as it is abbreviated. */
      readonly short_name?: string | undefined;
      readonly [more: string]: unknown;
    } | undefined;
    /** The country. */
    readonly country?: {
      /** Its name in English. */
      readonly en_full_name?: string | undefined;
      /** Its name in its own language. */
      readonly full_name?: string | undefined;
      /** ISO 3166-1 alpha-2. */
      readonly iso_code?: string | undefined;
      readonly [more: string]: unknown;
    } | undefined;
    /** The whole address in one line. */
    readonly formatted_address?: string | undefined;
    /** The places provider’s id of the place. */
    readonly google_place_id?: string | undefined;
    /** Whether the address was typed by hand. */
    readonly isManual?: boolean | undefined;
    /** As the country’s post writes it. */
    readonly postcode?: string | undefined;
    /** The state or province. */
    readonly province?: {
      /** Its abbreviation, such as `QLD`. */
      readonly abbreviation?: string | undefined;
      /** Its name in full. */
      readonly full_name?: string | undefined;
      readonly [more: string]: unknown;
    } | undefined;
    readonly [more: string]: unknown;
  } | null;
  /** What clocks show there from two years ago until in two years, as boxes and rules go by it. */
  readonly offsets: readonly {
    /** From when on (UTC). Of the first: two years ago, if it was so before. */
    readonly from: string;
    /** Minutes east of UTC. */
    readonly minutes: number;
    /** What people there call it, such as `AEST`; in digits, such as `+10`, where letters are not known. */
    readonly abbreviation: string;
  }[];
}

export type FacilityId = string;

export interface FacilityListed {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** What it is called. */
  readonly name: string;
  /** The brand that it goes by; null: none. */
  readonly brand: string | null;
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: string;
  /** The IANA name of the time zone that it lies in. */
  readonly timezone: string;
  /** Whether nobody has filled in its details yet. */
  readonly template: boolean;
  /** Its doors, those that were removed left out. */
  readonly doors: {
    /** How many doors it has. */
    readonly total: number;
    /** How many of them are heard of, through their box, at this moment. */
    readonly online: number;
    /** How many of those stand open, by their contacts. */
    readonly open: number;
  };
  /** Its boxes, those that were retired left out. */
  readonly boxes: {
    /** How many boxes it has. */
    readonly total: number;
    /** How many of them are heard of at this moment. */
    readonly online: number;
  };
  /** How many warnings are open. */
  readonly warningsOpen: number;
  /** How many lockdowns that were ordered here stand. */
  readonly lockdowns: number;
}

/** A question that is asked often, and its answer. */
export interface Faq {
  /** The FAQ: `faq_` and 16 characters. */
  readonly faqId: string;
  /** Whose it is: an organisation’s. Null: the platform’s. */
  readonly organisationId: OrgId | null;
  /** What it is filed under: small letters, digits and hyphens. */
  readonly category: string;
  /** The language that it is written in, as a tag of BCP 47. */
  readonly locale: string;
  /** The question. */
  readonly question: string;
  /** The answer, in Markdown without HTML. */
  readonly answer: string;
  /** Whom it is written for. */
  readonly audience: 'staff' | 'partner' | 'public';
  /** Error codes (`error:relay_fault`) and pages of the consoles (`page:doors`) that it is shown beside. */
  readonly about: readonly string[];
  /** Where in a list it stands: the lowest is first. */
  readonly position: number;
  /** A draft is seen by those alone who may change it. */
  readonly state: 'draft' | 'published';
  /** Counts its changes: what `expectedRevision` names. */
  readonly revision: number;
  /** Who made it. */
  readonly createdBy: By;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
}

export interface Grant {
  /** The grant. */
  readonly grantId: string;
  /** The person, as the staff of the facility know them. */
  readonly personId: string;
  /** What it opens. */
  readonly target: {
    /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
    readonly to: 'facility';
  } | {
    /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
    readonly to: 'doors';
    /** Up to 1,000. */
    readonly doorIds: readonly DoorId[];
  } | {
    /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
    readonly to: 'scopes';
    /** Ids of access scopes. Up to 1,000. */
    readonly scopes: readonly string[];
  } | {
    /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
    readonly to: 'none';
  };
  /** From when on, inclusive; null: at once. */
  readonly from: string | null;
  /** Until when, exclusive; null: until it is revoked. */
  readonly until: string | null;
  /** It passes a lockdown, and counts on a box without the cloud. */
  readonly breakGlass: boolean;
  /** Why, in the words of who gave it. May be empty. */
  readonly reason: string;
  /** Who of staff gave it. */
  readonly grantedBy: By;
  /** When it was given (UTC). */
  readonly grantedAt: string;
}

export type GuardrailId = string;

export interface HeldRole {
  /** The role as this user holds it: what takes it away names this. */
  readonly roleId: string;
  /** What it lets the user do. Which role lets whom do what is a table of its own. */
  readonly role: 'super-admin' | 'global-admin' | 'platform-admin' | 'org-admin' | 'facility-manager' | 'facility-staff' | 'iam' | 'admin' | 'agent' | 'installer';
  /** Where the role holds: everywhere, in one organisation, or at one facility. */
  readonly scope: 'platform' | 'organisation' | 'facility';
  /** The organisation or facility where the role holds. Null: everywhere. */
  readonly scopeId: string | null;
}

export interface Holiday {
  /** The day. */
  readonly date: string;
  /** What the day is called, in the language of the country. */
  readonly name: string;
  /** What kind of day it is there. */
  readonly type: 'public' | 'bank' | 'optional' | 'school' | 'observance';
  /** What makes it the same holiday in every year: names it in a blacklist. */
  readonly rule: string;
  /** With `organisationId` only: whether that organisation has struck it off. */
  readonly blacklisted?: boolean | undefined;
}

export interface HolidayHours {
  /** The day. */
  readonly date: string;
  /** When it is open on that day; empty where it is closed. */
  readonly open: readonly OpenInterval[];
}

export interface HolidayHoursInput {
  /** The day. */
  readonly date: string;
  /** When it is open on that day; empty where it is closed. */
  readonly open: readonly OpenIntervalInput[];
}

export interface InstallerInvite {
  /** The invite: `ins_` and 16 characters. It opens nothing. */
  readonly inviteId: string;
  /** The address that was invited. */
  readonly email: string;
  /** What whoever invites calls them. */
  readonly name: string;
  /** `open`: they may install doors here. `ended`: its time is over. `revoked`: somebody has ended it. */
  readonly state: 'open' | 'ended' | 'revoked';
  /** Who invited them last. */
  readonly invitedBy: By;
  /** When that was (UTC). */
  readonly invitedAt: string;
  /** When it ends by itself (UTC). */
  readonly endsAt: string;
}

export interface Job {
  /** The job. */
  readonly jobId: string;
  /** What is done: the module, and the work. */
  readonly kind: string;
  /** There is one open job of a kind for each key. */
  readonly key: string | null;
  /** How far it has come. */
  readonly state: 'queued' | 'running' | 'done' | 'dead';
  /** How often it was begun. */
  readonly attempt: number;
  /** When it is begun, or tried again, at the earliest (UTC). */
  readonly dueAt: string;
  /** The replica that runs it. */
  readonly leasedBy: string | null;
  /** Until when the replica that runs it has to finish or say that it goes on (UTC). Null: nobody runs it. */
  readonly leaseUntil: string | null;
  /** Why the last attempt that failed did. */
  readonly lastError: string | null;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** When it ended, well or not (UTC). Null: it has not. */
  readonly finishedAt: string | null;
}

/** A page that anybody may read once it is published. */
export interface LandingPage {
  /** The landing page: `lpg_` and 16 characters. */
  readonly landingPageId: string;
  /** Whose page it is. */
  readonly organisationId: OrgId;
  /** The facility that it is about. Null: the whole organisation. */
  readonly facilityId: FacilityId | null;
  /** Its public address is `/p/` and this. An old one goes on leading there. */
  readonly slug: string;
  /** The language that it is written in, as a tag of BCP 47. */
  readonly locale: string;
  /** Only what is `published` is seen outside. */
  readonly state: 'draft' | 'published' | 'withdrawn';
  /** What it would show if it were published now. Null: not for you. */
  readonly draft: LandingPageContent | null;
  /** What it shows. Null: nothing. */
  readonly published: LandingPageContent | null;
  /** Which version that is. Null: none. */
  readonly version: number | null;
  /** When the version that was scheduled is shown (UTC). Null: none is. */
  readonly publishAt: string | null;
  /** Shows the draft on the partner listener for an hour, to whoever has the link. Null: not for you. */
  readonly previewPath: string | null;
  /** The newest first, at most 50. */
  readonly versions: readonly {
    /** Counts up. */
    readonly number: number;
    /** When it was made (UTC). */
    readonly madeAt: string;
    /** Who made it. */
    readonly madeBy: By;
  }[];
  /** Counts its changes: what `expectedRevision` names. */
  readonly revision: number;
  /** Who made it. */
  readonly createdBy: By;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
}

export interface LandingPageContent {
  /** What browsers and searches call the page. */
  readonly title: string;
  /** What searches show below that. */
  readonly description?: string | undefined;
  /** Its parts, from the top. */
  readonly blocks: readonly ({
    /** What sort of thing it is, in one word. */
    readonly kind: 'hero';
    /** What stands above it. */
    readonly heading: string;
    /** A line or two below it. */
    readonly text?: string | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'text';
    /** Markdown without HTML. */
    readonly body: string;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'image';
    /** The picture, as sending it has answered. */
    readonly imageId: string;
    /** What the picture shows, in words, for whoever does not see it. */
    readonly text: string;
    /** A line below it, for everybody. */
    readonly caption?: string | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'hours';
    /** What stands above it. */
    readonly heading: string;
    /** When the gym is staffed or open, in its own time. */
    readonly hours: readonly {
      /** The days that it is for. */
      readonly days: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      /** A time of the day, such as `06:30`. */
      readonly opens: string;
      /** A time of the day, such as `06:30`. */
      readonly closes: string;
    }[];
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'place';
    /** What stands above it. */
    readonly heading: string;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'plans';
    /** What stands above it. */
    readonly heading: string;
    /** What members may choose from. */
    readonly plans: readonly {
      /** What the plan is called. */
      readonly name: string;
      /** What it costs, in words: `€ 39 a month`. */
      readonly price: string;
      /** What it gives. */
      readonly text?: string | undefined;
    }[];
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'faqs';
    /** What stands above it. */
    readonly heading: string;
    /** Only of this category. Left out: of all. */
    readonly category?: string | undefined;
    /** How many at most: 10 unless given. */
    readonly most?: number | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'press';
    /** What stands above it. */
    readonly heading: string;
    /** How many at most: 3 unless given. */
    readonly most?: number | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'action';
    /** What the button says. */
    readonly label: string;
    /** Where it leads: https, mailto or tel. */
    readonly url: string & string;
  })[];
}

export interface LandingPageContentInput {
  /** What browsers and searches call the page. */
  readonly title: string;
  /** What searches show below that. */
  readonly description?: string | undefined;
  /** Its parts, from the top. */
  readonly blocks: readonly ({
    /** What sort of thing it is, in one word. */
    readonly kind: 'hero';
    /** What stands above it. */
    readonly heading: string;
    /** A line or two below it. */
    readonly text?: string | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'text';
    /** Markdown without HTML. */
    readonly body: string;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'image';
    /** The picture, as sending it has answered. */
    readonly imageId: string;
    /** What the picture shows, in words, for whoever does not see it. */
    readonly text: string;
    /** A line below it, for everybody. */
    readonly caption?: string | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'hours';
    /** What stands above it. */
    readonly heading: string;
    /** When the gym is staffed or open, in its own time. */
    readonly hours: readonly {
      /** The days that it is for. */
      readonly days: readonly ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
      /** A time of the day, such as `06:30`. */
      readonly opens: string;
      /** A time of the day, such as `06:30`. */
      readonly closes: string;
    }[];
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'place';
    /** What stands above it. */
    readonly heading: string;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'plans';
    /** What stands above it. */
    readonly heading: string;
    /** What members may choose from. */
    readonly plans: readonly {
      /** What the plan is called. */
      readonly name: string;
      /** What it costs, in words: `€ 39 a month`. */
      readonly price: string;
      /** What it gives. */
      readonly text?: string | undefined;
    }[];
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'faqs';
    /** What stands above it. */
    readonly heading: string;
    /** Only of this category. Left out: of all. */
    readonly category?: string | undefined;
    /** How many at most: 10 unless given. */
    readonly most?: number | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'press';
    /** What stands above it. */
    readonly heading: string;
    /** How many at most: 3 unless given. */
    readonly most?: number | undefined;
  } | {
    /** What sort of thing it is, in one word. */
    readonly kind: 'action';
    /** What the button says. */
    readonly label: string;
    /** Where it leads: https, mailto or tel. */
    readonly url: string & string;
  })[];
}

export interface ListedAddress {
  /** Street and number. */
  readonly line1?: string | undefined;
  /** Floor, unit, building. */
  readonly line2?: string | undefined;
  /** The city. */
  readonly city?: string | undefined;
  /** The state or province. */
  readonly region?: string | undefined;
  /** The postcode. */
  readonly postalCode?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  readonly countryCode?: string | undefined;
}

export interface ListedFields {
  /** What it is called. */
  readonly name: string;
  /** The postal address, as the partner sent it. */
  readonly address: ListedAddress;
  /** Where customers call: E.164. */
  readonly phone?: string | undefined;
  /** When it is open in an ordinary week. */
  readonly hours?: OpenHours | undefined;
  /** Days on which that is different: 50 at most. */
  readonly holidays?: readonly HolidayHours[] | undefined;
}

export interface ListedLocation {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** The location, as the listings provider calls it. */
  readonly locationId: string;
  /** `removing`: a job removes it there, and then here. */
  readonly state: 'linked' | 'removing';
  /** When it was last put there as it was to be (UTC). */
  readonly seenAt: string;
  /** What it is to say. */
  readonly ours: ListedFields;
  /** What it says there. Null: it is not there any more. */
  readonly upstream: ListedUpstream | null;
  /** In which fields it says something else than it is to say. */
  readonly drift: readonly ('name' | 'address' | 'phone' | 'hours' | 'holidays')[];
  /** Whether what it is to say is what was last pushed. */
  readonly isPushed: boolean;
}

export interface ListedSession {
  /** The session of a console: `ses_` and 16 characters. It opens nothing. */
  readonly sessionId: string;
  /** Whether this request came in it. */
  readonly current: boolean;
  /** Whether requests in it are still answered. */
  readonly live: boolean;
  /**
   * `code`: by e-mail. `link`: made at the machine of the cloud. `pin`: at a desk. `organisation`: by the OpenID
   * provider of an organisation.
   */
  readonly signedInBy: 'code' | 'passkey' | 'link' | 'pin' | 'organisation';
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

export interface ListedUpstream {
  /** What it is called. */
  readonly name: string;
  /** The postal address, as the partner sent it. */
  readonly address: ListedAddress;
  /** Where customers call. */
  readonly phone?: string | undefined;
  /** When it is open in an ordinary week. */
  readonly hours?: {
    /** When it is open. */
    readonly monday: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
    /** When it is open. */
    readonly tuesday: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
    /** When it is open. */
    readonly wednesday: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
    /** When it is open. */
    readonly thursday: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
    /** When it is open. */
    readonly friday: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
    /** When it is open. */
    readonly saturday: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
    /** When it is open. */
    readonly sunday: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
  } | undefined;
  /** Days on which that is different. */
  readonly holidays?: readonly {
    /** The day. */
    readonly date: string;
    /** When it is open then. */
    readonly open: readonly {
      /** When it opens. */
      readonly start: string;
      /** When it closes. */
      readonly end: string;
    }[];
  }[] | undefined;
}

export interface ListedUser {
  /** The user of the platform: `usr_` and 16 characters. */
  readonly userId: string;
  /** The e-mail address. Users are found and written to by it. */
  readonly email: string;
  /** The given name. */
  readonly firstName: string;
  /** The family name; empty for who has none. */
  readonly lastName: string;
  /** Null too for somebody who holds something where you do not see it. */
  readonly phoneNumber: string | null;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** What they hold where you may see it. */
  readonly roles: readonly HeldRole[];
}

export interface Listing {
  /** A map, a directory or the like, by the provider’s name for it. */
  readonly publisher: string;
  /** In the provider’s word, such as `LIVE`. */
  readonly status: string;
  /** What is wrong, or to come, in the provider’s words. */
  readonly details: readonly string[];
  /** Where to see it. Null: nowhere yet. */
  readonly url: string | null;
}

export interface ListingLink {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** The location, as the listings provider calls it. */
  readonly locationId: string;
  /** `removing`: a job removes it there, and then here. */
  readonly state: 'linked' | 'removing';
  /** When it was last put there as it was to be (UTC). */
  readonly seenAt: string;
}

export interface Lockdown {
  /** The lockdown. */
  readonly lockdownId: string;
  /** Whether it covers a door, an access scope, or the facility. */
  readonly layer: 'door' | 'scope' | 'facility';
  /** The door, the access scope or the facility. */
  readonly targetId: string;
  /** Why it was begun. Empty while nobody has said. */
  readonly reason: string;
  /** Who said why afterwards. Null: it was said as it began, or nobody has yet. */
  readonly reasonBy: By | null;
  /** When that was said afterwards (UTC). Null likewise. */
  readonly reasonAt: string | null;
  /** Changes when it is released, and when mode or lockdown of one of its doors change: for `ifSeen`. */
  readonly seen: string;
  /** Who of staff ordered it. */
  readonly begunBy: By;
  /** When it was ordered (UTC). */
  readonly begunAt: string;
  /** Who of staff released it. Null: it still stands. */
  readonly releasedBy: By | null;
  /** When its release was ordered (UTC). Null: it still stands. */
  readonly releasedAt: string | null;
  /** Why it was released, in the words of who did. Null: it still stands, or nobody has said. */
  readonly releaseReason: string | null;
  /** What becomes of each door. */
  readonly doors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** What staff call the door. Null: it was removed. */
    readonly name: string | null;
    /** What the door’s box said last. */
    readonly lockedDown: boolean;
    /** Somebody had locked it down before, at the box or a panel: the release leaves that as it is. */
    readonly wasLockedDown: boolean;
    /** What came of the override to begin, `pending` while the box has not said yet; null without a box. */
    readonly begin: 'pending' | 'taken' | 'refused' | 'superseded' | 'lapsed' | null;
    /**
     * What came of the override to end, likewise; null while there is none, and where another lockdown stands over the
     * door.
     */
    readonly release: 'pending' | 'taken' | 'refused' | 'superseded' | 'lapsed' | null;
  }[];
}

export interface LockdownReason {
  /** Why, for whoever stands before the door. */
  readonly reason: string;
}

export interface LockdownRelease {
  /** Why, for whoever stands before the door. */
  readonly reason: string;
  /**
   * The `seen` that you looked at. Refused with 412 and how it is now where mode or lockdown have changed since;
   * without it, nothing is compared.
   */
  readonly ifSeen?: string | undefined;
}

export interface LockdownRequest {
  /** What is locked down: one door, the doors of an access scope, or all doors here. */
  readonly target: {
    /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
    readonly to: 'door';
    /** The door. */
    readonly doorId: string;
  } | {
    /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
    readonly to: 'scope';
    /** The access scope. */
    readonly scopeId: string;
  } | {
    /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
    readonly to: 'facility';
  };
  /** Why, for whoever stands before the door. It may be said afterwards: nobody has to type while there is danger. */
  readonly reason?: string | undefined;
}

export interface Lockout {
  /** `restricted`: AI models, texts and new agents are refused; never a door. */
  readonly state: 'clear' | 'grace' | 'restricted';
  /** Since when something is owed. Null: nothing is. */
  readonly since: string | null;
  /** When it is restricted, or was. Null: it is not going to be. */
  readonly restrictedAt: string | null;
}

export interface LockoutPolicy {
  /** What comes of a debt: nothing, warnings alone, or in the end a lockout of what costs us money. */
  readonly mode: 'never' | 'warn' | 'restrict';
  /** Days of warning before `restrict` restricts. */
  readonly graceDays: number;
}

export interface LockoutPolicyInput {
  /** What comes of a debt: nothing, warnings alone, or in the end a lockout of what costs us money. */
  readonly mode: 'never' | 'warn' | 'restrict';
  /** Days of warning before `restrict` restricts. */
  readonly graceDays: number;
}

export interface MailVariable {
  /** What stands between the braces. */
  readonly name: string;
  /** What it says. */
  readonly about: string;
  /** `line` is one line and may stand in a subject, the others are none of it. */
  readonly as: 'line' | 'text' | 'link' | 'secret' | 'report';
  /** Whether it stands in every wording. */
  readonly needed: boolean;
}

export interface MaintenanceOutdated {
  /** The code of the refusal, which does not change: go by it. Every one has a page. */
  readonly error: 'maintenance_outdated';
  /** The refusal in words, for people. May be reworded. */
  readonly message: string;
  /** What it was made looking at has changed since: this is how it stands. */
  readonly current: {
    /** Whether staff hold the door open or closed. */
    readonly mode: 'off' | 'force-open' | 'force-closed';
    /** When it ends by itself (UTC). Null: it does not. */
    readonly until: string | null;
    /** Who said so, by name. Null: nobody has. */
    readonly by: string | null;
    /** Why, in the words of who said so. Null: nobody has said. */
    readonly reason: string | null;
    /** Counts every change of it: name it as `seen` to change what you have looked at. */
    readonly generation: number;
  };
}

export interface MaintenanceRequest {
  /** `force-open`: held open. `force-closed`: nobody is let in. `off`: ends either. */
  readonly mode: 'off' | 'force-open' | 'force-closed';
  /** When it ends by itself. Not with `off`. Of `force-open` 2 hours from now unless told, and 12 at most. */
  readonly until?: string | undefined;
  /** Why, for whoever finds the door so. */
  readonly reason: string;
  /** The generation of the maintenance that was seen: refused with 409 where it has changed since. */
  readonly seen?: number | undefined;
  /**
   * The `seen` that you looked at. Refused with 412 and how it is now where mode or lockdown have changed since;
   * without it, nothing is compared.
   */
  readonly ifSeen?: string | undefined;
}

export interface Member {
  /** The partner account: `ptr_` and 16 characters. */
  readonly partnerId: string;
  /** The member, by the partner’s own id. */
  readonly memberId: string;
  /** The given name. */
  readonly firstName: string;
  /** The family name; empty for who has none. */
  readonly lastName: string;
  /** The e-mail address. Users are found and written to by it. Null: nobody has said. */
  readonly email: string | null;
  /** In the partner’s words. */
  readonly membershipStatus: string | null;
  /** When it last changed here. */
  readonly storedAt: string;
  /** Null: staff have had nothing to say of them. */
  readonly person: Person | null;
}

export interface MigrationNote {
  /** Which it is, in one word. */
  readonly code: string;
  /** What it means. */
  readonly message: string;
}

export interface MigrationPreflight {
  /** The method that holds now. */
  readonly from: 'wallet' | 'invoice';
  /** The one that is intended. */
  readonly to: 'wallet' | 'invoice';
  /** Whether nothing stands against it. */
  readonly canMigrate: boolean;
  /** What has to be settled before. */
  readonly blockers: readonly MigrationNote[];
  /** What is good to know. */
  readonly warnings: readonly MigrationNote[];
  /** Top-up invoices and monthly records that are to be paid. */
  readonly openInvoices: number;
  /** Of days that are closed and on no record yet, in millionths. */
  readonly unbilledMicros: number;
}

export interface MonthlyRecord {
  /** The record. */
  readonly recordId: string;
  /** `org#` or `facility#` and the id, URL-encoded in a path. */
  readonly payerKey: string;
  /** `YYYY-MM`, UTC. */
  readonly month: string;
  /** `wallet`: its days were debited one by one, and the record says what they came to. */
  readonly billingMethod: 'wallet' | 'invoice';
  /** `issued`: it is owed. */
  readonly state: 'open' | 'issued' | 'paid' | 'overdue' | 'void';
  /** The sum of its lines, in cents. */
  readonly totalCents: number;
  /** What a payment names. Null: nothing is owed. */
  readonly reference: string | null;
  /** When it was made. */
  readonly closedAt: string;
  /** Until when it has to be paid. Null: nothing is owed. */
  readonly dueAt: string | null;
  /** When it was paid. Null: it is not. */
  readonly paidAt: string | null;
  /** Each charge of each facility. */
  readonly lines: readonly {
    /** The line, within its record. */
    readonly lineId: string;
    /** The facility. */
    readonly facilityId: string;
    /** The charge: its key, or `custom:` and the id of a custom charge. */
    readonly key: string;
    /** What a custom charge is called. Null of any other. */
    readonly label: string | null;
    /** How much was counted, over all days. */
    readonly quantity: number;
    /** How much of that was free. */
    readonly free: number;
    /** What it came to, in cents: half to even. */
    readonly cents: number;
  }[];
}

export interface OpenHours {
  /** When it is open; empty where it is closed. */
  readonly monday: readonly OpenInterval[];
  /** When it is open; empty where it is closed. */
  readonly tuesday: readonly OpenInterval[];
  /** When it is open; empty where it is closed. */
  readonly wednesday: readonly OpenInterval[];
  /** When it is open; empty where it is closed. */
  readonly thursday: readonly OpenInterval[];
  /** When it is open; empty where it is closed. */
  readonly friday: readonly OpenInterval[];
  /** When it is open; empty where it is closed. */
  readonly saturday: readonly OpenInterval[];
  /** When it is open; empty where it is closed. */
  readonly sunday: readonly OpenInterval[];
}

export interface OpenHoursInput {
  /** When it is open; empty where it is closed. */
  readonly monday?: readonly OpenIntervalInput[] | undefined;
  /** When it is open; empty where it is closed. */
  readonly tuesday?: readonly OpenIntervalInput[] | undefined;
  /** When it is open; empty where it is closed. */
  readonly wednesday?: readonly OpenIntervalInput[] | undefined;
  /** When it is open; empty where it is closed. */
  readonly thursday?: readonly OpenIntervalInput[] | undefined;
  /** When it is open; empty where it is closed. */
  readonly friday?: readonly OpenIntervalInput[] | undefined;
  /** When it is open; empty where it is closed. */
  readonly saturday?: readonly OpenIntervalInput[] | undefined;
  /** When it is open; empty where it is closed. */
  readonly sunday?: readonly OpenIntervalInput[] | undefined;
}

export interface OpenInterval {
  /** When it opens, as clocks there show. */
  readonly start: string;
  /** When it closes; before `start`, it is on the next day. */
  readonly end: string;
}

export interface OpenIntervalInput {
  /** When it opens, as clocks there show. */
  readonly start: string;
  /** When it closes; before `start`, it is on the next day. */
  readonly end: string;
}

export interface OperatorEvent {
  /** Unique. An event read again, or sent to a webhook, has the same id. */
  readonly eventId: string;
  /**
   * What happened. More may be added. Now: access.denied, access.granted, access.released, agent.started,
   * agreement.signed, ai_credits.low, ai_credits.used_up, billing.balance_low, billing.balance_used_up,
   * billing.record_issued, billing.record_overdue, billing.restriction_ahead, board.found, board.lost, box.offline,
   * box.online, config.applied, cua.signed, door.alarm_cleared, door.forced_open, door.held_open, door.held_open_soon,
   * fire.raised, fire.reset, invoices.credit_note_issued, invoices.invoice_issued, journal.lost, lockdown.changed,
   * lockdown.refused, maintenance.changed, maintenance.ended, maintenance.refused, panel.locked_out, payment.failed,
   * payproc.ai_topup_failed, payproc.ai_topup_needs_owner, payproc.topup_failed, payproc.topup_needs_owner,
   * person.banned, reader.found, reader.key_changed, reader.lost, reader.tamper_over, reader.tampered,
   * snapshot.refused, unlock.confirmed_late, unlock.failed, unlock.finished, unlock.refused, update.begun, update.kept,
   * update.undone, warning.closed, warning.opened.
   */
  readonly type: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** When it happened, by the clock of who saw it (UTC). */
  readonly occurredAt: string;
  /** Later than it happened if a box was cut off. */
  readonly recordedAt: string;
  /** What the type tells. */
  readonly data: { readonly [name: string]: unknown };
}

export type OrgId = string;

export interface Organisation {
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: string;
  /** What it is called. */
  readonly name: string;
  /** How many facilities it has that you hold something at. */
  readonly facilities: number;
  /**
   * What you may do in all of it, rights that come with a higher one included. Empty for who holds something at some of
   * its facilities only.
   */
  readonly rights: readonly ('super-admin' | 'global-admin' | 'platform-admin' | 'org-admin' | 'facility-manager' | 'facility-staff' | 'iam' | 'admin' | 'agent' | 'installer')[];
}

export interface OwnBillingProfile {
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** Paid ahead and debited daily, or billed once a month. Null: it is inherited. */
  readonly billingMethod: 'wallet' | 'invoice' | null;
  /** How money comes in. Null: it is inherited. */
  readonly paymentMethod: 'card' | 'bank-transfer' | 'none' | null;
  /** Who pays for a facility: it itself, or its organisation. Null: it is inherited. */
  readonly payerScope: 'organisation' | 'facility' | null;
  /** Metered, and never billed. Null: it is inherited. */
  readonly billingDisabled: boolean | null;
  /** Days until an invoice is due. Null: it is inherited. */
  readonly netDays: number | null;
  /** What comes of a debt. Null: it is inherited. */
  readonly lockoutPolicy: LockoutPolicy | null;
  /** Whether the wallet is topped up by itself. Null: it is inherited. */
  readonly autoTopup: AutoTopup | null;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When they did. */
  readonly changedAt: string;
}

export interface OwnersTaxData {
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** Whose they are: a facility without any has those of its organisation. */
  readonly source: string | null;
  /** Whom invoices name. Null: nobody has said, and none is made. */
  readonly taxData: TaxData | null;
  /** When they were set. Null: they are not. */
  readonly changedAt: string | null;
}

export interface PartnerAccount {
  /** The partner account: `ptr_` and 16 characters. */
  readonly partnerId: string;
  /** What staff call the partner. */
  readonly name: string;
  /**
   * How the partner’s requests name a facility: by its id here, or by an identifier of the partner’s own, which each
   * facility sets.
   */
  readonly linkingMethod: 'facility_id' | 'linking_identifier';
  /** What staff call the partner’s identifier of a facility. */
  readonly linkingLabel: string;
  /** How each of the partner’s identifiers has to begin; empty: it is free. */
  readonly prefix: string;
  /** Settings that a facility is asked for when it enables the partner. */
  readonly customFields: readonly {
    /** The field’s name, as partners read it. */
    readonly key: string;
    /** What staff read beside the field. */
    readonly label: string;
  }[];
  /** Requests a second by endpoint id, where they are not the default. */
  readonly rateLimits: { readonly [name: string]: number };
  /** Whose data the partner may know of at all. */
  readonly organisations: readonly string[];
  /** What the partner says of itself, in its console. */
  readonly profile: {
    /** Where people read about the partner; null where nobody has said. */
    readonly website: string | null;
    /** Whom to write to while something is down; null where nobody has said. */
    readonly outageEmail: string | null;
    /** Whom to write to about keys and leaks: told of changes of the account, too. Null where nobody has said. */
    readonly securityEmail: string | null;
  };
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

export interface PartnerKeyAtOrganisation {
  /** The key. It opens nothing: the key itself is shown once, when it is made. */
  readonly keyId: string;
  /** The partner account: `ptr_` and 16 characters. */
  readonly partnerId: string;
  /** What staff call the partner. */
  readonly partnerName: string;
  /** What tells it from others, in the words of who made it. */
  readonly label: string;
  /** How its text begins. */
  readonly redacted: string;
  /** What the key may do: everything, rehearse everything, or read. */
  readonly type: 'live' | 'dryrun' | 'read-only';
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Up to ten seconds old, wherever it was used. */
  readonly lastUsedAt: string | null;
  /** Who made it, or made the one that it was rotated from; null where nobody is on record. */
  readonly madeBy: By | null;
  /** Whether it reaches the facilities of the organisation. */
  readonly reaches: boolean;
  /** Who let it; null where it was made for the organisation. */
  readonly consentedBy: By | null;
  /** When the organisation said yes to this key (UTC). Null: it has not: the key does not reach it. */
  readonly consentedAt: string | null;
}

export interface Passkey {
  /** The passkey, as what deletes it names it. */
  readonly passkeyId: string;
  /** What its user calls it. */
  readonly label: string;
  /** When it was added (UTC). */
  readonly createdAt: string;
  /** When it last proved anything (UTC); null where it never did. */
  readonly lastUsedAt: string | null;
}

export interface PasskeyAssertion {
  /** The credential, as its authenticator calls it (base64url). */
  readonly id: string;
  /** The credential, as its authenticator calls it (base64url). */
  readonly rawId: string;
  /** What the authenticator answered. */
  readonly response: {
    /** What the browser says it asked for (base64url). */
    readonly clientDataJSON: string;
    /** What the authenticator says of itself (base64url). */
    readonly authenticatorData: string;
    /** Its signature of both (base64url). */
    readonly signature: string;
    /** Whose passkey it is (base64url); null where the browser does not say. */
    readonly userHandle?: string | null | undefined;
  };
  /** Whether the authenticator is part of the device; null where the browser does not say. */
  readonly authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined;
  /** What came of extensions. */
  readonly clientExtensionResults?: {
    /** What the browser says of the passkey. */
    readonly credProps?: {
      /** Whether the authenticator finds the passkey by itself. */
      readonly rk?: boolean | undefined;
    } | undefined;
  } | undefined;
  /** Always so. */
  readonly type: 'public-key';
}

export interface PasskeyCreationOptions {
  /** Whose passkeys. */
  readonly rp: {
    /** The host name of the console. */
    readonly id: string;
    /** What people call it. */
    readonly name: string;
  };
  /** Whom it is for. */
  readonly user: {
    /** What the authenticator calls the user (base64url). */
    readonly id: string;
    /** The e-mail. */
    readonly name: string;
    /** The name. */
    readonly displayName: string;
  };
  /** To be signed, once (base64url). */
  readonly challenge: string;
  /** The kinds of key that are taken, the best first. */
  readonly pubKeyCredParams: readonly {
    /** Always so. */
    readonly type: 'public-key';
    /** COSE. */
    readonly alg: number;
  }[];
  /** How long the browser waits, in milliseconds. */
  readonly timeout: number;
  /** Those that the user has: an authenticator that holds one of them makes no other. */
  readonly excludeCredentials: readonly {
    /** Always so. */
    readonly type: 'public-key';
    /** As its authenticator calls it (base64url). */
    readonly id: string;
  }[];
  /** What the authenticator has to be able to do. */
  readonly authenticatorSelection: {
    /** The authenticator asks for its PIN or the like. */
    readonly residentKey: 'required';
    /** Always true: the authenticator finds it by itself. */
    readonly requireResidentKey: boolean;
    /** The authenticator asks for its PIN or the like. */
    readonly userVerification: 'required';
  };
  /** Nothing has to vouch for the authenticator. */
  readonly attestation: 'none';
}

export interface PasskeyRegistration {
  /** The credential, as its authenticator calls it (base64url). */
  readonly id: string;
  /** The credential, as its authenticator calls it (base64url). */
  readonly rawId: string;
  /** What the authenticator answered. */
  readonly response: {
    /** What the browser says it asked for (base64url). */
    readonly clientDataJSON: string;
    /** The new passkey, and what vouches for its authenticator (base64url). */
    readonly attestationObject: string;
    /** What the authenticator says of itself (base64url); null where the browser does not say. */
    readonly authenticatorData?: string | null | undefined;
    /** How the authenticator is reached. */
    readonly transports?: readonly string[] | undefined;
    /** The kind of key (COSE). */
    readonly publicKeyAlgorithm?: number | undefined;
    /** The public key (base64url); null where the browser does not say. */
    readonly publicKey?: string | null | undefined;
  };
  /** Whether the authenticator is part of the device; null where the browser does not say. */
  readonly authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined;
  /** What came of extensions. */
  readonly clientExtensionResults?: {
    /** What the browser says of the passkey. */
    readonly credProps?: {
      /** Whether the authenticator finds the passkey by itself. */
      readonly rk?: boolean | undefined;
    } | undefined;
  } | undefined;
  /** Always so. */
  readonly type: 'public-key';
}

export interface PasskeyRequestOptions {
  /** To be signed, once (base64url). */
  readonly challenge: string;
  /** How long the browser waits, in milliseconds. */
  readonly timeout: number;
  /** Whose passkeys: the host name of the console. */
  readonly rpId: string;
  /** The authenticator asks for its PIN or the like. */
  readonly userVerification: 'required';
}

export interface PaymentIntent {
  /** The payment, as the card provider calls it. */
  readonly paymentIntentId: string;
  /** The facility that it is for. Null: it is marked with none. */
  readonly facilityId: string | null;
  /** What is to be paid. In the smallest unit of the currency. */
  readonly amountCents: number;
  /** What was paid. In the smallest unit of the currency. */
  readonly receivedCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** How it stands, in the provider’s word. */
  readonly state: string;
  /** Why its last attempt failed, in the provider’s word. */
  readonly failureCode: string | null;
  /** When it was begun. */
  readonly createdAt: string;
  /** When it was cancelled. */
  readonly canceledAt: string | null;
}

export interface PaymentMatched {
  /** `already-settled`: it was before, and nothing was done. `awaiting-approval`: a second person decides. */
  readonly status: 'settled' | 'already-settled' | 'awaiting-approval';
  /** A top-up invoice, or a monthly record. */
  readonly kind: 'topup' | 'record';
  /** The invoice or the record, as `kind` says. */
  readonly payableId: string;
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** What was to be paid, in the smallest unit of the currency. */
  readonly expectedCents: number;
  /** What came. */
  readonly receivedCents: number;
  /** The transfer in the ledger. Null: nothing is posted yet. */
  readonly transferId: string | null;
  /** What a second person approves. Null: nobody has to. */
  readonly approvalId: string | null;
  /** When it was settled. Null: it is not. */
  readonly settledAt: string | null;
}

export interface PaymentRecord {
  /** As the provider calls it. */
  readonly recordId: string;
  /** What it is. */
  readonly kind: 'charge' | 'refund' | 'dispute';
  /** What was paid; below 0 where it was given back, or is disputed. In the smallest unit of the currency. */
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** How it stands, in the provider’s word. */
  readonly state: string;
  /** Why it failed, was given back or is disputed, in the provider’s word. */
  readonly reason: string | null;
  /** Of which brand the card is. */
  readonly cardBrand: string | null;
  /** How the number of the card ends. */
  readonly last4: string | null;
  /** When it happened. */
  readonly at: string;
  /** What the provider keeps of it. In the smallest unit of the currency. Null: no money has moved. */
  readonly feeCents: number | null;
  /** What is left of it. In the smallest unit of the currency. Null: no money has moved. */
  readonly netCents: number | null;
  /** The payout that it went to the bank with. Null: it has not, as far as is known. */
  readonly payoutId: string | null;
}

export interface Person {
  /** The person, as the staff of the facility know them. */
  readonly personId: string;
  /** Nothing opens for them, and doors say that access was withdrawn. A ban stays when the member is erased. */
  readonly banned: boolean;
  /** Nothing opens for them, and doors say that access is switched off. */
  readonly disabled: boolean;
  /** Nothing opens for them, and doors say that access is blocked. */
  readonly blockAllAccess: boolean;
  /** Doors stay released for longer when the person enters. */
  readonly extendedHold: boolean;
  /** Why the flags are as they are, in the words of who set them last. Empty while nobody has. */
  readonly reason: string;
  /** Who set the flags last, or made the person. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
  /** The members who are this person, of whichever partners. */
  readonly members: readonly {
    /** The partner account: `ptr_` and 16 characters. */
    readonly partnerId: string;
    /** The member, by the partner’s own id. */
    readonly memberId: string;
  }[];
}

export interface PlacedDoor {
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** The door controller that drives it. */
  readonly uuid: string | null;
  /** To be named as `expectedVersion` by the next change of the door. */
  readonly version: number;
  /** The part of the building, in the words of staff. Null: nobody has said. */
  readonly zone: string | null;
  /** Where it is, in the words of staff. Null: nobody has said. */
  readonly location: string | null;
  /** As on the label of the device. Null: nobody has said. */
  readonly serialNumber: string | null;
  /** What staff have answered for. */
  readonly acknowledged: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[];
  /** What people call the door. */
  readonly name: string;
  /** How its lock behaves. */
  readonly profile: 'latch' | 'magnet' | 'gate' | 'turnstile';
  /** The relay that moves the lock. */
  readonly relay: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
  };
  /**
   * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest
   * `locked`.
   */
  readonly relayEnergisedMeans: 'unlocked' | 'locked';
  /** What can see the lock move. `command-only`: nothing can, and no unlock is confirmed. */
  readonly evidence: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says. */
    readonly activeMeans: 'unlocked' | 'locked';
    /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
    readonly kind: 'lock-sense' | 'relay-contact';
  } | {
    /** What can see the lock move, if anything can. */
    readonly kind: 'command-only';
  };
  /** The contact that tells whether the door stands open; null: none. */
  readonly contact: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says. */
    readonly activeMeans: 'open' | 'closed';
  } | null;
  /**
   * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that active
   * means `released`: a cut wire lets people out.
   */
  readonly rex: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says; `pressed` unless told. */
    readonly activeMeans?: 'pressed' | 'released' | undefined;
  } | null;
  /**
   * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays
   * latched. A closed loop’s active means `normal`.
   */
  readonly fire: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says; `alarm` unless told. */
    readonly activeMeans?: 'alarm' | 'normal' | undefined;
  } | null;
  /** A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none. */
  readonly keySwitch: {
    /** The bus of the box, by the name that the box gives it. */
    readonly bus: string;
    /** The address of the board on its bus. */
    readonly unit: number;
    /** The number of the relay or input on the board, from 0. */
    readonly channel: number;
    /** What an active input says; `turned` unless told. */
    readonly activeMeans?: 'turned' | 'home' | undefined;
    /** The maintenance that turning it begins. */
    readonly mode: 'force-open' | 'force-closed';
  } | null;
  /** How long an unlock holds the lock open. */
  readonly holdSeconds: number;
  /** The same for people who need more time, when the box itself lets them in. */
  readonly extendedHoldSeconds: number;
  /** How long the door may stand open before that is an alarm. */
  readonly heldOpenSeconds: number;
  /** How long an unlock waits for the evidence that the lock has moved. */
  readonly confirmationTimeoutSeconds: number;
  /** Only doors whose evidence can confirm an unlock are. */
  readonly offeredToPartners: boolean;
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
}

export interface PlatformDailyDigest {
  /** What happened since then is counted. */
  readonly from: string;
  /** Where the period ends, exclusive (UTC). */
  readonly to: string;
  /** Whether there is nothing that somebody should look at. */
  readonly quiet: boolean;
  /** What the e-mail would say. */
  readonly text: string;
  /** Jobs that were given up, by kind. */
  readonly deadJobs: readonly {
    /** What sort of thing it is, in one word. */
    readonly kind: string;
    /** How many there were in the period. */
    readonly count: number;
  }[];
  /** Requests answered 5xx. */
  readonly faults: readonly {
    /** The operation, by its id in this document. */
    readonly endpoint: string;
    /** `ok`, or the code of the refusal. */
    readonly outcome: string;
    /** How many there were in the period. */
    readonly count: number;
  }[];
  /** Those disabled last, 100 at most. */
  readonly disabledWebhooks: readonly {
    /** The webhook. */
    readonly webhookId: string;
    /** The organisation: `org_` and 16 characters. */
    readonly organisationId: string;
    /** When it was turned off because nobody took its deliveries (UTC). */
    readonly disabledAt: string;
    /** What its receiver did, in words. */
    readonly why: string;
    /** Since `from`. */
    readonly isNew: boolean;
  }[];
  /** Where the database grows by more than 1 GB a day, and three times as fast as in the two weeks before. */
  readonly fastGrowth: {
    /** What the database takes on its disk, in bytes. */
    readonly bytes: number;
    /** By how many bytes it grew. */
    readonly grownBytes: number;
    /** When its growth is counted from (UTC). */
    readonly since: string;
  } | null;
  /** What of money waits for somebody, now. No more than 10,000 of each are counted. */
  readonly money: {
    /** Payments of bank statements that nothing settles by itself. */
    readonly paymentsWaiting: number;
    /** What moves money once a second person says so. */
    readonly approvalsWaiting: number;
    /** Accounts of the ledger whose balance is not the sum of its transfers. */
    readonly frozenAccounts: number;
    /** Owners whose automatic top-up failed, and who have paid none since. */
    readonly failedTopups: number;
  };
  /** How many, and the 100 that were heard of last. */
  readonly silentBoxes: {
    /** How many there were in the period. */
    readonly count: number;
    /** Those boxes, the ones first that were heard of last. */
    readonly data: readonly {
      /** The box: the same as the `uuid` of its door controller. */
      readonly boxId: string;
      /** What staff call it, if anything. */
      readonly name: string | null;
      /** Null where it never was. */
      readonly lastHeardAt: string | null;
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: string;
    }[];
  };
}

export interface PlatformRates {
  /** Every price, in major units of the currency. */
  readonly charges: AllRates;
  /** What is adjusted about them. */
  readonly chargeAdjustments: RateAdjustments;
  /** The version that this is; null: nothing was ever set. */
  readonly versionId: string | null;
  /** The first day that it is billed by, from its beginning (UTC). Null: nothing was ever set. */
  readonly effectiveFrom: string | null;
  /** Who set them last. Null: nobody ever has. */
  readonly changedBy: By | null;
}

export interface Preferences {
  /** `system`: as the browser’s own. */
  readonly theme: 'system' | 'light' | 'dark';
  /** How much room rows of lists take. */
  readonly density: 'comfortable' | 'compact';
  /** The facility that is shown first. Null: none. It gives no right, and may be one that its owner no longer sees. */
  readonly homeFacilityId: FacilityId | null;
  /** Lists as their owner likes to see them. */
  readonly savedFilters: readonly {
    /** What its owner calls it. */
    readonly name: string;
    /** The page that it is for, by its path. */
    readonly page: string;
    /** What stands behind the `?` of that page. */
    readonly query: string;
  }[];
  /** When they were set last (UTC); null where they never were: these are the usual ones. */
  readonly changedAt: string | null;
}

export interface PreferencesSet {
  /** `system`: as the browser’s own. */
  readonly theme: 'system' | 'light' | 'dark';
  /** How much room rows of lists take. */
  readonly density: 'comfortable' | 'compact';
  /** The facility that is shown first. Null: none. It gives no right, and may be one that its owner no longer sees. */
  readonly homeFacilityId: FacilityId | null;
  /** Lists as their owner likes to see them. */
  readonly savedFilters: readonly {
    /** What its owner calls it. */
    readonly name: string;
    /** The page that it is for, by its path. */
    readonly page: string;
    /** What stands behind the `?` of that page. */
    readonly query: string;
  }[];
}

/** What the press has written, or was told. */
export interface Press {
  /** The press item: `prs_` and 16 characters. */
  readonly pressId: string;
  /** Whose it is: an organisation’s. Null: the platform’s. */
  readonly organisationId: OrgId | null;
  /** The last part of its public address: small letters, digits and hyphens. An old one goes on leading there. */
  readonly slug: string;
  /** The headline. */
  readonly title: string;
  /** The paper, station or site that it is from. */
  readonly outlet: string;
  /** Where the original is (https). Null: nowhere. Nothing is fetched from there. */
  readonly sourceUrl: string | null;
  /** A few sentences, in plain text. */
  readonly excerpt: string;
  /** The text, in Markdown without HTML; may be empty. */
  readonly body: string;
  /** The day that the outlet gives it. */
  readonly publishedOn: string;
  /** When it is published by itself (UTC): of what is `scheduled`, else null. */
  readonly publishAt: string | null;
  /** Only what is `published` is seen outside. */
  readonly state: 'draft' | 'scheduled' | 'published' | 'withdrawn';
  /** Whether it is shown before others. */
  readonly featured: boolean;
  /** The picture that goes with it. Null: none. */
  readonly image: {
    /** The picture, as sending it has answered. */
    readonly imageId: string;
    /** What the picture shows, in words, for whoever does not see it. */
    readonly text: string;
  } | null;
  /** Counts its changes: what `expectedRevision` names. */
  readonly revision: number;
  /** Who made it. */
  readonly createdBy: By;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Who changed it last. */
  readonly changedBy: By;
  /** When it was changed last (UTC). */
  readonly changedAt: string;
}

export interface PushSubscription {
  /** The subscription. */
  readonly subscriptionId: string;
  /** The push service. The rest of the endpoint is a secret, and not told again. */
  readonly host: string;
  /** What tells it from others, in the words of who made it. Null: nobody has said. */
  readonly label: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** When the push service last took a notification. */
  readonly deliveredAt: string | null;
  /** Why it did not take the last one. */
  readonly lastError: string | null;
}

export interface RateAdjustment {
  /**
   * `free-units`: so many of a facility and month are free. `amount`: added to the price of one. `percent`: added to
   * what that comes to.
   */
  readonly type: 'free-units' | 'amount' | 'percent';
  /** Units, an amount in major units, or per cent. */
  readonly value: number;
  /** Why, for whoever reads the invoice. */
  readonly label: string;
}

export interface RateAdjustmentInput {
  /**
   * `free-units`: so many of a facility and month are free. `amount`: added to the price of one. `percent`: added to
   * what that comes to.
   */
  readonly type: 'free-units' | 'amount' | 'percent';
  /** Units, an amount in major units, or per cent. */
  readonly value: number;
  /** Why, for whoever reads the invoice. */
  readonly label: string;
}

export interface RateAdjustments {
  /** For each facility and day. */
  readonly pricePerFacilityDay?: RateAdjustment | undefined;
  /** For each door and day. */
  readonly pricePerDoorDay?: RateAdjustment | undefined;
  /** For each box in service and day. */
  readonly pricePerBoxDay?: RateAdjustment | undefined;
  /** For each device that is no box, and day. */
  readonly pricePerDeviceDay?: RateAdjustment | undefined;
  /** For each camera and day. */
  readonly pricePerCameraDay?: RateAdjustment | undefined;
  /** For each member and day. */
  readonly pricePerMemberDay?: RateAdjustment | undefined;
  /** For each gigabyte (10^9 bytes) that is stored, and day. */
  readonly pricePerGBStored?: RateAdjustment | undefined;
  /** For each gigabyte (10^9 bytes) that goes out. */
  readonly pricePerGBTransferred?: RateAdjustment | undefined;
  /** For each gigabyte (10^9 bytes) of backups, and day. */
  readonly pricePerBackupGB?: RateAdjustment | undefined;
  /** For each segment of a text message that was handed over. */
  readonly pricePerSms?: RateAdjustment | undefined;
  /** For each e-mail that was sent. */
  readonly pricePerEmail?: RateAdjustment | undefined;
  /** For a thousand events of doors; each single one counts. */
  readonly pricePerThousandEvents?: RateAdjustment | undefined;
  /** What is added to the cost of models, in per cent. */
  readonly aiMarkupPercent?: RateAdjustment | undefined;
}

export interface RateAdjustmentsGivenInput {
  /** For each facility and day. */
  readonly pricePerFacilityDay?: RateAdjustmentInput | null | undefined;
  /** For each door and day. */
  readonly pricePerDoorDay?: RateAdjustmentInput | null | undefined;
  /** For each box in service and day. */
  readonly pricePerBoxDay?: RateAdjustmentInput | null | undefined;
  /** For each device that is no box, and day. */
  readonly pricePerDeviceDay?: RateAdjustmentInput | null | undefined;
  /** For each camera and day. */
  readonly pricePerCameraDay?: RateAdjustmentInput | null | undefined;
  /** For each member and day. */
  readonly pricePerMemberDay?: RateAdjustmentInput | null | undefined;
  /** For each gigabyte (10^9 bytes) that is stored, and day. */
  readonly pricePerGBStored?: RateAdjustmentInput | null | undefined;
  /** For each gigabyte (10^9 bytes) that goes out. */
  readonly pricePerGBTransferred?: RateAdjustmentInput | null | undefined;
  /** For each gigabyte (10^9 bytes) of backups, and day. */
  readonly pricePerBackupGB?: RateAdjustmentInput | null | undefined;
  /** For each segment of a text message that was handed over. */
  readonly pricePerSms?: RateAdjustmentInput | null | undefined;
  /** For each e-mail that was sent. */
  readonly pricePerEmail?: RateAdjustmentInput | null | undefined;
  /** For a thousand events of doors; each single one counts. */
  readonly pricePerThousandEvents?: RateAdjustmentInput | null | undefined;
  /** What is added to the cost of models, in per cent. */
  readonly aiMarkupPercent?: RateAdjustmentInput | null | undefined;
}

export interface RateBlock {
  /** `org#` or `facility#` and the id, URL-encoded in a path. */
  readonly ownerKey: string;
  /** The template that it goes by. Null: none. */
  readonly templateId: string | null;
  /** The prices that are its own, in major units of the currency. */
  readonly charges: SomeRates;
  /** The adjustments that are its own. */
  readonly chargeAdjustments: RateAdjustments;
  /** The version that this is; null: nothing was ever set. */
  readonly versionId: string | null;
  /** The first day that it is billed by, from its beginning (UTC). Null: nothing was ever set. */
  readonly effectiveFrom: string | null;
}

export interface RateCondition {
  /**
   * What is looked at, as it is on the day. `country`: ISO 3166, in capitals; `month`: 1 to 12; `ageDays`: since the
   * first day that was billed.
   */
  readonly field: 'doors' | 'members' | 'devices' | 'cameras' | 'facilitiesOfOrganisation' | 'country' | 'month' | 'ageDays';
  /** How it is compared. `in`: it is one of a list. */
  readonly op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in';
  /** A number, or a country; a list with `in` alone. */
  readonly value: number | string | readonly (number | string)[];
}

export interface RateConditionInput {
  /**
   * What is looked at, as it is on the day. `country`: ISO 3166, in capitals; `month`: 1 to 12; `ageDays`: since the
   * first day that was billed.
   */
  readonly field: 'doors' | 'members' | 'devices' | 'cameras' | 'facilitiesOfOrganisation' | 'country' | 'month' | 'ageDays';
  /** How it is compared. `in`: it is one of a list. */
  readonly op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in';
  /** A number, or a country; a list with `in` alone. */
  readonly value: number | string | readonly (number | string)[];
}

export interface RateTemplate {
  /** The template. */
  readonly templateId: string;
  /** What it is called. No two are the same, whatever the capitals. */
  readonly name: string;
  /** What it is for, in the words of who made it; empty where nobody has said. */
  readonly description: string | null;
  /** Every price, in major units of the currency. */
  readonly charges: AllRates;
  /** What is adjusted about them. */
  readonly chargeAdjustments: RateAdjustments;
  /** What an agent in the cloud costs, by plan. */
  readonly cloudAgents: { readonly [name: string]: {
    /** For each agent and day, in cents. */
    readonly dailyCents: number;
  } };
  /** Whatever else is charged, or given back. */
  readonly customCharges: readonly CustomCharge[];
  /** The version that this is; null: nothing was ever set. */
  readonly versionId: string | null;
  /** The first day that it is billed by, from its beginning (UTC). Null: nothing was ever set. */
  readonly effectiveFrom: string | null;
  /** What was changed since it was made, the newest first, 200 at most. */
  readonly changeLog: readonly {
    /** When. */
    readonly at: string;
    /** Who. */
    readonly by: By;
    /** Which field, such as `charges.pricePerSms`. */
    readonly field: string;
    /** What it was, as JSON. Null: it was not there. */
    readonly from: string | null;
    /** What it has been since, as JSON. Null: it is not there any more. */
    readonly to: string | null;
  }[];
  /** The owners whose own rates go by it. */
  readonly linkedBlocks: readonly string[];
}

export interface RegisteredDevice {
  /** The device or the door controller. */
  readonly uuid: string;
  /** What sort of thing it is, in one word. */
  readonly kind: 'camera' | 'ai-edge-processor' | 'core-ai-agent' | 'display-screen' | 'router' | 'generic' | 'door-controller';
  /** What the device is; null for any other kind. */
  readonly detectedType: 'camera' | 'ai-edge-processor' | 'door-controller' | 'core-ai-agent' | null;
  /** Null for a box that staff call nothing. */
  readonly name: string | null;
  /** Of a box: what staff wrote down of it, or else at a door that it drives. */
  readonly serialNumber: string | null;
  /** The maker’s name for what it is. Null: nobody has said. */
  readonly model: string | null;
  /** Null: the device belongs nowhere. */
  readonly facilityId: string | null;
  /** What the facility is called. Null: the device belongs nowhere. */
  readonly facilityName: string | null;
  /** The user whom the device belongs to. Null: nobody in particular. */
  readonly ownerUserId: string | null;
  /** The device’s own page on its LAN. */
  readonly webAddress: string | null;
  /** What the device is told, by name. */
  readonly settings: { readonly [name: string]: string | number | boolean };
  /** What a box last said it runs. */
  readonly agentVersion: string | null;
  /** When it was registered (UTC). */
  readonly registeredAt: string;
  /** When the device last said something itself. */
  readonly updatedAt: string | null;
  /** Whether that was five minutes ago or less. */
  readonly online: boolean;
  /** Since when and for how long the maker answers for it. */
  readonly warranty: Warranty;
  /** What the device authenticates with. It is shown here and never again. */
  readonly secret: string;
}

export interface ResolvedBillingProfile {
  /** What holds. */
  readonly profile: BillingProfile;
  /** Who has said each field. `default`: nobody, so the platform’s holds. */
  readonly sources: {
    /** Who has said `billingMethod`. */
    readonly billingMethod: 'facility' | 'organisation' | 'default';
    /** Who has said `paymentMethod`. */
    readonly paymentMethod: 'facility' | 'organisation' | 'default';
    /** Who has said `payerScope`. */
    readonly payerScope: 'facility' | 'organisation' | 'default';
    /** Who has said `billingDisabled`. */
    readonly billingDisabled: 'facility' | 'organisation' | 'default';
    /** Who has said `netDays`. */
    readonly netDays: 'facility' | 'organisation' | 'default';
    /** Who has said `lockoutPolicy`. */
    readonly lockoutPolicy: 'facility' | 'organisation' | 'default';
    /** Who has said `autoTopup`. */
    readonly autoTopup: 'facility' | 'organisation' | 'default';
  };
  /** Who has a say, the nearest first. */
  readonly chain: readonly {
    /** Whose it is: `org#<id>` or `facility#<id>`. */
    readonly ownerKey: string;
    /** Whether it has said anything. */
    readonly hasProfile: boolean;
  }[];
}

export interface RestoreDifference {
  /** This difference between what a box has and what the cloud knows. */
  readonly differenceId: string;
  /**
   * `box_doors`: a box keeps the doors that it has until those known here are confirmed. `lockdown`: one stands that
   * may have been released since the backup. `revoked`: something was revoked again. `box_doubt`: a box has lost what
   * stood over its doors, and lets nobody in until it is confirmed that the restored cloud knows it.
   */
  readonly kind: string;
  /** What it is about: the box, the lockdown, or what was revoked. */
  readonly subject: string;
  /** For staff, in words. */
  readonly message: string;
  /** When it was found (UTC). */
  readonly foundAt: string;
  /** Who has looked at it; null while nobody has. */
  readonly confirmedBy: By | null;
  /** When somebody had looked at it (UTC). Null: nobody has. */
  readonly confirmedAt: string | null;
}

export interface Retention {
  /** Each kind of record and how long it is kept. */
  readonly data: readonly {
    /** What sort of thing it is, in one word. */
    readonly kind: string;
    /** What is kept so long, in words. */
    readonly what: string;
    /** How many days it is kept. */
    readonly keepDays: number;
    /** How many days it is kept unless somebody sets it. */
    readonly defaultDays: number;
    /** The fewest days that may be set. */
    readonly minDays: number;
    /** The most days that may be set. */
    readonly maxDays: number;
    /** Who set it; null where it is the default. */
    readonly setBy: By | null;
    /** When it was set (UTC). Null: it is the default. */
    readonly setAt: string | null;
  }[];
}

export interface RoleGiven {
  /** A role, or a module that somebody is trusted with. */
  readonly role: 'super-admin' | 'global-admin' | 'platform-admin' | 'org-admin' | 'facility-manager' | 'facility-staff' | 'iam' | 'admin' | 'agent';
  /** Where it is held. */
  readonly scope: 'platform' | 'organisation' | 'facility';
  /** Of the organisation or the facility; not on the platform. */
  readonly scopeId?: string | undefined;
}

export interface RoleInvitation {
  /** What it lets the user do. Which role lets whom do what is a table of its own. */
  readonly role: 'super-admin' | 'global-admin' | 'platform-admin' | 'org-admin' | 'facility-manager' | 'facility-staff' | 'iam' | 'admin' | 'agent' | 'installer';
  /** Where the role holds: everywhere, in one organisation, or at one facility. */
  readonly scope: 'platform' | 'organisation' | 'facility';
  /** The organisation or facility where the role holds. Null: everywhere. */
  readonly scopeId: string | null;
  /** The invitation to hold a role. */
  readonly invitationId: string;
  /** What the organisation or the facility is called. */
  readonly place: string;
  /** When the user was invited (UTC). */
  readonly invitedAt: string;
  /** Until when it can be accepted. */
  readonly endsAt: string;
}

export interface SearchHit {
  /** What it is, and so which ids it has. */
  readonly kind: 'facility' | 'door' | 'box' | 'member' | 'user';
  /** What it is called; null of a box that nobody has named. */
  readonly name: string | null;
  /** The facility, or the one that the door, box or member belongs to. */
  readonly facilityId?: string | undefined;
  /** What that facility is called. */
  readonly facilityName?: string | undefined;
  /** The organisation of that facility. */
  readonly organisationId?: string | undefined;
  /** Of a door. */
  readonly doorId?: string | undefined;
  /** Of a box. */
  readonly boxId?: string | undefined;
  /** Of a member: the source. */
  readonly partnerId?: string | undefined;
  /** Of a member, by the source’s own id. */
  readonly memberId?: string | undefined;
  /** Of a user. */
  readonly userId?: string | undefined;
}

export interface SentAttachment {
  /** For `attachments` of an agreement. */
  readonly attachmentId: string;
  /** As the sender calls it, without a path, and with the ending of what it is. */
  readonly name: string;
  /** By its content. */
  readonly mediaType: 'application/pdf' | 'application/msword' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  /** What the database takes on its disk, in bytes. */
  readonly bytes: number;
  /** Of the bytes, hex. */
  readonly sha256: string;
  /** How many it has; null where the file does not say. */
  readonly pages: number | null;
}

export interface SentClubUserAgreement {
  /** The agreement with somebody: `cua_` and 16 characters. */
  readonly cuaId: string;
  /** What they are asked for. */
  readonly agreementId: string;
  /** Which version of it. */
  readonly version: number;
  /** The club that asks. */
  readonly facilityId: FacilityId;
  /** Whom it is asked of. */
  readonly subject: {
    /** Who it is: a user, a member of a partner, or anybody else. */
    readonly kind: 'user' | 'member' | 'other';
    /** The user; null: it is none. */
    readonly userId: string | null;
    /** The partner whose member it is; null: it is none. */
    readonly partnerId: string | null;
    /** The member, by the partner’s own id; null: it is none. */
    readonly memberId: string | null;
    /** What they were called as they were asked. */
    readonly name: string;
  };
  /** How they get the link. */
  readonly deliver: 'email' | 'sms' | 'desk';
  /**
   * `draft`: nothing was sent. `sent`, then `viewed`: they have a link. `signed` or `declined`: they have decided.
   * `expired`: the link has ended before. `withdrawn`: it is not asked any more. `ended`: it was signed, and holds no
   * longer.
   */
  readonly state: 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'expired' | 'withdrawn' | 'ended';
  /** When the link ends (UTC); null: none was made. */
  readonly linkEndsAt: string | null;
  /** The last day on which it holds once it is signed; null: it goes on. */
  readonly endsOn: string | null;
  /** Who made it. */
  readonly createdBy: By;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** For the desk: the link to read and sign, shown this once. Else null. */
  readonly link: string | null;
}

export interface SentPageImage {
  /** For `image` of press items, and for blocks of landing pages. */
  readonly imageId: string;
  /** By its content. */
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** As it is shown, in pixels. */
  readonly width: number;
  /** As it is shown, in pixels. */
  readonly height: number;
  /** As it is kept. */
  readonly bytes: number;
  /** Of the bytes as they are kept, hex: the last part of its public address. */
  readonly sha256: string;
}

export interface Session {
  /** The session; null where the request came with a key. */
  readonly sessionId: string | null;
  /** Who signed in, or whose key it is. */
  readonly user: SessionUser;
  /** Whom they act as: the roles are theirs. Null where they act as themselves. */
  readonly simulating: SessionUser | null;
  /** What they hold, and where. */
  readonly roles: readonly {
    /** A role, or a module that somebody is trusted with. */
    readonly right: 'super-admin' | 'global-admin' | 'platform-admin' | 'org-admin' | 'facility-manager' | 'facility-staff' | 'iam' | 'admin' | 'agent' | 'installer';
    /** Where the role holds: everywhere, in one organisation, or at one facility. */
    readonly scope: 'platform' | 'organisation' | 'facility';
    /** The organisation or facility where the role holds. Null: everywhere. */
    readonly scopeId: string | null;
    /** What the organisation or the facility is called; null on the platform. */
    readonly scopeName: string | null;
    /** When it ends by itself (UTC). Left out where it does not. */
    readonly endsAt?: string | undefined;
  }[];
  /** When the session ends at the latest (UTC); null with a key. */
  readonly endsAt: string | null;
  /** When it ends unless something is asked before (UTC); null with a key. */
  readonly idleEndsAt: string | null;
  /** Until when grave acts are carried out (UTC); null where nothing has proven enough. */
  readonly stepUpUntil: string | null;
  /** The desk at which they signed in with a PIN: they do there what is for desks, and nothing else. */
  readonly desk?: {
    /** The desk: `dsk_` and 16 characters. */
    readonly deskId: string;
    /** What people call the device. */
    readonly label: string;
    /** The facility: `fac_` and 16 characters. */
    readonly facilityId: string;
  } | undefined;
  /** What this installation has beside what all have: `mail`, `weather`. Others may come. */
  readonly features: readonly string[];
  /** The release of the cloud. */
  readonly version: string;
}

export interface SessionUser {
  /** The user of the platform: `usr_` and 16 characters. */
  readonly userId: string;
  /** The e-mail address. Users are found and written to by it. */
  readonly email: string;
  /** The given name. */
  readonly firstName: string;
  /** The family name; empty for who has none. */
  readonly lastName: string;
}

export interface SingleSignOn {
  /** The issuer, as the provider calls itself in its configuration. */
  readonly issuer: string;
  /** What the provider calls this console. */
  readonly clientId: string;
  /** What the provider has to let browsers be sent back to. */
  readonly redirectUri: string;
  /** Who set it last. */
  readonly setBy: By;
  /** When that was (UTC). */
  readonly setAt: string;
}

export interface SmsMessage {
  /** The text message: `sms_` and 16 characters. */
  readonly messageId: string;
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: OrgId;
  /** The facility in whose name it is. Null: the organisation’s. */
  readonly facilityId: FacilityId | null;
  /** `marketing` goes only to those who agreed to it, and never in quiet hours. */
  readonly kind: 'transactional' | 'marketing';
  /** The declared kind of a transactional text. Null for marketing. */
  readonly templateKind: string | null;
  /** As it is sent: with who it is from, and how to end it. A link for its reader alone is shown as `…`. */
  readonly text: string;
  /** What it is sent in. */
  readonly encoding: 'GSM-7' | 'UCS-2';
  /** Into how many parts it is divided for each recipient. */
  readonly segments: number;
  /** The moment that was asked for (UTC). Null: none was. */
  readonly sendAt: string | null;
  /** The minute that was asked for, where each recipient is. Null: none was. */
  readonly sendLocal: string | null;
  /** `done`: nothing of it is open. `cancelled`: what was not handed over never is. */
  readonly state: 'scheduled' | 'sending' | 'done' | 'cancelled';
  /** How many recipients are in each state. */
  readonly counts: {
    /** Recipients whose time has not come. */
    readonly waiting: number;
    /** Recipients who get it after quiet hours. */
    readonly quiet: number;
    /** Recipients for whom the provider was asked. */
    readonly handing: number;
    /** Recipients for whom the provider has taken it. */
    readonly sent: number;
    /** Recipients who have it. */
    readonly delivered: number;
    /** Recipients whom it did not reach. */
    readonly undelivered: number;
    /** Recipients for whom it was refused. */
    readonly failed: number;
    /** Recipients who want none. */
    readonly opted_out: number;
    /** Recipients for whom it was never handed over. */
    readonly skipped: number;
  };
  /** Who wrote it. */
  readonly createdBy: By;
  /** When it was written (UTC). */
  readonly createdAt: string;
  /** Whom it goes to; in a list the first three. */
  readonly recipients: readonly SmsRecipient[];
}

export interface SmsQuietHours {
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: FacilityId;
  /** When they begin, where the facility is: `HH:mm`. */
  readonly from: string;
  /** When they end, on the next day where that is the earlier one: `HH:mm`. */
  readonly until: string;
  /** Nobody has set them: 20:00 to 08:00. */
  readonly isUsual: boolean;
}

export interface SmsRecipient {
  /** E.164 for facility managers; for others `…` and the last three digits. Null once they are erased. */
  readonly number: string | null;
  /** Whose time zone counts. */
  readonly facilityId: FacilityId;
  /** Of a member: whose. Null for everybody else. */
  readonly partnerId: PartnerId | null;
  /** Of a member. Null for everybody else. */
  readonly memberId: string | null;
  /** Of a user. Null for everybody else. */
  readonly userId: string | null;
  /**
   * `waiting`: for its time. `quiet`: for the end of quiet hours. `handing`: the provider was asked. `sent`: it has
   * taken it. `delivered`, `undelivered`, `failed`: what became of it. `opted_out`: they want none. `skipped`: never
   * handed over.
   */
  readonly state: 'waiting' | 'quiet' | 'handing' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'opted_out' | 'skipped';
  /**
   * Why: `no_consent`, `late`, `cancelled`, `erased`, `unknown`, or the number of the provider’s error. Null: nothing
   * is wrong.
   */
  readonly error: string | null;
  /** When it is, or was, to be handed over (UTC). */
  readonly plannedAt: string;
  /** Since when it is in this state (UTC). */
  readonly changedAt: string;
}

export interface SomeRates {
  /** For each facility and day. */
  readonly pricePerFacilityDay?: number | undefined;
  /** For each door and day. */
  readonly pricePerDoorDay?: number | undefined;
  /** For each box in service and day. */
  readonly pricePerBoxDay?: number | undefined;
  /** For each device that is no box, and day. */
  readonly pricePerDeviceDay?: number | undefined;
  /** For each camera and day. */
  readonly pricePerCameraDay?: number | undefined;
  /** For each member and day. */
  readonly pricePerMemberDay?: number | undefined;
  /** For each gigabyte (10^9 bytes) that is stored, and day. */
  readonly pricePerGBStored?: number | undefined;
  /** For each gigabyte (10^9 bytes) that goes out. */
  readonly pricePerGBTransferred?: number | undefined;
  /** For each gigabyte (10^9 bytes) of backups, and day. */
  readonly pricePerBackupGB?: number | undefined;
  /** For each segment of a text message that was handed over. */
  readonly pricePerSms?: number | undefined;
  /** For each e-mail that was sent. */
  readonly pricePerEmail?: number | undefined;
  /** For a thousand events of doors; each single one counts. */
  readonly pricePerThousandEvents?: number | undefined;
  /** What is added to the cost of models, in per cent. */
  readonly aiMarkupPercent?: number | undefined;
}

export interface SomeRatesInput {
  /** For each facility and day. */
  readonly pricePerFacilityDay?: number | undefined;
  /** For each door and day. */
  readonly pricePerDoorDay?: number | undefined;
  /** For each box in service and day. */
  readonly pricePerBoxDay?: number | undefined;
  /** For each device that is no box, and day. */
  readonly pricePerDeviceDay?: number | undefined;
  /** For each camera and day. */
  readonly pricePerCameraDay?: number | undefined;
  /** For each member and day. */
  readonly pricePerMemberDay?: number | undefined;
  /** For each gigabyte (10^9 bytes) that is stored, and day. */
  readonly pricePerGBStored?: number | undefined;
  /** For each gigabyte (10^9 bytes) that goes out. */
  readonly pricePerGBTransferred?: number | undefined;
  /** For each gigabyte (10^9 bytes) of backups, and day. */
  readonly pricePerBackupGB?: number | undefined;
  /** For each segment of a text message that was handed over. */
  readonly pricePerSms?: number | undefined;
  /** For each e-mail that was sent. */
  readonly pricePerEmail?: number | undefined;
  /** For a thousand events of doors; each single one counts. */
  readonly pricePerThousandEvents?: number | undefined;
  /** What is added to the cost of models, in per cent. */
  readonly aiMarkupPercent?: number | undefined;
}

export interface SomebodyAtADoor {
  /** Where staff know the person. */
  readonly personId?: string | undefined;
  /** The members of partners who this is. */
  readonly members: readonly {
    /** The partner account: `ptr_` and 16 characters. */
    readonly partnerId: string;
    /** The member, by the partner’s own id. */
    readonly memberId: string;
  }[];
  /** What a partner calls them now. */
  readonly name?: string | undefined;
}

export interface StaffUnlockFailed {
  /** Always `failed`: `reason` says why. */
  readonly status: 'failed';
  /** Why, in one word. More may be added: tolerate ones that you do not know. */
  readonly reason: string;
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** This event. */
  readonly eventId: string;
  /** The refusal in words, for people. May be reworded. */
  readonly message: string;
  /** Names this request in our logs, as the header `X-Request-Id` does. */
  readonly request_id: string;
  /** With maintenance_mode_active. */
  readonly mode?: 'force-open' | 'force-closed' | undefined;
  /** When the maintenance ends; null when nobody said. */
  readonly until?: string | null | undefined;
  /** How the door stands. With seen_changed. */
  readonly current?: DoorStanding | undefined;
}

export interface StaffUnlockRequest {
  /** Why, for the record. */
  readonly reason?: string | undefined;
  /**
   * The `seen` that you looked at. Refused with 412 and how it is now where mode or lockdown have changed since;
   * without it, nothing is compared.
   */
  readonly ifSeen?: string | undefined;
}

export interface StaffUnlocked {
  /** `commanded`: the door has nothing that could see its lock. */
  readonly status: 'unlocked' | 'commanded';
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facilityId: string;
  /** This event. */
  readonly eventId: string;
  /** The command that went to the door’s box. */
  readonly commandId: string;
  /** Seconds for which the lock is held released. */
  readonly holdTimeSeconds: number;
  /** When physical evidence had seen the lock unlocked. */
  readonly confirmedAt?: string | undefined;
  /** Which evidence that was. */
  readonly confirmedBy?: 'lock-sense' | 'relay-contact' | undefined;
}

export interface StatementEntryLooked {
  /** The day on which the bank booked it. */
  readonly bookedOn: string;
  /** In the smallest unit of its currency. */
  readonly amountMinor: number;
  /** What the payer wrote. */
  readonly text: string;
  /** Whether it settles what its reference pays. */
  readonly verdict: 'settles' | 'waits';
  /** Why it waits. Null: it settles. */
  readonly reason: 'no_reference' | 'mistyped' | 'several_references' | 'amount_mismatch' | 'reference_cancelled' | 'already_settled' | 'other_currency' | 'debit' | 'reversal' | null;
  /** The reference that was read. Null: none. */
  readonly reference: string | null;
}

export interface StatementFile {
  /** The file: `bst_` and 16 characters. */
  readonly fileId: string;
  /** What the file is written in. */
  readonly format: 'camt.053' | 'csv';
  /** Of the file as it came, hex. */
  readonly sha256: string;
  /** Who sent it. */
  readonly madeBy: By;
  /** When it came. */
  readonly madeAt: string;
  /** When all of it was taken in. Null: a job is at it. */
  readonly takenInAt: string | null;
  /** How many payments are booked in it; those that an earlier file had count there. */
  readonly entries: number;
  /** How many settled something by themselves. */
  readonly settled: number;
  /** How many wait for somebody. */
  readonly waiting: number;
  /** How many somebody credited. */
  readonly credited: number;
  /** How many somebody put aside. */
  readonly dismissed: number;
}

export interface StatementSent {
  /** The file, in the list of files. Null: a dry run. */
  readonly fileId: string | null;
  /** What the file is written in. */
  readonly format: 'camt.053' | 'csv';
  /** Of the file as it came, hex. */
  readonly sha256: string;
  /** How many payments are booked in it. */
  readonly entries: number;
  /** What a dry run found. Null: it was none, and a job takes the file in. */
  readonly looked: {
    /** How many no file before had. */
    readonly new: number;
    /** How many of these would settle something. */
    readonly settles: number;
    /** How many would wait for somebody. */
    readonly waits: number;
    /** The first 500 of those that are new. */
    readonly shown: readonly StatementEntryLooked[];
  } | null;
}

export interface SyncRun {
  /** The sync. */
  readonly runId: string;
  /** Whether it only counts. */
  readonly dryRun: boolean;
  /** `failed`: nothing was changed. */
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  /** The tables, in the order of copying. */
  readonly order: readonly string[];
  /** Who ordered it. */
  readonly startedBy: By;
  /** When it was ordered. */
  readonly startedAt: string;
  /** When it ended. */
  readonly finishedAt: string | null;
  /** Why it failed. */
  readonly error: string | null;
  /** What came of each table. Empty until it has ended. */
  readonly counts: readonly {
    /** The table. */
    readonly table: string;
    /** Rows that were read of the source. */
    readonly sourceRows: number;
    /** Rows that were not here. */
    readonly new: number;
    /** Rows that were different here. */
    readonly changed: number;
    /** Rows here that the source does not have. */
    readonly gone: number;
    /** Of those the ones that went: nothing here refers to them. Null of a dry run. */
    readonly removed: number | null;
  }[];
  /** The newest 500 lines of its log, the oldest first. */
  readonly lines: readonly {
    /** The number of the line, from 1 on. */
    readonly seq: number;
    /** When it was told. */
    readonly at: string;
    /** How grave it is. */
    readonly level: 'info' | 'warning' | 'error';
    /** What was done. */
    readonly text: string;
    /** How many tables are read. */
    readonly done: number | null;
    /** Of how many. */
    readonly of: number | null;
  }[];
}

export interface SyncTable {
  /** The table. */
  readonly table: string;
  /** `mask`: copied, with some columns as masks alone. */
  readonly policy: 'copy' | 'mask' | 'never';
  /** The columns of which masks alone are taken. */
  readonly masked: readonly string[];
  /** What has to be copied along, since it refers to it. */
  readonly dependsOn: readonly string[];
  /** How many rows the source has; null where it was not asked, or did not say in time. */
  readonly sourceRows: number | null;
  /** When it was last copied here. */
  readonly lastSyncedAt: string | null;
}

export interface TaxData {
  /** Who is invoiced, as they are registered. */
  readonly name: string;
  /** Street and number, and what else stands above the city: one to three lines. */
  readonly lines: readonly string[];
  /** Null where there is none. */
  readonly postcode: string | null;
  /** The city. */
  readonly city: string;
  /** By ISO 3166-1: two capitals. */
  readonly country: string;
  /** The id for value-added tax, with its country in front. Null where there is none. */
  readonly vatId: string | null;
  /** Its address for invoices, as documents name it. Null where there is none. */
  readonly email: string | null;
}

export interface TaxDataInput {
  /** Who is invoiced, as they are registered. */
  readonly name: string;
  /** Street and number, and what else stands above the city: one to three lines. */
  readonly lines: readonly string[];
  /** Null where there is none. */
  readonly postcode?: string | null | undefined;
  /** The city. */
  readonly city: string;
  /** By ISO 3166-1: two capitals. */
  readonly country: string;
  /** The id for value-added tax, with its country in front. Null where there is none. */
  readonly vatId?: string | null | undefined;
  /** Its address for invoices, as documents name it. Null where there is none. */
  readonly email?: string | null | undefined;
}

export interface TaxDocument {
  /** The document: `inv_` and 16 characters. */
  readonly documentId: string;
  /** A credit note takes back what an invoice has said. */
  readonly kind: 'invoice' | 'credit-note';
  /**
   * Without a gap in a year: `2026-000123`, of credit notes `CN-2026-000123`; after a restore in a series of its own,
   * `2026-R0302093015-000001`.
   */
  readonly number: string;
  /** Its day (UTC). */
  readonly issuedOn: string;
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** A month that is owed, or money that came in for the wallet and how. */
  readonly of: 'monthly-record' | 'topup-invoice' | 'card-topup' | 'bank-payment';
  /** The record, the top-up invoice, the top-up, or the payment. */
  readonly aboutId: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Whom it names. */
  readonly customerName: string;
  /** As EN 16931 has it: `S` at a rate, `Z` at 0, `AE` reverse charge, `G` export, `O` outside of the tax. */
  readonly taxCategory: 'S' | 'Z' | 'AE' | 'G' | 'O';
  /** The rate. */
  readonly taxPercent: number;
  /** Without tax, in the smallest unit of the currency. */
  readonly netCents: number;
  /** The tax, in the smallest unit of the currency. */
  readonly taxCents: number;
  /** What the two miss of the total: one at most, in the smallest unit of the currency. */
  readonly roundingCents: number;
  /** What it comes to, in the smallest unit of the currency. */
  readonly totalCents: number;
  /** What its credit notes have taken back; of a credit note 0, in the smallest unit of the currency. */
  readonly creditedCents: number;
  /** Of a credit note: the invoice. Null of an invoice. */
  readonly corrects: string | null;
  /** Of a credit note: why. Null of an invoice. */
  readonly reason: string | null;
  /** When it was made. */
  readonly madeAt: string;
}

export interface TopupInvoice {
  /** The invoice: `tinv_` and 16 characters. */
  readonly invoiceId: string;
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** What it tops up. */
  readonly purpose: 'wallet' | 'ai-credit';
  /** What is to be paid, in the smallest unit of the currency. */
  readonly amountCents: number;
  /** ISO 4217. */
  readonly currency: string;
  /** What the payer writes with the transfer: `XXXX-XXXX`. */
  readonly reference: string;
  /** A paid one stays paid, a cancelled one cancelled. */
  readonly state: 'pending' | 'paid' | 'cancelled';
  /** When it is due. */
  readonly dueAt: string;
  /** Who made it. */
  readonly madeBy: By;
  /** When it was made. */
  readonly madeAt: string;
  /** When it was cancelled. Null: it was not. */
  readonly cancelledAt: string | null;
  /** What came in; of a cancelled one too, whose money went to the wallet. Null: nothing did. */
  readonly receivedCents: number | null;
  /** When the money came in. Null: it did not. */
  readonly paidAt: string | null;
}

export interface User {
  /** The user of the platform: `usr_` and 16 characters. */
  readonly userId: string;
  /** The e-mail address. Users are found and written to by it. */
  readonly email: string;
  /** The given name. */
  readonly firstName: string;
  /** The family name; empty for who has none. */
  readonly lastName: string;
  /** Null too for somebody who holds something where you do not see it. */
  readonly phoneNumber: string | null;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** What they hold where you may see it. */
  readonly roles: readonly HeldRole[];
  /**
   * When a key of theirs was last used (UTC), up to ten seconds old. Null: never. Null too for somebody who holds more
   * than you may give.
   */
  readonly lastSeenAt: string | null;
  /** Their keys, the newest first, redacted. Null too for somebody who holds more than you may give. */
  readonly keys: readonly UserKey[] | null;
  /** Where they are signed in now, the newest first. Null too for somebody who holds more than you may give. */
  readonly sessions: readonly UserSession[] | null;
}

export interface UserKey {
  /** The key. It opens nothing: the key itself is shown once, when it is made. */
  readonly keyId: string;
  /** What tells it from others, in the words of who made it. */
  readonly label: string;
  /** Its first characters: enough to tell keys apart. */
  readonly redacted: string;
  /** Whether its time is over. */
  readonly expired: boolean;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Who made it, or made the key that it was made with. */
  readonly createdBy: By;
  /** Up to ten seconds old. */
  readonly lastUsedAt: string | null;
  /** When the key ends (UTC). Null: it does not end by itself. */
  readonly expiresAt: string | null;
}

export interface UserProfile {
  /** The user of the platform: `usr_` and 16 characters. */
  readonly userId: string;
  /** The e-mail address. Users are found and written to by it. */
  readonly email: string;
  /** The given name. */
  readonly firstName: string;
  /** The family name; empty for who has none. */
  readonly lastName: string;
  /** Where the user is called, as they wrote it. Null: nobody has said. */
  readonly phoneNumber: string | null;
}

export interface UserSession {
  /** The session of a console: `ses_` and 16 characters. It opens nothing. */
  readonly sessionId: string;
  /**
   * `code`: by e-mail. `link`: made at the machine of the cloud. `pin`: at a desk. `organisation`: by the OpenID
   * provider of an organisation.
   */
  readonly signedInBy: 'code' | 'passkey' | 'link' | 'pin' | 'organisation';
  /** When it began (UTC). */
  readonly createdAt: string;
  /** When something was last asked in it (UTC); up to a minute old. */
  readonly seenAt: string;
  /** When it ends unless something is asked (UTC). */
  readonly endsAt: string;
  /** From where it began. */
  readonly ip: string;
  /** What the browser calls itself. */
  readonly userAgent: string;
}

export interface WalkTest {
  /** The walk test: `wlk_` and 16 characters. */
  readonly walkTestId: string;
  /** The box whose doors are tried. */
  readonly boxId: string;
  /** The version of what the box should drive, when the test began. */
  readonly configurationVersion: number;
  /** When it began (UTC). */
  readonly begunAt: string;
  /** Who began it. */
  readonly begunBy: By;
  /** When it ended (UTC); null: it is under way. */
  readonly endedAt: string | null;
  /** Who ended it; null: it is under way. */
  readonly endedBy: By | null;
  /** `failed`: a step failed. `incomplete`: none did, but some were left out or not tried. */
  readonly result: 'under_way' | 'passed' | 'failed' | 'incomplete';
  /** The doors that the box drove when the test began, and how they were called. */
  readonly doors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly doorId: string;
    /** What staff call the door. */
    readonly name: string;
    /** In their order. */
    readonly steps: readonly {
      /**
       * `unlock`: the lock is seen unlocked. `open`: the door opens. `held_open`: it is told that it stands open too
       * long. `close`: it is shut again. `rex`: the button that lets people out is seen pressed.
       */
      readonly step: 'unlock' | 'open' | 'held_open' | 'close' | 'rex';
      /** Who can see it: the box by its inputs, or, where none of them can, whoever stands there. */
      readonly seenBy: 'box' | 'person';
      /** `open`: not tried yet. */
      readonly outcome: 'open' | 'seen' | 'failed' | 'skipped';
      /** When it was noted (UTC); null: it was not yet. */
      readonly notedAt: string | null;
      /** Who noted it; null: nobody yet. */
      readonly notedBy: By | null;
      /** The entry of the box’s journal that shows it; null where a person saw it, or nobody did. */
      readonly shownBy: {
        /** Which journal of the box it is from: a new one begins when its store was lost. */
        readonly epoch: string;
        /** Its number in the box’s journal. */
        readonly seq: number;
      } | null;
      /** What somebody wrote of it; null: nothing. */
      readonly note: string | null;
      /** Whether the box has told of it since, at the door that was asked for: it may be noted as seen. */
      readonly shown: boolean;
    }[];
  }[];
}

export interface Wallet {
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** Whether the owner is kept for its books alone. */
  readonly archived: boolean;
  /** ISO 4217. */
  readonly currency: string;
  /** The balance in the smallest unit of the currency, a half to the even one. */
  readonly balanceCents: number;
  /** The balance in millionths of the currency, exactly. */
  readonly balanceMicros: number;
  /** When a charge took it to zero or below. Null: it is above. */
  readonly depletedAt: string | null;
  /** When a charge took it to the threshold of its top-up. Null: none did. */
  readonly lowAt: string | null;
  /** What is refused for what is owed, by whoever pays for the owner. */
  readonly lockout: Lockout;
  /** A page of what moved. */
  readonly ledger: {
    /** What moved, the newest first. */
    readonly data: readonly WalletMovement[];
    /** Begins the next page; null on the last one. */
    readonly next: string | null;
  };
  /** The newest 100. */
  readonly topupInvoices: readonly TopupInvoice[];
}

export interface WalletAdjusted {
  /** Whose it is: `org#<id>` or `facility#<id>`. */
  readonly ownerKey: string;
  /** The transfer in the ledger. Null: it waits for a second person. */
  readonly transferId: string | null;
  /** What a second person approves. Null: nobody has to. */
  readonly approvalId: string | null;
  /** The balance by now. */
  readonly balanceCents: number;
  /** What is refused for what is owed, by now. */
  readonly lockout: Lockout;
}

export interface WalletMovement {
  /** The transfer in the ledger: `ltr_` and 16 characters. */
  readonly transferId: string;
  /** What moved, in millionths of the currency: above 0 came in. */
  readonly micros: number;
  /** What moved it: `topup`, `adjustment`, `day`… */
  readonly kind: string;
  /** The id of what it is about. */
  readonly about: string;
  /** What was written beside it. Null: nothing. */
  readonly note: string | null;
  /** Who posted it. */
  readonly postedBy: By;
  /** When it was posted. */
  readonly postedAt: string;
}

export interface Warning {
  /** The warning. */
  readonly warningId: string;
  /** What is warned of, such as `scope_key_opens_nothing`: one meaning each. */
  readonly kind: string;
  /** What it is about, by ids; what they are, the kind says. */
  readonly subject: string;
  /** For staff, in words. */
  readonly message: string;
  /** How often it happened, or 1 for what is so. */
  readonly count: number;
  /** When it was first raised (UTC). */
  readonly firstAt: string;
  /** When it was last raised (UTC). */
  readonly lastAt: string;
  /** The partner that hears of it too, in its events. */
  readonly partnerId: string | null;
  /** Who has said first that they look after it, since it is open. */
  readonly acknowledgedBy: By | null;
  /** When somebody of staff said that they know (UTC). Null: nobody has. */
  readonly acknowledgedAt: string | null;
  /** Who closed it; null where its cause was gone. */
  readonly closedBy: By | null;
  /** When the warning was over (UTC). Null: it still stands. */
  readonly closedAt: string | null;
  /** Whether a person may close it. The others close by themselves. */
  readonly closable: boolean;
}

export interface Warranty {
  /** The day of its purchase. Null: nobody has said. */
  readonly purchasedOn: string | null;
  /** The last day. */
  readonly warrantyUntil: string | null;
  /** Whole days until the last day of the warranty, in UTC: 0 on it, negative after it; null if unknown. */
  readonly daysLeft: number | null;
}

export interface Webhook {
  /** The webhook. */
  readonly webhookId: string;
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: string;
  /** The address. */
  readonly url: string;
  /** What it is for, in the words of who made it; empty where nobody has said. */
  readonly description: string;
  /** The types of events that are sent; none named: all. */
  readonly types: readonly string[];
  /** Whether it is on. */
  readonly enabled: boolean;
  /** When it was turned off because nobody took its deliveries (UTC). Null: it was not. */
  readonly disabledAt: string | null;
  /** What its receiver did, in words. Null: it is not disabled. */
  readonly disabledWhy: string | null;
  /** Since when nothing has arrived. */
  readonly failingSince: string | null;
  /** Until when the secret before signs as well. */
  readonly oldSecretUntil: string | null;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Who made it. */
  readonly createdBy: By;
}

export interface WebhookDelivery {
  /** This delivery, of one event to one webhook. */
  readonly deliveryId: string;
  /** The event that was sent: the `webhook-id` of the message. */
  readonly eventId: string;
  /** The type of the event that is delivered. */
  readonly type: string;
  /** How far it has come. */
  readonly state: 'pending' | 'delivered' | 'dead' | 'dropped';
  /** How often it was tried. */
  readonly attempts: number;
  /** When it was last tried (UTC). Null: it never was. */
  readonly lastAt: string | null;
  /** What the receiver answered to the last attempt. */
  readonly lastStatus: number | null;
  /** What the receiver did at the last attempt that failed. Null: none has. */
  readonly lastError: string | null;
  /** When it was made (UTC). */
  readonly createdAt: string;
}

export interface WebhookWithSecret {
  /** The webhook. */
  readonly webhookId: string;
  /** The organisation: `org_` and 16 characters. */
  readonly organisationId: string;
  /** The address. */
  readonly url: string;
  /** What it is for, in the words of who made it; empty where nobody has said. */
  readonly description: string;
  /** The types of events that are sent; none named: all. */
  readonly types: readonly string[];
  /** Whether it is on. */
  readonly enabled: boolean;
  /** When it was turned off because nobody took its deliveries (UTC). Null: it was not. */
  readonly disabledAt: string | null;
  /** What its receiver did, in words. Null: it is not disabled. */
  readonly disabledWhy: string | null;
  /** Since when nothing has arrived. */
  readonly failingSince: string | null;
  /** Until when the secret before signs as well. */
  readonly oldSecretUntil: string | null;
  /** When it was made (UTC). */
  readonly createdAt: string;
  /** Who made it. */
  readonly createdBy: By;
  /** `whsec_…`, for checking signatures. It is in this answer and in no later one. */
  readonly secret: string;
}

export interface WhatIf {
  /** What would be otherwise. */
  readonly change: {
    /** What would be changed. */
    readonly kind: 'members';
    /** The source whose members, keys or plans are meant. */
    readonly partnerId: PartnerId;
    /** Items as the partner pushes them, windows and revision too. The facility is that of the path. */
    readonly members: readonly { readonly [name: string]: unknown }[];
  } | {
    /** What would be changed. */
    readonly kind: 'scope-key';
    /** The source whose members, keys or plans are meant. */
    readonly partnerId: PartnerId;
    /** The scope key, as the source’s windows have it. */
    readonly key: string;
    /** What it would stand for; null: it is mapped to nothing. */
    readonly target: {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'facility';
    } | {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'doors';
      /** Up to 1,000. */
      readonly doorIds: readonly DoorId[];
    } | {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'scopes';
      /** Ids of access scopes. Up to 1,000. */
      readonly scopes: readonly string[];
    } | {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'none';
    } | null;
  } | {
    /** What would be changed. */
    readonly kind: 'plan-zone';
    /** The source whose members, keys or plans are meant. */
    readonly partnerId: PartnerId;
    /** The zone, as the source’s plans have it. */
    readonly name: string;
    /** What it would stand for; null: it is mapped to nothing. */
    readonly target: {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'facility';
    } | {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'doors';
      /** Up to 1,000. */
      readonly doorIds: readonly DoorId[];
    } | {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'scopes';
      /** Ids of access scopes. Up to 1,000. */
      readonly scopes: readonly string[];
    } | {
      /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
      readonly to: 'none';
    } | null;
  } | {
    /** What would be changed. */
    readonly kind: 'integration-off';
    /** The source whose members, keys or plans are meant. */
    readonly partnerId: PartnerId;
  };
  /** What the last answer gave as `next`. */
  readonly after?: string | undefined;
  /** How many members are looked at: 1 to 1,000. */
  readonly limit?: number | undefined;
}

export interface WholeMember {
  /** The partner account: `ptr_` and 16 characters. */
  readonly partnerId: string;
  /** The member, by the partner’s own id. */
  readonly memberId: string;
  /** The given name. */
  readonly firstName: string;
  /** The family name; empty for who has none. */
  readonly lastName: string;
  /** The e-mail address. Users are found and written to by it. Null: nobody has said. */
  readonly email: string | null;
  /** In the partner’s words. */
  readonly membershipStatus: string | null;
  /** When it last changed here. */
  readonly storedAt: string;
  /** Null: staff have had nothing to say of them. */
  readonly person: Person | null;
  /** As the partner sent it, in the international form of E.123. Null: nobody has said. */
  readonly mobilePhone: string | null;
  /** The postal address, as the partner sent it. Null: nobody has said. */
  readonly address: { readonly [name: string]: string } | null;
  /** The day of birth, as the partner sent it. Null: nobody has said. */
  readonly dateOfBirth: string | null;
  /** As the partner sent it. Null: nobody has said. */
  readonly gender: string | null;
  /** What kind of member, in the partner’s words. Null: not known. */
  readonly type: string | null;
  /** Words that the partner has given the member. */
  readonly tags: readonly string[];
  /** Whether a picture is kept. */
  readonly hasPicture: boolean;
  /** As the partner has sent them. */
  readonly plans: readonly {
    /** The plan, by the partner’s own id. */
    readonly planId: string;
    /** What the partner calls the plan. Null: the partner has not sent it. */
    readonly name: string | null;
    /** When the membership begins, as the partner sent it. Null: not known. */
    readonly startDate: string | null;
    /** When the membership ends, as the partner sent it. Null: it goes on. */
    readonly endDate: string | null;
    /** How the membership stands, in the partner’s words. Null: not known. */
    readonly status: string | null;
    /** Whether this is the plan that the member goes by. */
    readonly isCurrent: boolean;
  }[];
  /** The revision of the windows; null: the partner has sent none. */
  readonly windowsRevision: number | null;
  /** The access time windows, as the partner API has them. */
  readonly windows: readonly { readonly [name: string]: unknown }[];
  /** What staff have given the person. */
  readonly grants: readonly Grant[];
}

/** Every operation: what belongs into its path, its query and its body, and what it answers. */
export interface Operations {
  /** Read whom a facility tells of alarms. */
  'GET /api/access-control/{facilityId}/alarm-plan': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: AlarmPlan;
  };
  /** Set whom a facility tells of alarms. */
  'PUT /api/access-control/{facilityId}/alarm-plan': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** 1 to 5 steps. */
      readonly steps: readonly {
        /** How long after the step before, in minutes; of the first, after the alarm began. */
        readonly afterMinutes: number;
        /**
         * Groups, each by the highest role that somebody holds there. `staff_with_pushes`: those of the staff who want
         * to be told of such alarms in their browsers.
         */
        readonly tell: readonly ('managers' | 'staff' | 'staff_with_pushes' | 'organisation_admins')[];
        /** People who work there, by their ids, beside those groups: 20 at most. */
        readonly userIds: readonly string[];
      }[];
    };
    readonly answer: AlarmPlan;
  };
  /** Go back to the usual plan. */
  'DELETE /api/access-control/{facilityId}/alarm-plan': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: AlarmPlan;
  };
  /** List who can have an alarm of a facility. */
  'GET /api/access-control/{facilityId}/alarm-plan/people': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AlarmPerson[];
    };
  };
  /** List the alarms of a facility. */
  'GET /api/access-control/{facilityId}/alarms': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Those that are not over unless told otherwise. */
      readonly state?: 'open' | 'ended' | 'all' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Alarm[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read one alarm. */
  'GET /api/access-control/{facilityId}/alarms/{alarmId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The alarm. */
      readonly alarmId: string;
    };
    readonly answer: AlarmWithEntries;
  };
  /** Take an alarm. */
  'POST /api/access-control/{facilityId}/alarms/{alarmId}/acknowledge': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The alarm. */
      readonly alarmId: string;
    };
    readonly answer: Alarm;
  };
  /** Give an alarm back. */
  'POST /api/access-control/{facilityId}/alarms/{alarmId}/give-back': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The alarm. */
      readonly alarmId: string;
    };
    readonly answer: Alarm;
  };
  /** Hand an alarm over. */
  'POST /api/access-control/{facilityId}/alarms/{alarmId}/hand-over': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The alarm. */
      readonly alarmId: string;
    };
    readonly body: {
      /** Whose it is from now on. */
      readonly userId: string;
    };
    readonly answer: Alarm;
  };
  /** Write something down about an alarm. */
  'POST /api/access-control/{facilityId}/alarms/{alarmId}/notes': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The alarm. */
      readonly alarmId: string;
    };
    readonly body: {
      /** What you saw, or did. */
      readonly note: string;
    };
    readonly answer: Alarm;
  };
  /** Say that an alarm is seen to. */
  'POST /api/access-control/{facilityId}/alarms/{alarmId}/resolve': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The alarm. */
      readonly alarmId: string;
    };
    readonly body: {
      /** What it was, and what you did. */
      readonly note?: string | undefined;
    };
    readonly answer: Alarm;
  };
  /** Read how far the journal of a box is stored. */
  'GET /api/access-control/{facilityId}/boxes/{boxId}/journal': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The box. */
      readonly boxId: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly BoxJournal[];
    };
  };
  /** Disable a card or short id, or enable it again. */
  'PATCH /api/access-control/{facilityId}/credentials/{credentialId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The card or short id. */
      readonly credentialId: string;
    };
    readonly body: {
      /** True: it opens nothing. False: it opens again what it did. */
      readonly disabled: boolean;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Take a card or short id away. */
  'DELETE /api/access-control/{facilityId}/credentials/{credentialId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The card or short id. */
      readonly credentialId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Replace a lost card or short id. */
  'POST /api/access-control/{facilityId}/credentials/{credentialId}/replace': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The card or short id. */
      readonly credentialId: string;
    };
    readonly body: {
      /**
       * Of a card what the reader gives, in hex; of a short id the 3 to 10 digits that are typed. Only a hash is kept,
       * and the last characters for staff.
       */
      readonly number: string;
    };
    readonly answer: {
      /** The credential: a card, a code or the like. */
      readonly credentialId: string;
    };
  };
  /** Explain what a card or a short id opens. */
  'GET /api/access-control/{facilityId}/credentials/explain': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query: {
      /** One door. Without it: the doors of the facility, by name. */
      readonly doorId?: string | undefined;
      /** The moment to explain. Without it: now. Doors count as they are now. */
      readonly at?: string | undefined;
      /** The last four characters of the number; two of one with fewer than eight. */
      readonly endsWith: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The credential: a card, a code or the like. */
        readonly credentialId: string;
        /** What sort of thing it is, in one word. */
        readonly kind: string;
        /** The person, as the staff of the facility know them. */
        readonly personId: string;
        /** Whether it is turned off, and opens nothing. */
        readonly disabled: boolean;
        /** Whether it opens only with a PIN beside it. */
        readonly asksPin: boolean;
        /** What the one who holds it may. */
        readonly access: ExplainedAccess;
      }[];
      /** There are more than the 5 that one answer explains. */
      readonly more: boolean;
    };
  };
  /** List how the doors are. */
  'GET /api/access-control/{facilityId}/door-states': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DoorState[];
    };
  };
  /** Who could have entered. */
  'GET /api/access-control/{facilityId}/doors/{doorId}/could-enter': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: string;
    };
    readonly query: {
      /** The moment. ISO 8601 with `Z` or an offset (write its `+` as `%2B`). */
      readonly at: string;
      /** `all`: also those whom the door would not let in. */
      readonly show?: 'allowed' | 'all' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many people are looked at: 1 to 500. Of those, `show` picks. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly CouldEnter[];
      /** The moment that the answer is for (UTC). */
      readonly at: string;
      /** How many people this page is about. */
      readonly looked: number;
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
      /** Entries and unlocks at this door around the moment; on the first page. */
      readonly entered: readonly DoorEvent[];
      /** What cannot be told of that moment, in words. */
      readonly unknown: readonly string[];
    };
  };
  /** Read what a box said of a door. */
  'GET /api/access-control/{facilityId}/doors/{doorId}/history': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: string;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DoorFact[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Release a lockdown that was made at the box. */
  'POST /api/access-control/{facilityId}/doors/{doorId}/lockdown-release': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: string;
    };
    readonly body: DoorLockdownRelease;
    readonly answer: DoorOverride;
  };
  /** Force a door open or closed, or end that. */
  'POST /api/access-control/{facilityId}/doors/{doorId}/maintenance': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: string;
    };
    readonly body: MaintenanceRequest;
    readonly answer: DoorOverride;
  };
  /** Read how a door is. */
  'GET /api/access-control/{facilityId}/doors/{doorId}/state': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: string;
    };
    readonly answer: DoorState;
  };
  /** Unlock a door. */
  'POST /api/access-control/{facilityId}/doors/{doorId}/unlock': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: string;
    };
    readonly body: StaffUnlockRequest;
    readonly answer: StaffUnlocked;
  };
  /** Search what happened at the doors. */
  'GET /api/access-control/{facilityId}/events': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Not before. */
      readonly from?: string | undefined;
      /** Before. */
      readonly to?: string | undefined;
      /** What happened at this door. */
      readonly doorId?: string | undefined;
      /**
       * One kind or several with commas: `unlock.partner`, `unlock.staff`, `door.opened`, `door.closed`,
       * `door.held_open_soon`, `door.held_open`, `door.alarm_cleared`, `rex.changed`, `fire.raised`, `fire.reset`,
       * `maintenance.changed`, `maintenance.ended`, `reader.lost`, `reader.found`, `reader.tampered`,
       * `reader.tamper_over`, `reader.key_changed`, `sandbox.simulated`, `access.granted`, `access.denied`,
       * `access.released`, `maintenance.refused`, `lockdown.changed`, `lockdown.refused`, `person.banned`.
       */
      readonly kind?: string | undefined;
      /** `granted`, a reason, or the outcome of an unlock. */
      readonly outcome?: string | undefined;
      /** With `memberId`. */
      readonly partnerId?: PartnerId | undefined;
      /** A member of `partnerId`. */
      readonly memberId?: string | undefined;
      /** A person, with all of their memberships. */
      readonly personId?: string | undefined;
      /** Unlocks by this user. */
      readonly userId?: string | undefined;
      /** Denials of an unknown credential: the start of its hash. */
      readonly credentialHint?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DoorEvent[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List what staff have given access to, and to whom. */
  'GET /api/access-control/{facilityId}/grants': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Only grants of this person. */
      readonly personId?: string | undefined;
      /** Only grants that open this door now. */
      readonly doorId?: DoorId | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Grant[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Give a person access by staff’s word. */
  'POST /api/access-control/{facilityId}/grants': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
      /** What it opens. */
      readonly target: {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'facility';
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'doors';
        /** Up to 1,000. */
        readonly doorIds: readonly DoorId[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'scopes';
        /** Ids of access scopes. Up to 1,000. */
        readonly scopes: readonly string[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'none';
      };
      /** From when on, inclusive. ISO 8601 with an offset. */
      readonly from?: string | undefined;
      /** Until when, exclusive. ISO 8601 with an offset, later than `from`. */
      readonly until?: string | undefined;
      /** It passes a lockdown, and counts on a box without the cloud. */
      readonly breakGlass?: boolean | undefined;
      /** Why, in words for other staff. Required with `breakGlass`. */
      readonly reason?: string | undefined;
    };
    readonly answer: {
      /** The grant. */
      readonly grantId: string;
    };
  };
  /** Take a grant back. */
  'DELETE /api/access-control/{facilityId}/grants/{grantId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The grant. */
      readonly grantId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the partners that a facility may work with. */
  'GET /api/access-control/{facilityId}/integrations': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The partner account: `ptr_` and 16 characters. */
        readonly partnerId: string;
        /** What staff or its partner call it. */
        readonly name: string;
        /** How the partner names a facility: by the platform’s id, or by an identifier of its own. */
        readonly linkingMethod: 'facility_id' | 'linking_identifier';
        /** What staff call the partner’s identifier of a facility. */
        readonly linkingLabel: string;
        /** How each of the partner’s identifiers has to begin; empty: it is free. */
        readonly prefix: string;
        /** Settings that a facility is asked for when it enables the partner. */
        readonly customFields: readonly {
          /** The field’s name, as partners read it. */
          readonly key: string;
          /** What staff read beside the field. */
          readonly label: string;
        }[];
        /** Whether it is on. */
        readonly enabled: boolean;
        /** The partner’s own name for the facility. Null: it names facilities by their id. */
        readonly linkingIdentifier: string | null;
        /** What the facility filled in, by the key of the field. */
        readonly customValues: { readonly [name: string]: string };
      }[];
    };
  };
  /** Enable or disable a partner’s integration at a facility, and set its linking identifier. */
  'PUT /api/access-control/{facilityId}/integrations/{partnerId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The partner. */
      readonly partnerId: PartnerId;
    };
    readonly body: {
      /** Whether what the partner sends counts at the facility. */
      readonly enabled: boolean;
      /** What the partner calls the facility; null takes it away, left out it stays. */
      readonly linkingIdentifier?: string | null | undefined;
      /**
       * What the partner asks for beside, by the keys of its further fields: all of them; left out they stay. The
       * partner reads them.
       */
      readonly customFields?: { readonly [name: string]: string } | undefined;
      /** How many members may lose access, as the preview said. Needed to disable. */
      readonly losing?: number | undefined;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** See who would lose access if an integration were disabled. */
  'GET /api/access-control/{facilityId}/integrations/{partnerId}/preview': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The partner. */
      readonly partnerId: PartnerId;
    };
    readonly answer: {
      /** How many members the partner has sent for the facility. */
      readonly members: number;
      /** How many of them would lose access. Disabling the integration asks for this number. */
      readonly losing: number;
      /** The first hundred of those, by id. */
      readonly memberIds: readonly string[];
    };
  };
  /** List lockdowns. */
  'GET /api/access-control/{facilityId}/lockdowns': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** `all`: those too that were released. */
      readonly which?: 'standing' | 'all' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Lockdown[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Lock doors down. */
  'POST /api/access-control/{facilityId}/lockdowns': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: LockdownRequest;
    readonly answer: Lockdown;
  };
  /** Read a lockdown. */
  'GET /api/access-control/{facilityId}/lockdowns/{lockdownId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The lockdown. */
      readonly lockdownId: string;
    };
    readonly answer: Lockdown;
  };
  /** Say why a lockdown was begun. */
  'PUT /api/access-control/{facilityId}/lockdowns/{lockdownId}/reason': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The lockdown. */
      readonly lockdownId: string;
    };
    readonly body: LockdownReason;
    readonly answer: Lockdown;
  };
  /** Release a lockdown. */
  'POST /api/access-control/{facilityId}/lockdowns/{lockdownId}/release': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The lockdown. */
      readonly lockdownId: string;
    };
    readonly body: LockdownRelease;
    readonly answer: Lockdown;
  };
  /** List the members of a facility, or find some of them. */
  'GET /api/access-control/{facilityId}/members': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Only members of this partner. */
      readonly partnerId?: PartnerId | undefined;
      /** Words that must all be found. Case does not matter. */
      readonly search?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Member[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read everything of one member. */
  'GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly answer: WholeMember;
  };
  /** Erase one member. */
  'DELETE /api/access-control/{facilityId}/members/{partnerId}/{memberId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly answer: {
      /** The order. It names the member for a minute, and then only as a keyed hash. */
      readonly erasureId: string;
      /** False: something failed just now. A job goes on until all of it is done. */
      readonly complete: boolean;
      /** How many rows of each store that was. */
      readonly erased: { readonly [name: string]: number };
      /** Where something of the member is left after they are erased, and until when. Nowhere else. */
      readonly remains: readonly {
        /** The kind of record. */
        readonly where: string;
        /** What it still has of the member. */
        readonly what: string;
        /** When that goes. */
        readonly until: string;
      }[];
    };
  };
  /** Read when doors open to a member. */
  'GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}/calendar': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly query?: {
      /** The first day, as a date of the facility’s clock. Today, unless given. */
      readonly from?: string | undefined;
      /** How many days: 1 to 31. */
      readonly days?: number | undefined;
      /** One door. Without it: the doors of the facility, by name. */
      readonly doorId?: string | undefined;
    };
    readonly answer: AccessCalendar;
  };
  /** Explain a member’s access. */
  'GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}/explain': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The source. */
      readonly partnerId: PartnerId;
      /** The member, by the source’s own id. */
      readonly memberId: string;
    };
    readonly query?: {
      /** One door. Without it: the doors of the facility, by name. */
      readonly doorId?: string | undefined;
      /** The moment to explain. Without it: now. Doors count as they are now. */
      readonly at?: string | undefined;
    };
    readonly answer: ExplainedAccess;
  };
  /** Export everything that is stored of one member. */
  'GET /api/access-control/{facilityId}/members/{partnerId}/{memberId}/export': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly answer: {
      /** Every store, also one without a row of the member. */
      readonly data: readonly {
        /** The kind of record. */
        readonly store: string;
        /** As it is stored. */
        readonly rows: readonly { readonly [name: string]: unknown }[];
      }[];
      /** Where something of the member is left after they are erased, and until when. Nowhere else. */
      readonly remains: readonly {
        /** The kind of record. */
        readonly where: string;
        /** What it still has of the member. */
        readonly what: string;
        /** When that goes. */
        readonly until: string;
      }[];
    };
  };
  /** Ban, disable or block a member, or lift that. */
  'PUT /api/access-control/{facilityId}/members/{partnerId}/{memberId}/flags': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly body: {
      /** Nothing opens for them, and doors say that access was withdrawn. A ban stays when the member is erased. */
      readonly banned?: boolean | undefined;
      /** Nothing opens for them, and doors say that access is switched off. */
      readonly disabled?: boolean | undefined;
      /** Nothing opens for them, and doors say that access is blocked. */
      readonly blockAllAccess?: boolean | undefined;
      /** Why, in words for other staff. Doors and partners never tell it. */
      readonly reason: string;
    };
    readonly answer: {
      /** The person that the member is. */
      readonly personId: string;
    };
  };
  /** List the overrides of doors. */
  'GET /api/access-control/{facilityId}/overrides': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DoorOverride[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read what came of an override. */
  'GET /api/access-control/{facilityId}/overrides/{overrideId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The override. */
      readonly overrideId: string;
    };
    readonly answer: DoorOverride;
  };
  /** List who may sign in at the panels of a facility. */
  'GET /api/access-control/{facilityId}/panel-staff': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The member of staff, as the panel of the box knows them. */
        readonly staffId: string;
        /** What staff or its partner call it. */
        readonly name: string;
        /** What they may do at a panel. */
        readonly role: 'staff' | 'manager';
        /** Who changed it last. */
        readonly changedBy: By;
        /** When it was changed last (UTC). */
        readonly changedAt: string;
      }[];
    };
  };
  /** Let somebody sign in at the panels of a facility. */
  'POST /api/access-control/{facilityId}/panel-staff': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** By which they find themselves at a panel. */
      readonly name: string;
      /** What they may do at a panel. */
      readonly role: 'staff' | 'manager';
      /** 6 to 12 digits, neither one digit over and over nor a straight count. */
      readonly pin: string;
    };
    readonly answer: {
      /** The member of staff, as the panel of the box knows them. */
      readonly staffId: string;
    };
  };
  /** Change the name, role or PIN of somebody at the panels. */
  'PATCH /api/access-control/{facilityId}/panel-staff/{staffId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** Who signs in at panels. */
      readonly staffId: string;
    };
    readonly body: {
      /** By which they find themselves at a panel. */
      readonly name?: string | undefined;
      /** What they may do at a panel. */
      readonly role?: 'staff' | 'manager' | undefined;
      /** 6 to 12 digits, neither one digit over and over nor a straight count. */
      readonly pin?: string | undefined;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Let somebody no longer sign in at the panels. */
  'DELETE /api/access-control/{facilityId}/panel-staff/{staffId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** Who signs in at panels. */
      readonly staffId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the people of whom staff have had something to say. */
  'GET /api/access-control/{facilityId}/people': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Only people for whom this is set. */
      readonly flag?: 'banned' | 'disabled' | 'blockAllAccess' | 'extendedHold' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Person[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Find the person that a member is, or make one. */
  'POST /api/access-control/{facilityId}/people': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly answer: {
      /** The person, as the staff of the facility know them. */
      readonly personId: string;
    };
  };
  /** Read what staff have said of a person, and which members they are. */
  'GET /api/access-control/{facilityId}/people/{personId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly answer: Person;
  };
  /** Read when doors open to a person. */
  'GET /api/access-control/{facilityId}/people/{personId}/calendar': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly query?: {
      /** The first day, as a date of the facility’s clock. Today, unless given. */
      readonly from?: string | undefined;
      /** How many days: 1 to 31. */
      readonly days?: number | undefined;
      /** One door. Without it: the doors of the facility, by name. */
      readonly doorId?: string | undefined;
    };
    readonly answer: AccessCalendar;
  };
  /** List the cards and short ids of a person. */
  'GET /api/access-control/{facilityId}/people/{personId}/credentials': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The credential: a card, a code or the like. */
        readonly credentialId: string;
        /** `card` or `short_id`. */
        readonly kind: string;
        /** The last four characters of its number; two of one with fewer than eight. */
        readonly endsWith: string;
        /** Whether it opens only with a PIN beside it. */
        readonly asksPin: boolean;
        /** Whether it is turned off, and opens nothing. */
        readonly disabled: boolean;
        /** Who added it. */
        readonly addedBy: By;
        /** When it was added (UTC). */
        readonly addedAt: string;
      }[];
      /** When the PIN of the person was set; null where there is none. */
      readonly pinSetAt: string | null;
    };
  };
  /** Give a person a card or a short id. */
  'POST /api/access-control/{facilityId}/people/{personId}/credentials': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly body: {
      /** What it is: something to hold to a reader, or digits to type. */
      readonly kind: 'card' | 'short_id';
      /**
       * Of a card what the reader gives, in hex; of a short id the 3 to 10 digits that are typed. Only a hash is kept,
       * and the last characters for staff.
       */
      readonly number: string;
      /** Whether the card asks for the PIN, too. A short id always does. */
      readonly asksPin?: boolean | undefined;
    };
    readonly answer: {
      /** The credential: a card, a code or the like. */
      readonly credentialId: string;
    };
  };
  /** Explain a person’s access. */
  'GET /api/access-control/{facilityId}/people/{personId}/explain': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person. */
      readonly personId: string;
    };
    readonly query?: {
      /** One door. Without it: the doors of the facility, by name. */
      readonly doorId?: string | undefined;
      /** The moment to explain. Without it: now. Doors count as they are now. */
      readonly at?: string | undefined;
    };
    readonly answer: ExplainedAccess;
  };
  /** Keep doors released for longer when this person enters, or no longer. */
  'PUT /api/access-control/{facilityId}/people/{personId}/extended-hold': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly body: {
      /** Whether doors stay released for longer, by the time that each door has for it. */
      readonly extended: boolean;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Ban, disable or block a person, or lift that. */
  'PUT /api/access-control/{facilityId}/people/{personId}/flags': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly body: {
      /** Nothing opens for them, and doors say that access was withdrawn. A ban stays when the member is erased. */
      readonly banned?: boolean | undefined;
      /** Nothing opens for them, and doors say that access is switched off. */
      readonly disabled?: boolean | undefined;
      /** Nothing opens for them, and doors say that access is blocked. */
      readonly blockAllAccess?: boolean | undefined;
      /** Why, in words for other staff. Doors and partners never tell it. */
      readonly reason: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Say that a member is this person too. */
  'POST /api/access-control/{facilityId}/people/{personId}/members': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly body: {
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Say that a member is not this person. */
  'DELETE /api/access-control/{facilityId}/people/{personId}/members/{partnerId}/{memberId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
      /** The partner whose member it is. */
      readonly partnerId: PartnerId;
      /** The member, by the partner’s own id. */
      readonly memberId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Set or change the PIN of a person. */
  'PUT /api/access-control/{facilityId}/people/{personId}/pin': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly body: {
      /** 6 to 12 digits, neither one digit over and over nor a straight count. */
      readonly pin: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Take the PIN of a person away. */
  'DELETE /api/access-control/{facilityId}/people/{personId}/pin': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The person: somebody as the staff of this facility know them. */
      readonly personId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the access zones that partners’ plans name, and what each opens here. */
  'GET /api/access-control/{facilityId}/plan-zones': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The partner account: `ptr_` and 16 characters. */
        readonly partnerId: string;
        /** What staff or its partner call it. */
        readonly name: string;
        /** What it opens; null: nobody has mapped it. */
        readonly target: {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'facility';
        } | {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'doors';
          /** Up to 1,000. */
          readonly doorIds: readonly DoorId[];
        } | {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'scopes';
          /** Ids of access scopes. Up to 1,000. */
          readonly scopes: readonly string[];
        } | {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'none';
        } | null;
        /** The plans that name it now. */
        readonly plans: readonly {
          /** The plan, by the partner’s own id. */
          readonly planId: string;
          /** What the partner calls the plan. */
          readonly name: string;
        }[];
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Say which doors an access zone of a partner’s plans is here. */
  'PUT /api/access-control/{facilityId}/plan-zones': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The partner whose plans name the zone. */
      readonly partnerId: PartnerId;
      /** The zone, exactly as the plans name it. */
      readonly name: string;
      /** What it opens here; null: nothing, as if nobody had mapped it. */
      readonly target: {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'facility';
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'doors';
        /** Up to 1,000. */
        readonly doorIds: readonly DoorId[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'scopes';
        /** Ids of access scopes. Up to 1,000. */
        readonly scopes: readonly string[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'none';
      } | null;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Read how a facility wants doubt decided. */
  'GET /api/access-control/{facilityId}/policy': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** For how many hours a plan that has ended still opens. */
      readonly graceHours: number;
      /** For how many days a box without the cloud goes on deciding by its last snapshot. */
      readonly offlineDays: number;
      /**
       * What a box without a trusted time does: every instant that may be now must grant (`interval`), only grants of
       * staff count (`strict`), or one instant is enough (`lenient`).
       */
      readonly uncertainClock: 'interval' | 'strict' | 'lenient';
      /** For how many hours the power may have been away at most, for a box that cannot know. */
      readonly longestOutageHours: number;
      /** Where a phone must be to ask. Left out: anywhere. */
      readonly geofence?: {
        /** Degrees north of the equator. */
        readonly latitude: number;
        /** Degrees east of Greenwich. */
        readonly longitude: number;
        /** Metres around that point. */
        readonly radiusM: number;
      } | undefined;
    };
  };
  /** Set how a facility wants doubt decided. */
  'PUT /api/access-control/{facilityId}/policy': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** For how many hours a plan that has ended still opens. */
      readonly graceHours?: number | undefined;
      /** For how many days a box without the cloud goes on deciding by its last snapshot. */
      readonly offlineDays?: number | undefined;
      /**
       * What a box without a trusted time does: every instant that may be now must grant (`interval`), only grants of
       * staff count (`strict`), or one instant is enough (`lenient`).
       */
      readonly uncertainClock?: 'interval' | 'strict' | 'lenient' | undefined;
      /** For how many hours the power may have been away at most, for a box that cannot know. */
      readonly longestOutageHours?: number | undefined;
      /** Where a phone must be to ask. Left out: anywhere. */
      readonly geofence?: {
        /** Degrees north of the equator. */
        readonly latitude: number;
        /** Degrees east of Greenwich. */
        readonly longitude: number;
        /** Metres around that point. */
        readonly radiusM: number;
      } | undefined;
    };
    readonly answer: {
      /** For how many hours a plan that has ended still opens. */
      readonly graceHours: number;
      /** For how many days a box without the cloud goes on deciding by its last snapshot. */
      readonly offlineDays: number;
      /**
       * What a box without a trusted time does: every instant that may be now must grant (`interval`), only grants of
       * staff count (`strict`), or one instant is enough (`lenient`).
       */
      readonly uncertainClock: 'interval' | 'strict' | 'lenient';
      /** For how many hours the power may have been away at most, for a box that cannot know. */
      readonly longestOutageHours: number;
      /** Where a phone must be to ask. Left out: anywhere. */
      readonly geofence?: {
        /** Degrees north of the equator. */
        readonly latitude: number;
        /** Degrees east of Greenwich. */
        readonly longitude: number;
        /** Metres around that point. */
        readonly radiusM: number;
      } | undefined;
      /** The names of what is different now, in alphabetical order. */
      readonly changed: readonly string[];
    };
  };
  /** List what a restore left open. */
  'GET /api/access-control/{facilityId}/restore-differences': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** `all`: those too that somebody has confirmed. */
      readonly which?: 'open' | 'all' | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly RestoreDifference[];
    };
  };
  /** Confirm a difference after a restore. */
  'POST /api/access-control/{facilityId}/restore-differences/{differenceId}/confirm': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The difference. */
      readonly differenceId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the scope keys that partners use at a facility. */
  'GET /api/access-control/{facilityId}/scope-keys': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Only those of this partner. */
      readonly partnerId?: PartnerId | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 1,000. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The partner account: `ptr_` and 16 characters. */
        readonly partnerId: string;
        /** What staff call the partner. */
        readonly partnerName: string;
        /** The word by which it is kept or mapped. */
        readonly key: string;
        /** What it is mapped to; null where nobody has mapped it. */
        readonly target: {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'facility';
        } | {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'doors';
          /** Up to 1,000. */
          readonly doorIds: readonly DoorId[];
        } | {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'scopes';
          /** Ids of access scopes. Up to 1,000. */
          readonly scopes: readonly string[];
        } | {
          /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
          readonly to: 'none';
        } | null;
        /** Whether it is turned off, and opens nothing. */
        readonly disabled: boolean;
        /** Why it opens nothing. */
        readonly closed: 'disabled' | 'unmapped' | 'mapped_to_nothing' | null;
        /** How many have a window with the key right now. */
        readonly members: number;
        /** When a partner first sent it (UTC). */
        readonly firstSeenAt: string;
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
      /** How many there are on all pages. */
      readonly total: number;
    };
  };
  /** Map a scope key, or switch it off or on. */
  'PUT /api/access-control/{facilityId}/scope-keys': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The partner whose word the key is. */
      readonly partnerId: PartnerId;
      /** The word, exactly as the partner sends it. */
      readonly key: string;
      /** What it opens here. Null: it is not mapped, and opens nothing until somebody maps it again. */
      readonly target?: {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'facility';
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'doors';
        /** Up to 1,000. */
        readonly doorIds: readonly DoorId[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'scopes';
        /** Ids of access scopes. Up to 1,000. */
        readonly scopes: readonly string[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'none';
      } | null | undefined;
      /** Switched off it opens nothing, and keeps what it is mapped to. */
      readonly disabled?: boolean | undefined;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the members who have a window with a scope key. */
  'GET /api/access-control/{facilityId}/scope-keys/members': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query: {
      /** The partner whose key it is. */
      readonly partnerId: PartnerId;
      /** The scope key, as the partner’s windows name it. */
      readonly key: string;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Member[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List the access scopes of a facility. */
  'GET /api/access-control/{facilityId}/scopes': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The access scope. */
        readonly scopeId: string;
        /** What staff or its partner call it. */
        readonly name: string;
        /** The doors that it stands for. */
        readonly doorIds: readonly string[];
      }[];
    };
  };
  /** Make an access scope. */
  'POST /api/access-control/{facilityId}/scopes': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** What staff tell it by: no other of the facility has it. */
      readonly name: string;
      /** The doors it is, all of them. */
      readonly doorIds: readonly DoorId[];
    };
    readonly answer: {
      /** The access scope that was made. */
      readonly scopeId: string;
    };
  };
  /** Rename an access scope, or set its doors. */
  'PATCH /api/access-control/{facilityId}/scopes/{scopeId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The access scope. */
      readonly scopeId: string;
    };
    readonly body: {
      /** What staff tell it by: no other of the facility has it. */
      readonly name?: string | undefined;
      /** The doors it is, all of them. */
      readonly doorIds?: readonly DoorId[] | undefined;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Remove an access scope that nothing points at. */
  'DELETE /api/access-control/{facilityId}/scopes/{scopeId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The access scope. */
      readonly scopeId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the partners that are sources of access, and how fresh their data is. */
  'GET /api/access-control/{facilityId}/sources': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The partner account: `ptr_` and 16 characters. */
        readonly partnerId: string;
        /** What staff call the partner. */
        readonly partnerName: string;
        /** Whether the partner’s data opens nothing here for now. */
        readonly suspended: boolean;
        /** When the partner last pushed data that was taken (UTC). Null: it never has. */
        readonly lastPushAt: string | null;
        /** Since when some of the partner’s data is refused (UTC). Null: all of it is taken. */
        readonly refusedSince: string | null;
      }[];
    };
  };
  /** Read the statistics of a facility’s doors. */
  'GET /api/access-control/{facilityId}/statistics': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query: {
      /** Where the period begins, inclusive. ISO 8601 with `Z` or an offset (write its `+` as `%2B`). */
      readonly from: string;
      /** Where it ends, exclusive: at most 92 days later. Likewise. */
      readonly to: string;
      /** What is counted together. */
      readonly block?: 'hour' | 'day' | undefined;
    };
    readonly answer: AccessStatistics;
  };
  /** List walk tests. */
  'GET /api/access-control/{facilityId}/walk-tests': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Only those of this box. */
      readonly boxId?: BoxId | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly WalkTest[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Begin a walk test, or go on with it. */
  'POST /api/access-control/{facilityId}/walk-tests': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The box whose doors are tried. */
      readonly boxId: BoxId;
    };
    readonly answer: WalkTest;
  };
  /** Read a walk test. */
  'GET /api/access-control/{facilityId}/walk-tests/{walkTestId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The walk test. */
      readonly walkTestId: string;
    };
    readonly query?: {
      /** The door at which somebody stands. */
      readonly doorId?: string | undefined;
    };
    readonly answer: WalkTest;
  };
  /** End a walk test. */
  'POST /api/access-control/{facilityId}/walk-tests/{walkTestId}/end': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The walk test. */
      readonly walkTestId: string;
    };
    readonly answer: WalkTest;
  };
  /** Note what came of a step. */
  'POST /api/access-control/{facilityId}/walk-tests/{walkTestId}/steps': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The walk test. */
      readonly walkTestId: string;
    };
    readonly body: {
      /** The door. */
      readonly doorId: string;
      /** The step. */
      readonly step: 'unlock' | 'open' | 'held_open' | 'close' | 'rex';
      /** What came of it. */
      readonly outcome: 'seen' | 'failed' | 'skipped';
      /** What whoever looks at it later should know. */
      readonly note?: string | undefined;
    };
    readonly answer: WalkTest;
  };
  /** List the warnings of a facility. */
  'GET /api/access-control/{facilityId}/warnings': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly query?: {
      /** Those that are open unless told otherwise. */
      readonly state?: 'open' | 'closed' | 'all' | undefined;
      /** Only those of this kind. */
      readonly kind?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Warning[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read one warning. */
  'GET /api/access-control/{facilityId}/warnings/{warningId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The warning. */
      readonly warningId: string;
    };
    readonly answer: Warning;
  };
  /** Say that somebody looks after a warning. */
  'POST /api/access-control/{facilityId}/warnings/{warningId}/acknowledge': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The warning. */
      readonly warningId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Close a warning of what has happened. */
  'POST /api/access-control/{facilityId}/warnings/{warningId}/close': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The warning. */
      readonly warningId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Map the scope key that a warning is about. */
  'POST /api/access-control/{facilityId}/warnings/{warningId}/map': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** A warning of a scope key that opens nothing. */
      readonly warningId: string;
    };
    readonly body: {
      /** What it opens here: the facility, doors, access scopes, or nothing on purpose. */
      readonly target: {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'facility';
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'doors';
        /** Up to 1,000. */
        readonly doorIds: readonly DoorId[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'scopes';
        /** Ids of access scopes. Up to 1,000. */
        readonly scopes: readonly string[];
      } | {
        /** What it points at: everything here, some doors, access scopes, or nothing on purpose. */
        readonly to: 'none';
      };
    };
    readonly answer: {
      /** The partner account: `ptr_` and 16 characters. */
      readonly partnerId: string;
      /** The scope key that was mapped. */
      readonly key: string;
    };
  };
  /** List the members whom a warning hurts. */
  'GET /api/access-control/{facilityId}/warnings/{warningId}/members': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The warning. */
      readonly warningId: string;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Member[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Ask who would gain and who would lose access. */
  'POST /api/access-control/{facilityId}/what-if': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: WhatIf;
    readonly answer: {
      /** Who would gain or lose. */
      readonly data: readonly ChangedAccess[];
      /** Where the period begins, inclusive (UTC). */
      readonly from: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
      /** People whose week was compared. */
      readonly looked: number;
      /** How many people would get in at some time at which they do not now. */
      readonly gaining: number;
      /** How many people would no longer get in at some time at which they do now. */
      readonly losing: number;
      /**
       * How many more change than those who are named: 500 at most, and fewer where their intervals are more than
       * 20000.
       */
      readonly unnamed: number;
      /** Items that a push would skip. */
      readonly skipped: readonly {
        /** Where the item stood in the batch, from 0. */
        readonly index: number;
        /** Names the field and the rule that it broke. */
        readonly reason: string;
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read an agreement with its draft and its versions. */
  'GET /api/admin/agreements/{agreementId}': {
    readonly path: {
      /** The agreement. */
      readonly agreementId: string;
    };
    readonly answer: Agreement;
  };
  /** List agreements for who administers them. */
  'GET /api/admin/agreements/list-agreements': {
    readonly query?: {
      /** Of this organisation alone. */
      readonly organisationId?: OrgId | undefined;
      /** `draft`: never published. `active`: asked of those that it is for. `archived`: asked of nobody any more. */
      readonly state?: 'draft' | 'active' | 'archived' | undefined;
      /** What the title has in it, whatever its capitals and accents. */
      readonly q?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AgreementSummary[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Save an agreement: as a draft, as its next version, or put away. */
  'PUT /api/admin/agreements/save': {
    readonly body: {
      /** The agreement to change. A new one, unless given. */
      readonly agreementId?: string | undefined;
      /** Whose agreement it is; null: the platform’s. */
      readonly organisationId?: OrgId | null | undefined;
      /** What it is called. */
      readonly title?: string | undefined;
      /** `club`: each club agrees as a whole. `club-user`: people at clubs agree, each for themselves. */
      readonly kind?: 'club' | 'club-user' | undefined;
      /**
       * What acknowledges it: a signature, a box that is ticked, a window that is closed; `none`: it is there to be
       * read.
       */
      readonly requirement?: 'signature' | 'checkbox' | 'popup' | 'none' | undefined;
      /** Whom it is for: `all`, every club of whom it belongs to; or some organisations and clubs of it. */
      readonly audience?: 'all' | {
        /** Every club of these organisations. */
        readonly organisations: readonly OrgId[];
        /** These clubs besides. */
        readonly facilities: readonly FacilityId[];
      } | undefined;
      /** What it says, in Markdown. */
      readonly body?: string | undefined;
      /** Files of it, by the ids that uploading them answered. */
      readonly attachments?: readonly string[] | undefined;
      /** What is different from the version before, for those who are asked anew. */
      readonly changeNote?: string | undefined;
      /** From which day on it holds, where each club is; null: from the day on that it is published (UTC). */
      readonly effectiveOn?: string | null | undefined;
      /**
       * False: who had acknowledged the version before need not do so again; it is never said that they accepted this
       * one.
       */
      readonly reacknowledge?: boolean | undefined;
      /** How people at clubs are asked, of the kind `club-user`. */
      readonly cua?: {
        /** Who may be asked: users of the platform, members of partners, others by name and e-mail. */
        readonly askedOf?: readonly ('users' | 'members' | 'others')[] | undefined;
        /** So many days after it was signed it ends; null: it does not end by itself. */
        readonly validityDays?: number | null | undefined;
        /** So many days a link to sign is valid. */
        readonly linkDays?: number | undefined;
        /** So many days after it was sent, whoever has not signed is reminded. */
        readonly reminderDays?: readonly number[] | undefined;
        /** Who signs: the person alone, or a guardian in their place. */
        readonly signers?: 'person' | 'person-or-guardian' | undefined;
      } | undefined;
      /** The `revision` that the change was made from: where there is a newer one, nothing is done (`changed`). */
      readonly expectedRevision?: number | undefined;
      /** What is done with it. */
      readonly action: 'draft' | 'publish' | 'archive';
    };
    readonly answer: AgreementSummary;
  };
  /** Send a file that agreements are to show. */
  'POST /api/admin/agreements/upload-attachment': {
    readonly answer: SentAttachment;
  };
  /** Check that nothing of the audit is gone. */
  'GET /api/admin/audit-logs/chain': {
    readonly query?: {
      /** The first day. */
      readonly from?: string | undefined;
      /** The last day. Today unless given. */
      readonly to?: string | undefined;
    };
    readonly answer: {
      /** Whether every sealed day is as it was when it was sealed. */
      readonly intact: boolean;
      /** The newest seal. Note it down elsewhere: whoever makes seals anew cannot come to it. */
      readonly head: {
        /** The day (UTC). */
        readonly day: string;
        /** SHA-256 that chains the day to the one before it, in hexadecimal. */
        readonly hash: string;
      } | null;
      /** Entries older than the first seal, counted up to 1,000. There should be none. */
      readonly entriesBeforeFirst: number;
      /** Each sealed day of the chain. */
      readonly days: readonly AuditDay[];
      /** Every day of the chain that is wrong, 100 at most. */
      readonly problems: readonly AuditDay[];
    };
  };
  /** List what cached statistics there are. */
  'GET /api/admin/audit-logs/debug-redis-keys': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The word by which it is kept or mapped. */
        readonly key: string;
        /** When it was made (UTC). */
        readonly madeAt: string;
        /** Seconds since it was made. */
        readonly ageSeconds: number;
        /** False: counted anew when it is asked for next. */
        readonly fresh: boolean;
      }[];
      /** Where the figures are kept. */
      readonly store: 'database';
    };
  };
  /** Sum up what failed. */
  'POST /api/admin/audit-logs/generate-error-summary': {
    readonly body: {
      /** Not before this time. */
      readonly from?: string | undefined;
      /** Before this time. */
      readonly to?: string | undefined;
    };
    readonly answer: {
      /** Where the period begins, inclusive (UTC). */
      readonly from: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
      /** How many requests there were. */
      readonly total: number;
      /** How many of them were answered below 400. */
      readonly succeeded: number;
      /** Answered with a status of 400 to 499. */
      readonly refused: number;
      /** Answered with a status of 500 or more. */
      readonly failed: number;
      /** The same in words, a line for each kind of failure. */
      readonly text: string;
      /** The 25 most frequent, by endpoint and code. */
      readonly failures: readonly {
        /** The operation, by its id in this document. */
        readonly endpoint: string;
        /** `ok`, or the code of the refusal. */
        readonly outcome: string;
        /** The HTTP status that was answered. */
        readonly status: number;
        /** How many there were in the period. */
        readonly count: number;
        /** How many different callers it happened to. */
        readonly callers: number;
        /** The callers that it happened to most. */
        readonly mostAffected: readonly {
          /** Who sent the requests. */
          readonly actor: AuditActor;
          /** How many there were in the period. */
          readonly count: number;
        }[];
      }[];
      /** The `to` that goes on from here; null: all is counted. */
      readonly next: string | null;
    };
  };
  /** Read what came from an IP address. */
  'GET /api/admin/audit-logs/query-by-ip': {
    readonly query: {
      /** As the audit shows it: IPv4, or IPv6 in its shortest form. */
      readonly ipAddress: string;
      /** Unix seconds. The oldest entry that is kept, unless given. */
      readonly startTime?: number | undefined;
      /** Unix seconds. Now, unless given. */
      readonly endTime?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 500. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** Where the period begins, inclusive (UTC). */
      readonly from: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
      /** What was found, in the order that the operation says. */
      readonly data: readonly AuditEntry[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read what a user did. */
  'GET /api/admin/audit-logs/query-by-user': {
    readonly query: {
      /** Whose requests: the e-mail, whatever its case. */
      readonly email: string;
      /** Unix seconds. The oldest entry that is kept, unless given. */
      readonly startTime?: number | undefined;
      /** Unix seconds. Now, unless given. */
      readonly endTime?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 500. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** Where the period begins, inclusive (UTC). */
      readonly from: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
      /** What was found, in the order that the operation says. */
      readonly data: readonly AuditEntry[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Search the audit. */
  'POST /api/admin/audit-logs/search': {
    readonly query?: {
      /** Required for everybody but super admins. */
      readonly organisationId?: string | undefined;
    };
    readonly body: {
      /** Who did it, or was acted as: the id of a user, or `partner:…` or `box:…` as the audit has it. */
      readonly actor?: string | undefined;
      /** The same by a user’s e-mail. */
      readonly email?: string | undefined;
      /** What was done, such as `door.rename`. */
      readonly event?: string | undefined;
      /** The operation id, such as `doors.rename`. */
      readonly endpoint?: string | undefined;
      /** `ok`, or the code of an error. */
      readonly outcome?: string | undefined;
      /** The HTTP status, exactly. */
      readonly status?: number | undefined;
      /** The same by its first digit. */
      readonly statusClass?: '2xx' | '3xx' | '4xx' | '5xx' | undefined;
      /** What it was done to: mostly an id. */
      readonly target?: string | undefined;
      /** Where it was done. */
      readonly facilityId?: string | undefined;
      /** The IP address that the request came from. */
      readonly remoteAddress?: string | undefined;
      /** The `X-Request-Id` of its answer. */
      readonly requestId?: string | undefined;
      /** Not before this time. */
      readonly from?: string | undefined;
      /** Before this time. */
      readonly to?: string | undefined;
      /** Anywhere in event, endpoint, outcome, target or request id. */
      readonly text?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AuditEntry[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Count what was done. */
  'GET /api/admin/audit-logs/statistics': {
    readonly query?: {
      /** Unix seconds. 24 hours ago, unless given. */
      readonly startTime?: number | undefined;
      /** Unix seconds. Now, unless given. */
      readonly endTime?: number | undefined;
    };
    readonly answer: {
      /** Where the period begins, inclusive (UTC). */
      readonly from: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
      /** How many requests there were. */
      readonly total: number;
      /** How many of them were answered below 400. */
      readonly succeeded: number;
      /** Answered with a status of 400 to 499. */
      readonly refused: number;
      /** Answered with a status of 500 or more. */
      readonly failed: number;
      /** Milliseconds that a request took, on average. */
      readonly averageMs: number;
      /** Milliseconds that the longest request took. */
      readonly longestMs: number;
      /** How many different callers there were. */
      readonly callers: number;
      /** The 25 busiest. */
      readonly endpoints: readonly {
        /** The operation, by its id in this document. */
        readonly endpoint: string;
        /** How many requests there were. */
        readonly total: number;
        /** How many of them were answered below 400. */
        readonly succeeded: number;
        /** Answered with a status of 400 to 499. */
        readonly refused: number;
        /** Answered with a status of 500 or more. */
        readonly failed: number;
        /** Milliseconds that a request took, on average. */
        readonly averageMs: number;
      }[];
      /** The 25 most frequent codes. */
      readonly errors: readonly {
        /** `ok`, or the code of the refusal. */
        readonly outcome: string;
        /** The HTTP status that was answered. */
        readonly status: number;
        /** How many there were in the period. */
        readonly count: number;
      }[];
      /** The 10 busiest callers. */
      readonly mostActive: readonly {
        /** Who sent the requests. */
        readonly actor: AuditActor;
        /** How many there were in the period. */
        readonly count: number;
      }[];
      /** The `endTime` that goes on from here, in Unix seconds; null: all is counted. */
      readonly next: number | null;
    };
  };
  /** Read counts that are a few minutes old at most. */
  'GET /api/admin/audit-logs/statistics-cached': {
    readonly query?: {
      /** How far back from now: hours or days. */
      readonly timeWindow?: '1h' | '12h' | '24h' | '7d' | '14d' | undefined;
    };
    readonly answer: {
      /** How far the figures reach back. */
      readonly timeWindow: '1h' | '12h' | '24h' | '7d' | '14d';
      /** When it was made (UTC). */
      readonly madeAt: string;
      /** Seconds since it was made. */
      readonly ageSeconds: number;
      /** Where the period begins, inclusive (UTC). */
      readonly from: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
      /** How many requests there were. */
      readonly total: number;
      /** How many of them were answered below 400. */
      readonly succeeded: number;
      /** Answered with a status of 400 to 499. */
      readonly refused: number;
      /** Answered with a status of 500 or more. */
      readonly failed: number;
      /** Milliseconds that a request took, on average. */
      readonly averageMs: number;
      /** Milliseconds that the longest request took. */
      readonly longestMs: number;
      /** How many different callers there were. */
      readonly callers: number;
      /** The 25 busiest. */
      readonly endpoints: readonly {
        /** The operation, by its id in this document. */
        readonly endpoint: string;
        /** How many requests there were. */
        readonly total: number;
        /** How many of them were answered below 400. */
        readonly succeeded: number;
        /** Answered with a status of 400 to 499. */
        readonly refused: number;
        /** Answered with a status of 500 or more. */
        readonly failed: number;
        /** Milliseconds that a request took, on average. */
        readonly averageMs: number;
      }[];
      /** The 25 most frequent codes. */
      readonly errors: readonly {
        /** `ok`, or the code of the refusal. */
        readonly outcome: string;
        /** The HTTP status that was answered. */
        readonly status: number;
        /** How many there were in the period. */
        readonly count: number;
      }[];
      /** The 10 busiest callers. */
      readonly mostActive: readonly {
        /** Who sent the requests. */
        readonly actor: AuditActor;
        /** How many there were in the period. */
        readonly count: number;
      }[];
    };
  };
  /** Count what was done over time. */
  'GET /api/admin/audit-logs/timeseries': {
    readonly query?: {
      /** How far back from now: hours or days. */
      readonly timeWindow?: '1h' | '12h' | '24h' | '7d' | '14d' | undefined;
    };
    readonly answer: {
      /** How far the figures reach back. */
      readonly timeWindow: '1h' | '12h' | '24h' | '7d' | '14d';
      /** Where the period begins, inclusive (UTC). */
      readonly from: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
      /** How long a block is, in seconds. */
      readonly blockSeconds: number;
      /** The period in blocks, the oldest first. */
      readonly blocks: readonly {
        /** When the block begins. */
        readonly at: string;
        /** How many requests there were. */
        readonly total: number;
        /** How many of them were answered below 400. */
        readonly succeeded: number;
        /** Answered with a status of 400 to 499. */
        readonly refused: number;
        /** Answered with a status of 500 or more. */
        readonly failed: number;
      }[];
    };
  };
  /** List the organisations whose audit you may read. */
  'GET /api/admin/audit-logs/user-organisations': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 1,000. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The organisation: `org_` and 16 characters. */
        readonly organisationId: string;
        /** What staff or its partner call it. */
        readonly name: string;
        /** Only those; null: all of the organisation. */
        readonly facilityIds: readonly string[] | null;
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read what an organisation charges. */
  'GET /api/admin/charges-config': {
    readonly query: {
      /** Whose charges they are. */
      readonly organisationId: OrgId;
      /** The newest unless given. */
      readonly revision?: number | undefined;
    };
    readonly answer: ChargesConfig;
  };
  /** Set what an organisation charges. */
  'POST /api/admin/charges-config': {
    readonly body: {
      /** All charges, 100 at most, in the order to be shown. */
      readonly charges: readonly ChargeInput[];
      /** What is different at single facilities: 400 at most, one for each facility and charge. */
      readonly overrides?: readonly ChargeOverrideInput[] | undefined;
      /** The first day that it holds, as it begins at each facility. */
      readonly effectiveOn: string;
      /** Whose charges they are. */
      readonly organisationId: OrgId;
      /** The revision that this goes on from: refused where it is not the newest any more. */
      readonly expectedRevision?: number | undefined;
    };
    readonly answer: ChargesConfig;
  };
  /** List what differs of agreements at single clubs. */
  'GET /api/admin/club-agreement-variation': {
    readonly query?: {
      /** The club. */
      readonly facilityId?: FacilityId | undefined;
      /** Of the clubs of this organisation. */
      readonly organisationId?: OrgId | undefined;
      /** The agreement: `agr_` and 16 characters. */
      readonly agreementId?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AgreementVariation[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Say what differs of an agreement at one club. */
  'PUT /api/admin/club-agreement-variation': {
    readonly body: {
      /** The agreement: `agr_` and 16 characters. */
      readonly agreementId: string;
      /** The club. */
      readonly facilityId: FacilityId;
      /** The parts that differ; empty: nothing does any more. */
      readonly clauses: readonly AgreementClauseInput[];
      /** Why, for those at the club who are asked anew. */
      readonly note: string;
      /** From which day on it holds, where the club is. */
      readonly fromOn: string;
      /** The last day on which it holds; null: until it is changed. */
      readonly untilOn: string | null;
      /** The `revision` that the change was made from: where there is a newer one, nothing is done (`changed`). */
      readonly expectedRevision?: number | undefined;
    };
    readonly answer: AgreementVariation;
  };
  /** List agreements with people at clubs. */
  'GET /api/admin/club-user-agreements': {
    readonly query?: {
      /** Of the clubs of this organisation. */
      readonly organisationId?: OrgId | undefined;
      /** Of this club. */
      readonly facilityId?: FacilityId | undefined;
      /** Of this agreement. */
      readonly agreementId?: string | undefined;
      /**
       * `draft`: nothing was sent. `sent`, then `viewed`: they have a link. `signed` or `declined`: they have decided.
       * `expired`: the link has ended before. `withdrawn`: it is not asked any more. `ended`: it was signed, and holds
       * no longer.
       */
      readonly state?: 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'expired' | 'withdrawn' | 'ended' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly ClubUserAgreement[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Ask somebody at a club for an agreement. */
  'POST /api/admin/club-user-agreements': {
    readonly body: {
      /** What they are asked for: an agreement of the kind `club-user`. */
      readonly agreementId: string;
      /** The club that asks. */
      readonly facilityId: FacilityId;
      /** Whom it is asked of. */
      readonly subject: {
        /** A user who holds something there. */
        readonly userId: string;
      } | {
        /** The partner whose member it is. */
        readonly partnerId: PartnerId;
        /** The member, by the partner’s own id. */
        readonly memberId: string;
      } | {
        /** What they are called. */
        readonly name: string;
        /** Where they are written to. */
        readonly email: string;
      };
      /** How they get the link: by e-mail, by SMS, or from whoever stands at the desk. */
      readonly deliver: 'email' | 'sms' | 'desk';
      /** The last day on which it holds, once it is signed. */
      readonly endsOn?: string | undefined;
      /** True: nothing is sent yet. */
      readonly draft?: boolean | undefined;
    };
    readonly answer: SentClubUserAgreement;
  };
  /** Read an agreement with somebody, and what has happened to it. */
  'GET /api/admin/club-user-agreements/{id}': {
    readonly path: {
      /** The agreement with somebody. */
      readonly id: string;
    };
    readonly answer: ClubUserAgreementTimeline;
  };
  /** Send, extend, withdraw or end an agreement with somebody. */
  'PATCH /api/admin/club-user-agreements/{id}': {
    readonly path: {
      /** The agreement with somebody. */
      readonly id: string;
    };
    readonly body: {
      /** What is done with it. */
      readonly action?: 'send' | 'resend' | 'extend' | 'withdraw' | 'end' | undefined;
      /** How they get the link: by e-mail, by SMS, or from whoever stands at the desk. */
      readonly deliver?: 'email' | 'sms' | 'desk' | undefined;
      /** The last day on which it holds, once it is signed; null: it goes on. */
      readonly endsOn?: string | null | undefined;
    };
    readonly answer: SentClubUserAgreement;
  };
  /** Delete an agreement with somebody that is not signed. */
  'DELETE /api/admin/club-user-agreements/{id}': {
    readonly path: {
      /** The agreement with somebody. */
      readonly id: string;
    };
    readonly answer: {
      /** What was deleted. */
      readonly cuaId: string;
    };
  };
  /** Read how publishers list a facility. */
  'GET /api/admin/club/{clubId}/listsvc/listings': {
    readonly path: {
      /** The facility. */
      readonly clubId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Listing[];
      /** When the provider said so (UTC). */
      readonly asOf: string;
    };
  };
  /** Fill in the details of a facility. */
  'PUT /api/admin/clubs/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: string;
    };
    readonly body: {
      /** What it is called. */
      readonly name?: string | undefined;
      /** The brand that it goes by. */
      readonly brand?: string | null | undefined;
      /** Its own page: http or https. */
      readonly websiteUrl?: string | null | undefined;
      /** Degrees, north positive. */
      readonly latitude?: number | null | undefined;
      /** Degrees, east positive. */
      readonly longitude?: number | null | undefined;
      /** Where it is on social networks; replaced as a whole. */
      readonly socialLinks?: {
        /** On Instagram. */
        readonly instagram?: {
          /** The name there, without the address. */
          readonly handle: string;
        } | undefined;
        /** On Facebook. */
        readonly facebook?: {
          /** The name there, without the address. */
          readonly handle: string;
        } | undefined;
        /** On YouTube. */
        readonly youtube?: {
          /** The name there, without the address. */
          readonly handle: string;
        } | undefined;
        /** On TikTok. */
        readonly tiktok?: {
          /** The name there, without the address. */
          readonly handle: string;
        } | undefined;
        /** On LinkedIn. */
        readonly linkedin?: {
          /** The name there, without the address. */
          readonly handle: string;
        } | undefined;
      } | null | undefined;
      /** Its address; replaced as a whole. */
      readonly placeData?: {
        /** Street and number. */
        readonly address_1?: string | undefined;
        /** Floor, unit, building. */
        readonly address_2?: string | undefined;
        /** The city. */
        readonly city?: {
          /** The whole name. */
          readonly full_name?: string | undefined;
          /** Its abbreviation. */
          readonly short_name?: string | undefined;
        } | undefined;
        /** The country. */
        readonly country?: {
          /** The name in English. */
          readonly en_full_name?: string | undefined;
          /** The name in the country’s own language. */
          readonly full_name?: string | undefined;
          /** ISO 3166-1 alpha-2. */
          readonly iso_code?: string | undefined;
        } | undefined;
        /** The whole address on one line. */
        readonly formatted_address?: string | undefined;
        /** The places provider’s id of the place. */
        readonly google_place_id?: string | undefined;
        /** Whether the address was typed by hand. */
        readonly isManual?: boolean | undefined;
        /** The postcode. */
        readonly postcode?: string | undefined;
        /** The state or province. */
        readonly province?: {
          /** Its abbreviation. */
          readonly abbreviation?: string | undefined;
          /** The whole name. */
          readonly full_name?: string | undefined;
        } | undefined;
      } | null | undefined;
    };
    readonly answer: {
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: string;
    };
  };
  /** Create the template of a facility. */
  'POST /api/admin/clubs/addclub': {
    readonly body: {
      /** Whose facility it is. */
      readonly organisationId: OrgId;
      /** What it is called. */
      readonly name: string;
      /** The IANA name of the time zone that it lies in. */
      readonly timezone: string;
    };
    readonly answer: {
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: FacilityId;
      /** Whether details are still to be filled in. */
      readonly template: true;
    };
  };
  /** Move a facility to another brand or organisation. */
  'POST /api/admin/clubs/move-facility/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: string;
    };
    readonly body: {
      /** Whose facility it is from now on. */
      readonly organisationId: OrgId;
      /** The brand that it goes by from now on. Stays unless given; null: none. */
      readonly brand?: string | null | undefined;
    };
    readonly answer: {
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: string;
      /** The organisation: `org_` and 16 characters. */
      readonly organisationId: string;
    };
  };
  /** Read the holidays of a country. */
  'GET /api/admin/country/{countryIso}/holidays': {
    readonly path: {
      /** ISO 3166-1 alpha-2, in capitals. */
      readonly countryIso: string;
    };
    readonly query?: {
      /** Whose blacklist is held against them. */
      readonly organisationId?: OrgId | undefined;
      /** The current one unless said otherwise. */
      readonly year?: number | undefined;
    };
    readonly answer: {
      /** The country: ISO 3166-1 alpha-2. */
      readonly country: string;
      /** The calendar year. */
      readonly year: number;
      /** What was found, in the order that the operation says. */
      readonly data: readonly Holiday[];
    };
  };
  /** Say which holidays an organisation does not keep. */
  'PUT /api/admin/country/{countryIso}/holidays': {
    readonly path: {
      /** ISO 3166-1 alpha-2, in capitals. */
      readonly countryIso: string;
    };
    readonly query: {
      /** Whose blacklist it is. */
      readonly organisationId: OrgId;
    };
    readonly body: {
      /** The `rule` of each holiday that the organisation does not keep. */
      readonly blacklisted: readonly string[];
    };
    readonly answer: {
      /** The country: ISO 3166-1 alpha-2. */
      readonly country: string;
      /** The calendar year. */
      readonly year: number;
      /** What was found, in the order that the operation says. */
      readonly data: readonly Holiday[];
    };
  };
  /** List how agreements are asked of people at clubs. */
  'GET /api/admin/cua-config-agreements': {
    readonly query?: {
      /** Of this organisation alone. */
      readonly organisationId?: OrgId | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly CuaConfigAgreement[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read the daily digest of the platform. */
  'GET /api/admin/daily-digest': {
    readonly query?: {
      /** How far it reaches back, in hours: 1 to 360. */
      readonly hours?: number | undefined;
      /** The IANA zone that its text says times in. */
      readonly timezone?: string | undefined;
    };
    readonly answer: PlatformDailyDigest;
  };
  /** Get the daily digest of the platform by e-mail. */
  'PUT /api/admin/daily-digest/subscription': {
    readonly body: {
      /**
       * When, 0 to 23: the hour of the local day. One that a day skips is done after the gap, one that it has twice
       * once.
       */
      readonly hour?: number | undefined;
      /** Once a week on that day; null for every day. */
      readonly weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null | undefined;
      /** Whether it is sent. Off, it is kept as it is. */
      readonly enabled?: boolean | undefined;
      /** The IANA zone that the hour is meant in. */
      readonly timezone?: string | undefined;
    };
    readonly answer: DailyDigestSubscription;
  };
  /** Get the daily digest of the platform no more. */
  'DELETE /api/admin/daily-digest/subscription': {
    readonly answer: {
      /** The facility: `fac_` and 16 characters. Null: the platform itself. */
      readonly facilityId: null;
    };
  };
  /** List what may be copied to staging. */
  'GET /api/admin/db-sync/list-tables': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly SyncTable[];
    };
  };
  /** Read a sync. */
  'GET /api/admin/db-sync/runs/{runId}': {
    readonly path: {
      /** The sync, by the `runId` of its beginning. */
      readonly runId: string;
    };
    readonly answer: SyncRun;
  };
  /** Copy tables of production to this staging. */
  'POST /api/admin/db-sync/sync-from-prod': {
    readonly query?: {
      /** `true` counts what would change, and writes nothing but its log. */
      readonly dryRun?: 'true' | 'false' | undefined;
      /** What to copy, parted by commas. */
      readonly tables?: string | undefined;
      /** A live socket of yours that is open: what is done is told there. */
      readonly socketID?: string | undefined;
    };
    readonly body: {
      /** `true` counts what would change, and writes nothing but its log. */
      readonly dryRun?: 'true' | 'false' | undefined;
      /** What to copy, parted by commas. */
      readonly tables?: string | undefined;
      /** A live socket of yours that is open: what is done is told there. */
      readonly socketID?: string | undefined;
    };
    readonly answer: {
      /** For `GET /api/admin/db-sync/runs/{runId}`, and the `run` of frames at the live socket. */
      readonly runId: string;
      /** Whether it only counts. */
      readonly dryRun: boolean;
      /** The tables, in the order of copying. */
      readonly order: readonly string[];
      /** The tables, as they were asked for. */
      readonly tables: readonly string[];
    };
  };
  /** List how e-mails are worded at a place. */
  'GET /api/admin/email-mapping': {
    readonly query?: {
      /** Those of this organisation. Without any place: those of the platform. */
      readonly organisationId?: OrgId | undefined;
      /** Those of this facility. */
      readonly facilityId?: FacilityId | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly EmailMapping[];
    };
  };
  /** Read how e-mails are worded. */
  'GET /api/admin/email-mapping/{id}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly id: string;
    };
    readonly answer: EmailMapping;
  };
  /** Word e-mails of a kind. */
  'POST /api/admin/email-mapping/add': {
    readonly body: {
      /** The kind of e-mail, as the list of wordings calls it. */
      readonly kind: string;
      /** Whose e-mails it words. Null, with no facility either: everybody’s. */
      readonly organisationId?: OrgId | null | undefined;
      /** The one facility whose e-mails it words, instead of an organisation. */
      readonly facilityId?: FacilityId | null | undefined;
      /** The language that it is written in, as a tag of BCP 47. */
      readonly locale?: string | undefined;
      /** The subject, with `{{variables}}`. */
      readonly subject: string;
      /** The text, with `{{variables}}`. */
      readonly text: string;
      /** The same as HTML; what runs, or is fetched from elsewhere, is left out of what is sent. Null: text alone. */
      readonly html?: string | null | undefined;
      /** Who it says it is from. Null: as the mail server is set up. */
      readonly fromName?: string | null | undefined;
      /** Where answers go. Null: to the sender. */
      readonly replyTo?: string | null | undefined;
      /** Who gets the same e-mail besides. */
      readonly alsoTo?: readonly string[] | undefined;
      /** False: the wording of the next wider place counts. */
      readonly enabled?: boolean | undefined;
    };
    readonly answer: EmailMapping;
  };
  /** Remove a wording. */
  'DELETE /api/admin/email-mapping/delete/{id}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly id: string;
    };
    readonly answer: {
      /** The wording that is gone. */
      readonly mappingId: string;
    };
  };
  /** See what an e-mail of a wording looks like. */
  'POST /api/admin/email-mapping/preview': {
    readonly body: {
      /** The kind of e-mail, as the list of wordings calls it. */
      readonly kind: string;
      /** The subject, with `{{variables}}`. */
      readonly subject: string;
      /** The text, with `{{variables}}`. */
      readonly text: string;
      /** The same as HTML; what runs, or is fetched from elsewhere, is left out of what is sent. Null: text alone. */
      readonly html?: string | null | undefined;
    };
    readonly answer: {
      /** The line that the reader sees first. */
      readonly subject: string;
      /** In words, for people. */
      readonly text: string;
      /** The same, marked up. Null: there is only plain text. */
      readonly html: string | null;
    };
  };
  /** Send yourself an e-mail of a wording. */
  'POST /api/admin/email-mapping/test': {
    readonly body: {
      /** The kind of e-mail, as the list of wordings calls it. */
      readonly kind: string;
      /** The subject, with `{{variables}}`. */
      readonly subject: string;
      /** The text, with `{{variables}}`. */
      readonly text: string;
      /** The same as HTML; what runs, or is fetched from elsewhere, is left out of what is sent. Null: text alone. */
      readonly html?: string | null | undefined;
    };
    readonly answer: {
      /** The e-mail. */
      readonly mailId: string;
      /** Where the period ends, exclusive (UTC). */
      readonly to: string;
    };
  };
  /** List FAQs. */
  'GET /api/admin/faqs': {
    readonly query?: {
      /** Only its own, and the platform’s. */
      readonly organisationId?: OrgId | undefined;
      /** The language that it is written in, as a tag of BCP 47. */
      readonly locale?: string | undefined;
      /** Whom it is written for. */
      readonly audience?: 'staff' | 'partner' | 'public' | undefined;
      /** A draft is seen by those alone who may change it. */
      readonly state?: 'draft' | 'published' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
      /** What it is filed under: small letters, digits and hyphens. */
      readonly category?: string | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Faq[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read an FAQ. */
  'GET /api/admin/faqs/{faqId}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly faqId: string;
    };
    readonly answer: Faq;
  };
  /** Add an FAQ. */
  'POST /api/admin/faqs/add': {
    readonly body: {
      /** Whose it is: an organisation’s. Null: the platform’s. */
      readonly organisationId: OrgId | null;
      /** What it is filed under: small letters, digits and hyphens. */
      readonly category: string;
      /** The language that it is written in, as a tag of BCP 47. */
      readonly locale?: string | undefined;
      /** The question. */
      readonly question: string;
      /** The answer, in Markdown without HTML. */
      readonly answer: string;
      /** Whom it is written for. */
      readonly audience: 'staff' | 'partner' | 'public';
      /** Error codes (`error:relay_fault`) and pages of the consoles (`page:doors`) that it is shown beside. */
      readonly about?: readonly string[] | undefined;
      /** Where in a list it stands: the lowest is first. */
      readonly position?: number | undefined;
      /** A draft is seen by those alone who may change it. */
      readonly state?: 'draft' | 'published' | undefined;
    };
    readonly answer: Faq;
  };
  /** List the FAQs of a category. */
  'GET /api/admin/faqs/category/{category}': {
    readonly path: {
      /** The category. */
      readonly category: string;
    };
    readonly query?: {
      /** Only its own, and the platform’s. */
      readonly organisationId?: OrgId | undefined;
      /** The language that it is written in, as a tag of BCP 47. */
      readonly locale?: string | undefined;
      /** Whom it is written for. */
      readonly audience?: 'staff' | 'partner' | 'public' | undefined;
      /** A draft is seen by those alone who may change it. */
      readonly state?: 'draft' | 'published' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Faq[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Delete an FAQ. */
  'DELETE /api/admin/faqs/delete/{id}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly id: string;
    };
    readonly answer: {
      /** The FAQ: `faq_` and 16 characters. */
      readonly faqId: string;
    };
  };
  /** List all devices and their warranty. */
  'GET /api/admin/hardware/all-devices': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 1,000. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DeviceMetadata[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List background jobs. */
  'GET /api/admin/jobs': {
    readonly query?: {
      /** Only jobs in this state. */
      readonly state?: 'queued' | 'running' | 'done' | 'dead' | undefined;
      /** Only jobs that do this, such as `mail.send`. */
      readonly kind?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Job[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
      /** How many jobs there are in each state. */
      readonly counts: {
        /** Jobs that wait for their turn. */
        readonly queued: number;
        /** Jobs that a replica works at now. */
        readonly running: number;
        /** Jobs that have done their work. */
        readonly done: number;
        /** Jobs that were given up: they wait for somebody. */
        readonly dead: number;
      };
    };
  };
  /** Discard a dead job. */
  'POST /api/admin/jobs/{jobId}/discard': {
    readonly path: {
      /** The `jobId` of the list. */
      readonly jobId: string;
    };
    readonly answer: {
      /** The job. */
      readonly jobId: string;
    };
  };
  /** Try a dead job again. */
  'POST /api/admin/jobs/{jobId}/retry': {
    readonly path: {
      /** The `jobId` of the list. */
      readonly jobId: string;
    };
    readonly answer: Job;
  };
  /** List landing pages. */
  'GET /api/admin/landing-pages': {
    readonly query?: {
      /** Only those of this organisation. */
      readonly organisationId?: OrgId | undefined;
      /** Only those about this facility. */
      readonly facilityId?: FacilityId | undefined;
      /** The landing page: `lpg_` and 16 characters. */
      readonly landingPageId?: string | undefined;
      /** Only the one that has this slug now. */
      readonly slug?: string | undefined;
      /** `scheduled`: those of which a version is to be shown. */
      readonly state?: 'draft' | 'published' | 'withdrawn' | 'scheduled' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 20. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly LandingPage[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Add a landing page. */
  'POST /api/admin/landing-pages': {
    readonly body: {
      /** Whose page it is. */
      readonly organisationId: OrgId;
      /** The facility that it is about. Null: the whole organisation. */
      readonly facilityId?: FacilityId | null | undefined;
      /** Its public address is `/p/` and this. An old one goes on leading there. */
      readonly slug: string;
      /** The language that it is written in, as a tag of BCP 47. */
      readonly locale?: string | undefined;
      /** What it shows once it is published. */
      readonly draft: LandingPageContentInput;
    };
    readonly answer: LandingPage;
  };
  /** Save, publish, schedule or withdraw a landing page. */
  'PATCH /api/admin/landing-pages': {
    readonly body: {
      /** The landing page: `lpg_` and 16 characters. */
      readonly landingPageId: string;
      /** Its public address is `/p/` and this. An old one goes on leading there. */
      readonly slug?: string | undefined;
      /** The language that it is written in, as a tag of BCP 47. */
      readonly locale?: string | undefined;
      /** What it shows once it is published. */
      readonly draft?: LandingPageContentInput | undefined;
      /** Instead of `draft`: what that version showed becomes the draft. */
      readonly fromVersion?: number | undefined;
      /** Of `schedule`: when it is shown (UTC). */
      readonly publishAt?: string | undefined;
      /** Nothing is done where another revision is there by now. */
      readonly expectedRevision?: number | undefined;
      /** What is done with the page after that. */
      readonly action: 'save' | 'publish' | 'schedule' | 'withdraw';
    };
    readonly answer: LandingPage;
  };
  /** Delete a landing page. */
  'DELETE /api/admin/landing-pages': {
    readonly query?: {
      /** The landing page: `lpg_` and 16 characters. */
      readonly landingPageId?: string | undefined;
    };
    readonly body: {
      /** The landing page: `lpg_` and 16 characters. */
      readonly landingPageId?: string | undefined;
    };
    readonly answer: {
      /** The landing page: `lpg_` and 16 characters. */
      readonly landingPageId: string;
    };
  };
  /** List which locations facilities are at the listings provider. */
  'GET /api/admin/listsvc/location': {
    readonly query?: {
      /** Of all that you see unless given. */
      readonly facilityId?: FacilityId | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly ListingLink[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read a location at the listings provider. */
  'GET /api/admin/listsvc/location/{id}': {
    readonly path: {
      /** The location, as the listings provider calls it. */
      readonly id: string;
    };
    readonly query?: {
      /** The facility that it has to be of, where that is given. */
      readonly facilityId?: FacilityId | undefined;
    };
    readonly answer: ListedLocation;
  };
  /** Remove a location at the listings provider. */
  'DELETE /api/admin/listsvc/location/{id}': {
    readonly path: {
      /** The location, as the listings provider calls it. */
      readonly id: string;
    };
    readonly query?: {
      /** The facility that it has to be of, where that is given. */
      readonly facilityId?: FacilityId | undefined;
    };
    readonly answer: {
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: string;
      /** The location, as the listings provider calls it. */
      readonly locationId: string;
      /** `removing`: a job removes it there, and then here. */
      readonly state: 'linked' | 'removing';
      /** When it was last put there as it was to be (UTC). */
      readonly seenAt: string;
      /** The job, as the list of jobs has it. */
      readonly runId: string;
    };
  };
  /** List the e-mails of the platform. */
  'GET /api/admin/mailbox': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The e-mail. */
        readonly mailId: string;
        /** The address that it goes to. */
        readonly to: string;
        /** The line that the reader sees first. */
        readonly subject: string;
        /**
         * `kept`: no mail server is configured, so it lies here to be read. `queued`: it is sent, or tried again.
         * `sent`: the server has taken it. `refused`: the server never will.
         */
        readonly state: 'kept' | 'queued' | 'sent' | 'refused';
        /** How often a server was asked to take it. */
        readonly attempts: number;
        /** Why the last attempt failed. */
        readonly lastError: string | null;
        /** Whether what it says lets its reader in: only its addressee and super admins may read that here. */
        readonly sensitive: boolean;
        /** ISO 8601. */
        readonly createdAt: string;
        /** When a mail server was last asked to take it (UTC). Null: none was. */
        readonly triedAt: string | null;
        /** When a mail server had taken it (UTC). Null: none has. */
        readonly sentAt: string | null;
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read an e-mail of the platform. */
  'GET /api/admin/mailbox/{mailId}': {
    readonly path: {
      /** The `mailId` of the list. */
      readonly mailId: string;
    };
    readonly answer: {
      /** The e-mail. */
      readonly mailId: string;
      /** The address that it goes to. */
      readonly to: string;
      /** The line that the reader sees first. */
      readonly subject: string;
      /**
       * `kept`: no mail server is configured, so it lies here to be read. `queued`: it is sent, or tried again. `sent`:
       * the server has taken it. `refused`: the server never will.
       */
      readonly state: 'kept' | 'queued' | 'sent' | 'refused';
      /** How often a server was asked to take it. */
      readonly attempts: number;
      /** Why the last attempt failed. */
      readonly lastError: string | null;
      /** Whether what it says lets its reader in: only its addressee and super admins may read that here. */
      readonly sensitive: boolean;
      /** ISO 8601. */
      readonly createdAt: string;
      /** When a mail server was last asked to take it (UTC). Null: none was. */
      readonly triedAt: string | null;
      /** When a mail server had taken it (UTC). Null: none has. */
      readonly sentAt: string | null;
      /** Null where it is sensitive and not yours to read. */
      readonly text: string | null;
      /** The same, marked up. Null: there is only plain text. */
      readonly html: string | null;
    };
  };
  /** Send a picture that public pages are to show. */
  'POST /api/admin/page-images/upload': {
    readonly answer: SentPageImage;
  };
  /** List partner accounts. */
  'GET /api/admin/partners': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly PartnerAccount[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Create a partner account. */
  'POST /api/admin/partners': {
    readonly body: {
      /** What staff know the partner by. */
      readonly name: string;
      /**
       * How the partner’s requests name a facility: by its id here, or by an identifier of the partner’s own, which
       * each facility sets.
       */
      readonly linkingMethod: 'facility_id' | 'linking_identifier';
      /** What facilities call the linking identifier, such as “Branch code”. */
      readonly linkingLabel?: string | undefined;
      /** Whose data the partner may know of at all. */
      readonly organisations: readonly OrgId[];
    };
    readonly answer: {
      /** The partner account: `ptr_` and 16 characters. */
      readonly partnerId: string;
    };
  };
  /** Read a partner account. */
  'GET /api/admin/partners/{partnerId}': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly answer: PartnerAccount;
  };
  /** Rename a partner account, or change how its integration is set up. */
  'PATCH /api/admin/partners/{partnerId}': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly body: {
      /** What staff know the partner by. */
      readonly name?: string | undefined;
      /**
       * How the partner’s requests name a facility: by its id here, or by an identifier of the partner’s own, which
       * each facility sets.
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
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the contacts of a partner. */
  'GET /api/admin/partners/{partnerId}/contacts': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly PartnerContact[];
    };
  };
  /** Set the contacts of a partner. */
  'PUT /api/admin/partners/{partnerId}/contacts': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
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
  /** List the facilities that a partner may work with. */
  'GET /api/admin/partners/{partnerId}/integrations': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The facility: `fac_` and 16 characters. */
        readonly facilityId: string;
        /** What staff or its partner call it. */
        readonly name: string;
        /** The organisation: `org_` and 16 characters. */
        readonly organisationId: string;
        /** Whether it is on. */
        readonly enabled: boolean;
        /** The partner’s own name for the facility. Null: it names facilities by their id. */
        readonly linkingIdentifier: string | null;
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List the keys of a partner. */
  'GET /api/admin/partners/{partnerId}/keys': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The key. It opens nothing: the key itself is shown once, when it is made. */
        readonly keyId: string;
        /** What tells it from others, in the words of who made it. */
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
  /** Make a key for a partner. */
  'POST /api/admin/partners/{partnerId}/keys': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
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
  /** Revoke a key of a partner. */
  'DELETE /api/admin/partners/{partnerId}/keys/{keyId}': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
      /** A key of this account. */
      readonly keyId: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Give a partner a new key in place of one. */
  'POST /api/admin/partners/{partnerId}/keys/{keyId}/rotate': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
      /** A key of this account. */
      readonly keyId: string;
    };
    readonly body: {
      /** How many hours the old key goes on working: 0 to 720. */
      readonly overlapHours?: number | undefined;
    };
    readonly answer: {
      /** The key. It opens nothing: the key itself is shown once, when it is made. */
      readonly keyId: string;
      /** Its text, this once: only a hash is kept. */
      readonly key: string;
    };
  };
  /** Set the organisations whose data a partner may know of. */
  'PUT /api/admin/partners/{partnerId}/organisations': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly body: {
      /** Whose data the partner may know of at all. */
      readonly organisations: readonly OrgId[];
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Set how many requests a second a partner may send, by endpoint. */
  'PUT /api/admin/partners/{partnerId}/rate-limits': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly body: {
      /** Requests a second by endpoint id. What is not named has the default of the API. */
      readonly rateLimits: { readonly [name: string]: number };
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Read the request log of a partner. */
  'GET /api/admin/partners/{partnerId}/requests': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly query?: {
      /** Those that were answered so: one status such as 404, or its first digit for all that begin with it. */
      readonly status?: number | undefined;
      /** Those to this endpoint, by its id, such as `doors.unlock`. */
      readonly endpoint?: string | undefined;
      /** The one with this id. */
      readonly requestId?: string | undefined;
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
        /** The key. It opens nothing: the key itself is shown once, when it is made. Null: no key is known. */
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
        /**
         * What was skipped and ignored of its items: only where one request is asked for by its id. Kept for 7 days.
         */
        readonly remarks?: readonly {
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
        }[] | undefined;
      }[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List what the statuses of a partner’s members and plans do. */
  'GET /api/admin/partners/{partnerId}/statuses': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** In small letters, with spaces. */
        readonly word: string;
        /** `deny` keeps out whoever has the status; `allow` and `ignore` deny nothing. */
        readonly effect: 'allow' | 'deny' | 'ignore';
        /** Somebody has said so for this partner; it is the default otherwise. */
        readonly own: boolean;
      }[];
    };
  };
  /** Say what a status of a partner does. */
  'PUT /api/admin/partners/{partnerId}/statuses': {
    readonly path: {
      /** The account. */
      readonly partnerId: PartnerId;
    };
    readonly body: {
      /** The status, as the partner sends it. */
      readonly word: string;
      /**
       * `deny` keeps out whoever has the status; `allow` and `ignore` deny nothing. Null: what the word means by
       * default.
       */
      readonly effect: 'allow' | 'deny' | 'ignore' | null;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List press items. */
  'GET /api/admin/press': {
    readonly query?: {
      /** Only its own, and the platform’s. */
      readonly organisationId?: OrgId | undefined;
      /** Only what is `published` is seen outside. */
      readonly state?: 'draft' | 'scheduled' | 'published' | 'withdrawn' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 50. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Press[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read a press item. */
  'GET /api/admin/press/{pressId}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly pressId: string;
    };
    readonly answer: Press;
  };
  /** Add a press item. */
  'POST /api/admin/press/add': {
    readonly body: {
      /** Whose it is: an organisation’s. Null: the platform’s. */
      readonly organisationId: OrgId | null;
      /** The last part of its public address: small letters, digits and hyphens. An old one goes on leading there. */
      readonly slug: string;
      /** The headline. */
      readonly title: string;
      /** The paper, station or site that it is from. */
      readonly outlet: string;
      /** Where the original is (https). Null: nowhere. Nothing is fetched from there. */
      readonly sourceUrl?: string | null | undefined;
      /** A few sentences, in plain text. */
      readonly excerpt: string;
      /** The text, in Markdown without HTML; may be empty. */
      readonly body?: string | undefined;
      /** The day that the outlet gives it. */
      readonly publishedOn: string;
      /** When it is published by itself (UTC): of what is `scheduled`, else null. */
      readonly publishAt?: string | null | undefined;
      /** Only what is `published` is seen outside. */
      readonly state?: 'draft' | 'scheduled' | 'published' | undefined;
      /** Whether it is shown before others. */
      readonly featured?: boolean | undefined;
      /** The picture that goes with it. Null: none. */
      readonly image?: {
        /** The picture, as sending it has answered. */
        readonly imageId: string;
        /** What the picture shows, in words, for whoever does not see it. */
        readonly text: string;
      } | null | undefined;
    };
    readonly answer: Press;
  };
  /** Delete a press item. */
  'DELETE /api/admin/press/delete/{id}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly id: string;
    };
    readonly answer: {
      /** The press item: `prs_` and 16 characters. */
      readonly pressId: string;
    };
  };
  /** Show how long each kind of record is kept. */
  'GET /api/admin/retention': {
    readonly answer: Retention;
  };
  /** Set how long kinds of records are kept. */
  'PUT /api/admin/retention': {
    readonly body: {
      /** The kinds to change. */
      readonly kinds: readonly {
        /** As the list names it. */
        readonly kind: string;
        /** Days, within the bounds of the kind. Null: the default. */
        readonly keepDays: number | null;
      }[];
    };
    readonly answer: Retention;
  };
  /** List what waits for a second person. */
  'GET /api/admin/saas-billing/approvals': {
    readonly query?: {
      /** Only those in this state. */
      readonly state?: 'pending' | 'approved' | 'refused' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly BillingApproval[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Approve what moves much money, or refuse it. */
  'POST /api/admin/saas-billing/approvals/{approvalId}': {
    readonly path: {
      /** What waits. */
      readonly approvalId: string;
    };
    readonly body: {
      /** False refuses it for good. */
      readonly approve: boolean;
    };
    readonly answer: {
      /** What waits for a second person: `apr_` and 16 characters. */
      readonly approvalId: string;
      /**
       * An adjustment of a wallet or of AI credit, a forced match of a payment, a payment of a statement that is
       * credited, or a credit note.
       */
      readonly kind: 'adjust' | 'match' | 'entry' | 'credit-note';
      /** Whose it is: `org#<id>` or `facility#<id>`. */
      readonly ownerKey: string;
      /** What is to be moved, in the smallest unit of the currency. */
      readonly amountCents: number;
      /** How far it has come. */
      readonly state: 'pending' | 'approved' | 'refused';
      /** Who asked for it. */
      readonly askedBy: By;
      /** When they did. */
      readonly askedAt: string;
      /** Until when it can be approved. */
      readonly endsAt: string;
      /** Who decided. Null: nobody has. */
      readonly decidedBy: By | null;
      /** When they did. Null: nobody has. */
      readonly decidedAt: string | null;
      /** The transfer that came of it. Null: none did. */
      readonly transferId: string | null;
      /** Whether this is what decided it. */
      readonly changed: boolean;
    };
  };
  /** List billing profiles. */
  'GET /api/admin/saas-billing/billing-profiles': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly OwnBillingProfile[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Change a billing profile. */
  'PUT /api/admin/saas-billing/billing-profiles': {
    readonly body: {
      /** Whose profile it is. */
      readonly ownerKey: string;
      /** Paid ahead and debited daily, or billed once a month. Null: as it is inherited. Left out: stays. */
      readonly billingMethod?: 'wallet' | 'invoice' | null | undefined;
      /** How money comes in. Null: as it is inherited. Left out: stays. */
      readonly paymentMethod?: 'card' | 'bank-transfer' | 'none' | null | undefined;
      /** Who pays for a facility: it itself, or its organisation. Null: as it is inherited. Left out: stays. */
      readonly payerScope?: 'organisation' | 'facility' | null | undefined;
      /**
       * Metered, and never billed: of an organisation its facilities as well, but those that say false. Null: as it is
       * inherited. Left out: stays.
       */
      readonly billingDisabled?: boolean | null | undefined;
      /** Days until an invoice is due. Null: as it is inherited. Left out: stays. */
      readonly netDays?: number | null | undefined;
      /** What comes of a debt. Null: as it is inherited. Left out: stays. */
      readonly lockoutPolicy?: LockoutPolicyInput | null | undefined;
      /** Whether the wallet is topped up by itself. Null: as it is inherited. Left out: stays. */
      readonly autoTopup?: AutoTopupInput | null | undefined;
    };
    readonly answer: OwnBillingProfile;
  };
  /** Delete a billing profile. */
  'DELETE /api/admin/saas-billing/billing-profiles/{ownerKey}': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly answer: {
      /** Whose it is: `org#<id>` or `facility#<id>`. */
      readonly ownerKey: string;
    };
  };
  /** Look whether the billing method can change. */
  'GET /api/admin/saas-billing/billing-profiles/migration-preflight/{ownerKey}': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly query: {
      /** The method that is intended. */
      readonly to: 'wallet' | 'invoice';
    };
    readonly answer: MigrationPreflight;
  };
  /** Read how an organisation is billed. */
  'GET /api/admin/saas-billing/billing-profiles/resolve-org/{organisationId}': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: OrgId;
    };
    readonly answer: ResolvedBillingProfile;
  };
  /** Read how a facility is billed. */
  'GET /api/admin/saas-billing/billing-profiles/resolve/{clubID}': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: ResolvedBillingProfile;
  };
  /** List how every owner stands. */
  'GET /api/admin/saas-billing/directory': {
    readonly query?: {
      /** Whether to list archived ones as well. `true` or `1`; whatever else is no. */
      readonly includeArchived?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly BillingHealth[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Explain a line of a monthly record. */
  'GET /api/admin/saas-billing/explain/{recordId}/{lineId}': {
    readonly path: {
      /** The record. */
      readonly recordId: string;
      /** The line, within its record. */
      readonly lineId: string;
    };
    readonly answer: {
      /** The record. */
      readonly recordId: string;
      /** The line, within its record. */
      readonly lineId: string;
      /** The facility. */
      readonly facilityId: string;
      /** The charge: its key, or `custom:` and the id of a custom charge. */
      readonly key: string;
      /** What a custom charge is called. Null of any other. */
      readonly label: string | null;
      /** What its days came to, in millionths of the major unit. */
      readonly micros: number;
      /** The same in cents, half to even. */
      readonly cents: number;
      /** Each day that has it, the oldest first. */
      readonly data: readonly {
        /** The day (UTC). */
        readonly day: string;
        /** How much was counted. */
        readonly quantity: number;
        /** How much of that was free. */
        readonly free: number;
        /** The price of one, or a custom charge’s amount of a month, in major units. */
        readonly price: number;
        /** What was added, in per cent. */
        readonly percent: number;
        /** What it came to; parts of a micro go on to the next day. */
        readonly micros: number;
        /** The versions of rates that the day was opened with. */
        readonly versions: readonly string[];
      }[];
    };
  };
  /** List invoices and credit notes. */
  'GET /api/admin/saas-billing/invoices': {
    readonly query?: {
      /** Only those of this owner. */
      readonly ownerKey?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly TaxDocument[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Export invoices and credit notes. */
  'GET /api/admin/saas-billing/invoices.csv': {
    readonly query?: {
      /** The first day (UTC). All before `to`, unless given. */
      readonly from?: string | undefined;
      /** The last day. All from `from` on, unless given. */
      readonly to?: string | undefined;
    };
    readonly answer: undefined;
  };
  /** Correct an invoice by a credit note. */
  'POST /api/admin/saas-billing/invoices/{documentId}/credit-notes': {
    readonly path: {
      /** The invoice or credit note. */
      readonly documentId: string;
    };
    readonly body: {
      /** How much of it, with tax, in the smallest unit of the currency: all that is left, unless given. */
      readonly amountCents?: number | undefined;
      /** Why, as the credit note says it. */
      readonly reason: string;
    };
    readonly answer: {
      /** The credit note. Null: it waits for a second person. */
      readonly creditNote: TaxDocument | null;
      /** What a second person approves. Null: nobody has to. */
      readonly approvalId: string | null;
    };
  };
  /** Read an invoice or a credit note as XML. */
  'GET /api/admin/saas-billing/invoices/{documentId}/factur-x.xml': {
    readonly path: {
      /** The invoice or credit note. */
      readonly documentId: string;
    };
    readonly answer: undefined;
  };
  /** Read an invoice or a credit note as a file. */
  'GET /api/admin/saas-billing/invoices/{documentId}/invoice.pdf': {
    readonly path: {
      /** The invoice or credit note. */
      readonly documentId: string;
    };
    readonly answer: undefined;
  };
  /** Read how the AI credit of any facility stands. */
  'GET /api/admin/saas-billing/model-router/facilities/{clubID}': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: AiOverview;
  };
  /** Grant AI credit, or take it back. */
  'POST /api/admin/saas-billing/model-router/facilities/{clubID}/adjust': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** In the smallest unit of the currency: above 0 grants, below takes back. */
      readonly amountCents: number;
      /** Why, for whoever reads the transactions later. */
      readonly note: string;
    };
    readonly answer: AiAdjusted;
  };
  /** Set whether a facility buys AI credit by itself. */
  'POST /api/admin/saas-billing/model-router/facilities/{clubID}/auto-recharge': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** Whether credit is bought by itself. Off clears the rest. */
      readonly enabled: boolean;
      /** Credit at or below it is topped up. Needed where it is on. */
      readonly thresholdCents?: number | undefined;
      /** By how much, 500 to 1,000,000. Needed where it is on. */
      readonly amountCents?: number | undefined;
    };
    readonly answer: AiAutoRecharge;
  };
  /** Pause the AI models of a facility, or resume them. */
  'POST /api/admin/saas-billing/model-router/facilities/{clubID}/pause': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** True pauses, false resumes. */
      readonly inferencePaused: boolean;
      /** Why, for whoever runs the facility. */
      readonly reason?: string | undefined;
    };
    readonly answer: {
      /** Whether the gate refuses everything. */
      readonly inferencePaused: boolean;
      /** Why. Null: it is not paused, or nobody said. */
      readonly reason: string | null;
      /** Whether it was not so before. */
      readonly changed: boolean;
    };
  };
  /** List what moved the AI credit of any facility. */
  'GET /api/admin/saas-billing/model-router/facilities/{clubID}/transactions': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** Only those of these types, separated by commas. All unless given. */
      readonly types?: string | undefined;
      /** Unix seconds, inclusive. */
      readonly from?: number | undefined;
      /** Unix seconds, inclusive. */
      readonly to?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiTransaction[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
      /** The balance: all transactions there are, and `openMicros`. */
      readonly balanceMicros: number;
      /** What requests came to of days that are not closed yet: below 0. */
      readonly openMicros: number;
    };
  };
  /** Read the receipt of a transaction of any facility, as a file. */
  'GET /api/admin/saas-billing/model-router/facilities/{clubID}/transactions/{txId}/receipt.pdf': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
      /** The transaction. */
      readonly txId: string;
    };
    readonly answer: undefined;
  };
  /** List the monthly statements of AI credit of any facility. */
  'GET /api/admin/saas-billing/model-router/facilities/{clubID}/usage-statements': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** The last so many: 1 to 24. */
      readonly months?: number | undefined;
      /** Those of this year instead, whatever `months` says. */
      readonly year?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiStatement[];
    };
  };
  /** Read the statement of a month of any facility, as a file. */
  'GET /api/admin/saas-billing/model-router/facilities/{clubID}/usage-statements/{month}/statement.pdf': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
      /** The month, `YYYY-MM`, by UTC. */
      readonly month: string;
    };
    readonly answer: undefined;
  };
  /** Read the invoice of a monthly record. */
  'GET /api/admin/saas-billing/monthly-records/{recordId}/invoice.pdf': {
    readonly path: {
      /** The record. */
      readonly recordId: string;
    };
    readonly answer: undefined;
  };
  /** Read what an organisation is billed. */
  'GET /api/admin/saas-billing/org/{organisationId}/analytics': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: OrgId;
    };
    readonly query?: {
      /** How many months, this one included: 1 to 24. */
      readonly months?: number | undefined;
      /** One facility of the organisation alone. */
      readonly clubID?: FacilityId | undefined;
      /** Whether those that are archived count as well. */
      readonly includeArchived?: '0' | '1' | 'true' | 'false' | undefined;
    };
    readonly answer: BillingAnalytics;
  };
  /** List the monthly records of an organisation. */
  'GET /api/admin/saas-billing/org/{organisationId}/monthly-records': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: OrgId;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly MonthlyRecord[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Archive an owner, or take it back. */
  'PUT /api/admin/saas-billing/owners/{ownerKey}/archived': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly body: {
      /** Whether it is archived from now on. */
      readonly archived: boolean;
    };
    readonly answer: {
      /** Whose it is: `org#<id>` or `facility#<id>`. */
      readonly ownerKey: string;
      /** Whether it is archived. */
      readonly archived: boolean;
      /** Whether it was not so before. */
      readonly changed: boolean;
    };
  };
  /** Match a payment to its reference. */
  'POST /api/admin/saas-billing/payments/match': {
    readonly body: {
      /** As the payer wrote it: `XXXX-XXXX`. */
      readonly reference: string;
      /** What came, in the smallest unit of the currency. What was expected, unless given. */
      readonly amountCents?: number | undefined;
      /** When the money came, in Unix seconds: a day ahead at most. Now, unless given. */
      readonly paidAt?: number | undefined;
      /** Where it was seen, such as the bank’s name. */
      readonly source?: string | undefined;
      /** Whatever whoever matches it writes down. */
      readonly notes?: string | undefined;
      /** Whether it counts although the amount differs or it was cancelled. */
      readonly force?: boolean | undefined;
    };
    readonly answer: PaymentMatched;
  };
  /** List the statements of banks. */
  'GET /api/admin/saas-billing/payments/statements': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly StatementFile[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Send a statement of a bank. */
  'POST /api/admin/saas-billing/payments/statements': {
    readonly query?: {
      /** Tells what would become of each payment, and keeps nothing: `true` or `1`; whatever else is no. */
      readonly dryRun?: string | undefined;
      /** Of a CSV alone: the account that it is of. Given, the file is read as CSV. */
      readonly account?: string | undefined;
      /** Of a CSV alone: the currency of its amounts. */
      readonly currency?: string | undefined;
      /** Of a CSV alone: what stands between its columns. */
      readonly delimiter?: ',' | ';' | 'tab' | '|' | undefined;
      /** Of a CSV alone: what stands before its decimals. */
      readonly decimal?: '.' | ',' | undefined;
      /** Of a CSV alone: how it writes days. */
      readonly dateFormat?: 'YYYY-MM-DD' | 'YYYYMMDD' | 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | undefined;
      /** Of a CSV alone: what the column of the day of booking is called. */
      readonly bookedOn?: string | undefined;
      /** Of a CSV alone: what the column of amounts is called; below zero went out. */
      readonly amount?: string | undefined;
      /** Of a CSV alone: what the column is called in which the payer writes. */
      readonly text?: string | undefined;
      /** Of a CSV alone: what the column of the bank’s own references is called. */
      readonly bankReference?: string | undefined;
      /** Of a CSV alone: what the column of whoever paid is called. */
      readonly payer?: string | undefined;
    };
    readonly answer: StatementSent;
  };
  /** List the payments that wait for somebody. */
  'GET /api/admin/saas-billing/payments/unmatched': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly BankEntry[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Decide a payment that waits. */
  'POST /api/admin/saas-billing/payments/unmatched/{entryId}': {
    readonly path: {
      /** The payment. */
      readonly entryId: string;
    };
    readonly body: {
      /** It goes into a wallet. */
      readonly action: 'credit';
      /** Whose wallet: `org#<id>` or `facility#<id>`. */
      readonly ownerKey: string;
      /** Why, for whoever looks at it later. */
      readonly note: string;
    } | {
      /** It is put aside. */
      readonly action: 'dismiss';
      /** Why, for whoever looks at it later. */
      readonly note: string;
    };
    readonly answer: {
      /** The payment, as it is by now. */
      readonly entry: BankEntry;
      /** What a second person approves. Null: nobody has to. */
      readonly approvalId: string | null;
    };
  };
  /** Read what the platform bills. */
  'GET /api/admin/saas-billing/platform-analytics': {
    readonly query?: {
      /** How many months, this one included: 1 to 24. */
      readonly months?: number | undefined;
      /** Whether those that are archived count as well. */
      readonly includeArchived?: '0' | '1' | 'true' | 'false' | undefined;
      /** Whether to reckon it anew, whatever is kept. */
      readonly refresh?: '0' | '1' | 'true' | 'false' | undefined;
    };
    readonly answer: BillingAnalytics;
  };
  /** Read the rates of the platform. */
  'GET /api/admin/saas-billing/platform-rates': {
    readonly answer: PlatformRates;
  };
  /** Set rates of the platform. */
  'PUT /api/admin/saas-billing/platform-rates': {
    readonly body: {
      /** The prices that change, in major units of the currency. */
      readonly charges: SomeRatesInput;
      /** The adjustments that change. Null: there is none any more. */
      readonly chargeAdjustments?: RateAdjustmentsGivenInput | undefined;
    };
    readonly answer: PlatformRates;
  };
  /** Read the rates of one owner. */
  'GET /api/admin/saas-billing/rate-blocks/{ownerKey}': {
    readonly path: {
      /** `org#` or `facility#` and the id, URL-encoded in a path. */
      readonly ownerKey: string;
    };
    readonly answer: RateBlock;
  };
  /** Set the rates of one owner. */
  'PUT /api/admin/saas-billing/rate-blocks/{ownerKey}': {
    readonly path: {
      /** `org#` or `facility#` and the id, URL-encoded in a path. */
      readonly ownerKey: string;
    };
    readonly body: {
      /** The template that it goes by from then on. Null: none. */
      readonly templateId?: string | null | undefined;
      /** The prices that change, in major units of the currency. */
      readonly charges?: SomeRatesInput | undefined;
      /** The adjustments that change. Null: there is none any more. */
      readonly chargeAdjustments?: RateAdjustmentsGivenInput | undefined;
    };
    readonly answer: RateBlock;
  };
  /** Take the rates of one owner away. */
  'DELETE /api/admin/saas-billing/rate-blocks/{ownerKey}': {
    readonly path: {
      /** `org#` or `facility#` and the id, URL-encoded in a path. */
      readonly ownerKey: string;
    };
    readonly answer: {
      /** `org#` or `facility#` and the id, URL-encoded in a path. */
      readonly ownerKey: string;
    };
  };
  /** List pricing templates. */
  'GET /api/admin/saas-billing/rate-templates': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly RateTemplate[];
    };
  };
  /** Make a pricing template. */
  'POST /api/admin/saas-billing/rate-templates': {
    readonly body: {
      /** What it is called. No two are the same, whatever the capitals. */
      readonly name: string;
      /** What it is for, in the words of who made it; empty where nobody has said. */
      readonly description?: string | null | undefined;
      /** Prices in major units of the currency. */
      readonly charges?: SomeRatesInput | undefined;
      /** What is adjusted about them. */
      readonly chargeAdjustments?: RateAdjustmentsGivenInput | undefined;
      /** What an agent in the cloud costs, by plan. */
      readonly cloudAgents?: { readonly [name: string]: {
        /** For each agent and day, in cents. */
        readonly dailyCents: number;
      } } | undefined;
      /** Whatever else is charged, or given back, in the order to be shown. */
      readonly customCharges?: readonly CustomChargeInput[] | undefined;
    };
    readonly answer: RateTemplate;
  };
  /** Change a pricing template. */
  'PUT /api/admin/saas-billing/rate-templates/{templateId}': {
    readonly path: {
      /** The template. */
      readonly templateId: string;
    };
    readonly body: {
      /** What it is called. No two are the same, whatever the capitals. */
      readonly name?: string | undefined;
      /** What it is for, in the words of who made it; empty where nobody has said. */
      readonly description?: string | null | undefined;
      /** The prices that change. Null: all are the platform’s of now. */
      readonly charges?: SomeRatesInput | null | undefined;
      /** The adjustments that change; null for one, or for all, takes away. */
      readonly chargeAdjustments?: RateAdjustmentsGivenInput | null | undefined;
      /** All plans, in place of those before. */
      readonly cloudAgents?: { readonly [name: string]: {
        /** For each agent and day, in cents. */
        readonly dailyCents: number;
      } } | null | undefined;
      /** All of them, in place of those before. */
      readonly customCharges?: readonly CustomChargeInput[] | null | undefined;
    };
    readonly answer: RateTemplate;
  };
  /** Copy a pricing template. */
  'POST /api/admin/saas-billing/rate-templates/{templateId}/duplicate': {
    readonly path: {
      /** The template. */
      readonly templateId: string;
    };
    readonly body: {
      /** What it is called. No two are the same, whatever the capitals. */
      readonly name?: string | undefined;
    };
    readonly answer: RateTemplate;
  };
  /** Ask what days that are over would have cost by a template. */
  'POST /api/admin/saas-billing/rate-templates/{templateId}/what-if': {
    readonly path: {
      /** The template. */
      readonly templateId: string;
    };
    readonly body: {
      /** How many months before this one: 12 at most. */
      readonly months?: number | undefined;
      /** Whose facilities; without it those of all owners who go by the template. */
      readonly ownerKey?: string | undefined;
    };
    readonly answer: {
      /** The template. */
      readonly templateId: string;
      /** How many facilities were looked at. */
      readonly facilities: number;
      /** Whether there are no more: 500 are looked at. */
      readonly complete: boolean;
      /** Each month, the oldest first. */
      readonly data: readonly {
        /** `YYYY-MM`, UTC. */
        readonly month: string;
        /** What those days came to. */
        readonly billedCents: number;
        /** What they would have come to. */
        readonly wouldBeCents: number;
        /** How much more that is. */
        readonly differenceCents: number;
      }[];
    };
  };
  /** Read what a facility is billed by. */
  'GET /api/admin/saas-billing/rates/resolve/{clubID}': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: {
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: string;
      /** The template that it goes by. Null: none. */
      readonly templateId: string | null;
      /** Every charge. */
      readonly charges: readonly {
        /** The charge. */
        readonly key: 'pricePerFacilityDay' | 'pricePerDoorDay' | 'pricePerBoxDay' | 'pricePerDeviceDay' | 'pricePerCameraDay' | 'pricePerMemberDay' | 'pricePerGBStored' | 'pricePerGBTransferred' | 'pricePerBackupGB' | 'pricePerSms' | 'pricePerEmail' | 'pricePerThousandEvents' | 'aiMarkupPercent';
        /** In major units of the currency. */
        readonly price: number;
        /** Who has set it; `none`: nobody ever has. */
        readonly source: 'facility' | 'organisation' | 'template' | 'platform' | 'none';
        /** Whether something is counted for it. Else it comes to nothing. */
        readonly metered: boolean;
        /** In the order of reckoning: free units, then the amount, then per cent. */
        readonly adjustments: readonly {
          /**
           * `free-units`: so many of a facility and month are free. `amount`: added to the price of one. `percent`:
           * added to what that comes to.
           */
          readonly type: 'free-units' | 'amount' | 'percent';
          /** Units, an amount in major units, or per cent. */
          readonly value: number;
          /** Why, for whoever reads the invoice. */
          readonly label: string;
          /** Who has set it; `none`: nobody ever has. */
          readonly source: 'facility' | 'organisation' | 'template' | 'platform' | 'none';
        }[];
      }[];
      /** What an agent in the cloud costs, by plan. */
      readonly cloudAgents: { readonly [name: string]: {
        /** For each agent and day, in cents. */
        readonly dailyCents: number;
      } };
      /** Those of the template. */
      readonly customCharges: readonly CustomCharge[];
    };
  };
  /** Read whom the invoices of an owner name. */
  'GET /api/admin/saas-billing/tax-data/{ownerKey}': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly answer: OwnersTaxData;
  };
  /** Say whom the invoices of an owner name. */
  'PUT /api/admin/saas-billing/tax-data/{ownerKey}': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly body: TaxDataInput;
    readonly answer: OwnersTaxData;
  };
  /** Cancel a top-up invoice. */
  'POST /api/admin/saas-billing/topup-invoices/{invoiceId}/cancel': {
    readonly path: {
      /** The invoice. */
      readonly invoiceId: string;
    };
    readonly answer: {
      /** The invoice: `tinv_` and 16 characters. */
      readonly invoiceId: string;
      /** Whose it is: `org#<id>` or `facility#<id>`. */
      readonly ownerKey: string;
      /** What it tops up. */
      readonly purpose: 'wallet' | 'ai-credit';
      /** What is to be paid, in the smallest unit of the currency. */
      readonly amountCents: number;
      /** ISO 4217. */
      readonly currency: string;
      /** What the payer writes with the transfer: `XXXX-XXXX`. */
      readonly reference: string;
      /** A paid one stays paid, a cancelled one cancelled. */
      readonly state: 'pending' | 'paid' | 'cancelled';
      /** When it is due. */
      readonly dueAt: string;
      /** Who made it. */
      readonly madeBy: By;
      /** When it was made. */
      readonly madeAt: string;
      /** When it was cancelled. Null: it was not. */
      readonly cancelledAt: string | null;
      /** What came in; of a cancelled one too, whose money went to the wallet. Null: nothing did. */
      readonly receivedCents: number | null;
      /** When the money came in. Null: it did not. */
      readonly paidAt: string | null;
      /** Whether this is what cancelled it. */
      readonly changed: boolean;
    };
  };
  /** Read a top-up invoice as a file. */
  'GET /api/admin/saas-billing/topup-invoices/{invoiceId}/invoice.pdf': {
    readonly path: {
      /** The top-up invoice. */
      readonly invoiceId: string;
    };
    readonly answer: undefined;
  };
  /** Ask what came of a top-up. */
  'POST /api/admin/saas-billing/topups/{topupId}/confirm': {
    readonly path: {
      /** The top-up, as `open-topup` answered it. */
      readonly topupId: string;
    };
    readonly answer: CardTopup;
  };
  /** Read a wallet. */
  'GET /api/admin/saas-billing/wallets/{ownerKey}': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly query?: {
      /** What `ledger` of the last page gave as `next`. */
      readonly ledgerAfter?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly ledgerLimit?: number | undefined;
    };
    readonly answer: Wallet;
  };
  /** Adjust a wallet by hand. */
  'POST /api/admin/saas-billing/wallets/{ownerKey}/adjust': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly body: {
      /** In the smallest unit of the currency: above 0 credits, below debits. */
      readonly amountCents: number;
      /** Why, for whoever reads the wallet later. */
      readonly note: string;
      /** Whether a debit may take the balance below zero. */
      readonly allowNegative?: boolean | undefined;
    };
    readonly answer: WalletAdjusted;
  };
  /** Make a top-up invoice. */
  'POST /api/admin/saas-billing/wallets/{ownerKey}/topup-invoices': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly body: {
      /** What is to be paid, in the smallest unit of the currency. */
      readonly amountCents: number;
      /** Days until it is due: those of the profile unless given. */
      readonly dueDays?: number | undefined;
    };
    readonly answer: TopupInvoice;
  };
  /** Top a wallet up by card. */
  'POST /api/admin/saas-billing/wallets/{ownerKey}/topups': {
    readonly path: {
      /** The owner, `org#<id>` or `facility#<id>`, URL-encoded once: `org%23org_…`. */
      readonly ownerKey: string;
    };
    readonly body: {
      /** How much, in the smallest unit of the currency. */
      readonly amountCents: number;
    };
    readonly answer: {
      /** The top-up, for `confirm`. */
      readonly topupId: string;
      /** It is not paid yet. */
      readonly state: 'open';
      /** Where the card is typed in. Null: the page is over. */
      readonly url: string | null;
    };
  };
  /** Read a text message. */
  'GET /api/admin/sms/{messageId}': {
    readonly path: {
      /** The text message: `sms_` and 16 characters. */
      readonly messageId: string;
    };
    readonly answer: SmsMessage;
  };
  /** Cancel a text message. */
  'POST /api/admin/sms/{messageId}/cancel': {
    readonly path: {
      /** The text message: `sms_` and 16 characters. */
      readonly messageId: string;
    };
    readonly answer: {
      /** The text message: `sms_` and 16 characters. */
      readonly messageId: string;
      /** How many recipients do not get it. */
      readonly cancelled: number;
    };
  };
  /** Record what somebody agreed to, or does not want any more. */
  'POST /api/admin/sms/consents': {
    readonly body: {
      /** The organisation in whose name it is. */
      readonly organisationId: OrgId;
      /**
       * The facility in whose name it is: members are looked for there alone. Needed for users and bare numbers, since
       * its time zone says when it is night.
       */
      readonly facilityId?: FacilityId | undefined;
      /** Who it was. */
      readonly recipient: {
        /** With `memberId`: the partner whose member it is. */
        readonly partnerId?: PartnerId | undefined;
        /** The member, by the partner’s own id. */
        readonly memberId?: string | undefined;
        /** A user who works in the organisation. */
        readonly userId?: string | undefined;
        /** E.164, such as +61400000000. */
        readonly phoneNumber?: string | undefined;
      };
      /** `in`: agreed to marketing by text. `out`: wants no text of the organisation at all. */
      readonly state: 'in' | 'out';
      /** What they agreed to, or said, in these words. */
      readonly wording: string;
      /** What proves it, such as the form and where it lies. */
      readonly proof: string;
    };
    readonly answer: {
      /** `in`: agreed to marketing by text. `out`: wants no text of the organisation at all. */
      readonly state: 'in' | 'out';
    };
  };
  /** List the text messages of an organisation. */
  'GET /api/admin/sms/message-history': {
    readonly query: {
      /** The organisation whose messages they are. */
      readonly organisationId: OrgId;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 50. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly SmsMessage[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Send a text message. */
  'POST /api/admin/sms/new-message': {
    readonly body: {
      /** The organisation in whose name it is. */
      readonly organisationId: OrgId;
      /**
       * The facility in whose name it is: members are looked for there alone. Needed for users and bare numbers, since
       * its time zone says when it is night.
       */
      readonly facilityId?: FacilityId | undefined;
      /**
       * `marketing` is free text: it goes only to those who agreed to it, and never in quiet hours. `transactional` is
       * of a declared kind, and goes to all who have not opted out.
       */
      readonly kind: 'transactional' | 'marketing';
      /** Of marketing: what it says. Who it is from and how to end it are added. */
      readonly text?: string | undefined;
      /** Of transactional: the kind, as a module declares it. */
      readonly templateKind?: string | undefined;
      /** Of transactional: a value for each variable of the kind. */
      readonly variables?: { readonly [name: string]: string } | undefined;
      /** Whom it goes to: members, users, or numbers. Each number gets it once. */
      readonly recipients: readonly {
        /** With `memberId`: the partner whose member it is. */
        readonly partnerId?: PartnerId | undefined;
        /** The member, by the partner’s own id. */
        readonly memberId?: string | undefined;
        /** A user who works in the organisation. */
        readonly userId?: string | undefined;
        /** E.164, such as +61400000000. */
        readonly phoneNumber?: string | undefined;
      }[];
    };
    readonly answer: {
      /** The text message: `sms_` and 16 characters. */
      readonly messageId: string;
      /** How many recipients it goes to. */
      readonly accepted: number;
      /** Recipients whom it does not go to. */
      readonly skipped: readonly {
        /** The place in `recipients`, from 0. */
        readonly index: number;
        /**
         * `unknown`: nobody there is known so. `no_number`: we have none of theirs. `not_a_number`: it can be nobody’s.
         * `named_twice`: the number comes earlier already.
         */
        readonly reason: 'unknown' | 'no_number' | 'not_a_number' | 'named_twice';
      }[];
      /** What it is sent in: GSM-7 unless something in it forces UCS-2. */
      readonly encoding: 'GSM-7' | 'UCS-2';
      /** Into how many parts it is divided for each recipient, sender and way out included. */
      readonly segments: number;
      /** The characters that force UCS-2, each once. */
      readonly forcing: readonly string[];
    };
  };
  /** Show the quiet hours of a facility. */
  'GET /api/admin/sms/quiet-hours/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: SmsQuietHours;
  };
  /** Set the quiet hours of a facility. */
  'PUT /api/admin/sms/quiet-hours/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** When they begin, where the facility is: `HH:mm`. */
      readonly from: string;
      /** When they end, on the next day where that is the earlier one: `HH:mm`. */
      readonly until: string;
    };
    readonly answer: SmsQuietHours;
  };
  /** Send a text message later. */
  'POST /api/admin/sms/schedule': {
    readonly body: {
      /** The organisation in whose name it is. */
      readonly organisationId: OrgId;
      /**
       * The facility in whose name it is: members are looked for there alone. Needed for users and bare numbers, since
       * its time zone says when it is night.
       */
      readonly facilityId?: FacilityId | undefined;
      /**
       * `marketing` is free text: it goes only to those who agreed to it, and never in quiet hours. `transactional` is
       * of a declared kind, and goes to all who have not opted out.
       */
      readonly kind: 'transactional' | 'marketing';
      /** Of marketing: what it says. Who it is from and how to end it are added. */
      readonly text?: string | undefined;
      /** Of transactional: the kind, as a module declares it. */
      readonly templateKind?: string | undefined;
      /** Of transactional: a value for each variable of the kind. */
      readonly variables?: { readonly [name: string]: string } | undefined;
      /** Whom it goes to: members, users, or numbers. Each number gets it once. */
      readonly recipients: readonly {
        /** With `memberId`: the partner whose member it is. */
        readonly partnerId?: PartnerId | undefined;
        /** The member, by the partner’s own id. */
        readonly memberId?: string | undefined;
        /** A user who works in the organisation. */
        readonly userId?: string | undefined;
        /** E.164, such as +61400000000. */
        readonly phoneNumber?: string | undefined;
      }[];
      /** The moment, ISO 8601. */
      readonly sendAt?: string | undefined;
      /** `YYYY-MM-DDTHH:mm`, where each recipient is. */
      readonly sendLocal?: string | undefined;
    };
    readonly answer: {
      /** The text message: `sms_` and 16 characters. */
      readonly messageId: string;
      /** How many recipients it goes to. */
      readonly accepted: number;
      /** Recipients whom it does not go to. */
      readonly skipped: readonly {
        /** The place in `recipients`, from 0. */
        readonly index: number;
        /**
         * `unknown`: nobody there is known so. `no_number`: we have none of theirs. `not_a_number`: it can be nobody’s.
         * `named_twice`: the number comes earlier already.
         */
        readonly reason: 'unknown' | 'no_number' | 'not_a_number' | 'named_twice';
      }[];
      /** What it is sent in: GSM-7 unless something in it forces UCS-2. */
      readonly encoding: 'GSM-7' | 'UCS-2';
      /** Into how many parts it is divided for each recipient, sender and way out included. */
      readonly segments: number;
      /** The characters that force UCS-2, each once. */
      readonly forcing: readonly string[];
    };
  };
  /** Update a facility in the online store. */
  'PUT /api/admin/store/clubs/{clubID}': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** What it is called there. */
      readonly name?: string | undefined;
      /** Parts that are left out come from the facility. */
      readonly address?: {
        /** Street and number. */
        readonly address1?: string | undefined;
        /** Floor, unit, building. */
        readonly address2?: string | undefined;
        /** The city. */
        readonly city?: string | undefined;
        /** ISO 3166-1 alpha-2. */
        readonly countryCode?: string | undefined;
        /** The state or province, as the country abbreviates it. */
        readonly provinceCode?: string | undefined;
        /** The postcode. */
        readonly zip?: string | undefined;
      } | undefined;
      /** Where customers call: E.164. */
      readonly phone?: string | undefined;
      /** Whether orders of the store are sent from there. */
      readonly fulfillsOnlineOrders?: boolean | undefined;
      /** Whether the location is used at all. */
      readonly active?: boolean | undefined;
    };
    readonly answer: {
      /** The location, as the store calls it. */
      readonly locationId: string;
      /** What was different there, and is now as asked. */
      readonly pushed: readonly ('name' | 'address' | 'phone' | 'fulfillsOnlineOrders' | 'active')[];
      /** What was so already. */
      readonly unchanged: readonly ('name' | 'address' | 'phone' | 'fulfillsOnlineOrders' | 'active')[];
    };
  };
  /** Tell managers of failed payments. */
  'POST /api/admin/tasks/send-failed-club-payments-notif': {
    readonly query?: {
      /** Unix seconds, inclusive. 24 hours before `toDate` unless given. */
      readonly fromDate?: number | undefined;
      /** Unix seconds, exclusive. Now unless given; 31 days after `fromDate` at most. */
      readonly toDate?: number | undefined;
    };
    readonly answer: {
      /** Clubs with failed payments in that time, as far as they were looked at. */
      readonly clubs: number;
      /** The failed payments of those clubs in that time. */
      readonly payments: number;
      /** How many e-mails are sent. */
      readonly notified: number;
      /** Of the payments those that nobody is told of now: all know already, or nobody is there. */
      readonly skipped: number;
      /** Whether there is more than is told at once. */
      readonly more: boolean;
    };
  };
  /** Look for the failed payments of all clubs. */
  'PUT /api/admin/tasks/update-all-club-failed-payments-for-14-days': {
    readonly answer: {
      /** The job, as the list of jobs has it. */
      readonly runId: string;
      /** How many facilities there are: it looks at all of them. */
      readonly clubs: number;
    };
  };
  /** Send a user the welcome e-mail. */
  'POST /api/admin/users/{userId}/send-welcome-email': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
    };
    readonly answer: {
      /** The e-mail. */
      readonly mailId: string;
    };
  };
  /** Tell whether the caller acts as somebody else. */
  'GET /api/admin/users/is-simulated-user': {
    readonly answer: {
      /** Whether those two are different people. */
      readonly simulated: boolean;
      /** As whom the request was carried out. */
      readonly user: {
        /** The user of the platform: `usr_` and 16 characters. */
        readonly userId: string;
        /** By which they sign in. */
        readonly email: string;
      };
      /** Whose key it came with. */
      readonly sender: {
        /** The user of the platform: `usr_` and 16 characters. */
        readonly userId: string;
        /** By which they sign in. */
        readonly email: string;
      };
    };
  };
  /** List users. */
  'GET /api/admin/users/listusers': {
    readonly query?: {
      /** Only those who hold something there. */
      readonly organisationId?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly ListedUser[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Search users. */
  'GET /api/admin/users/searchuser': {
    readonly query: {
      /** The text to look for: 2 to 100 characters. */
      readonly q: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly ListedUser[];
    };
  };
  /** Count what is outstanding. */
  'GET /api/agreements/agreements-outstanding': {
    readonly query?: {
      /** Of the clubs of this organisation. */
      readonly organisationId?: OrgId | undefined;
      /** Of this club. */
      readonly facilityId?: FacilityId | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** How many are outstanding in all, whichever page this is. */
      readonly total: number;
      /** How many of those hold already. */
      readonly overdue: number;
      /** The clubs that owe any. */
      readonly data: readonly ClubOutstandingAgreements[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read a document as a club has it. */
  'GET /api/agreements/document/{facilityId}/{agreementId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The agreement. */
      readonly agreementId: string;
    };
    readonly answer: ClubAgreementDocument;
  };
  /** Read a file of a document. */
  'GET /api/agreements/document/{facilityId}/{agreementId}/attachments/{attachmentId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The agreement. */
      readonly agreementId: string;
      /** The file. */
      readonly attachmentId: string;
    };
    readonly answer: undefined;
  };
  /** List what people at a club are asked to agree to. */
  'GET /api/agreements/for-people/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AgreementForPeople[];
    };
  };
  /** List what a club is asked to agree to. */
  'GET /api/agreements/list-agreements/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly query?: {
      /** `date-effective`: by the day from which it holds, the newest first. `alphabetical`: by title. */
      readonly 'contracts-sort'?: 'date-effective' | 'alphabetical' | undefined;
      /** Those that the club has acknowledged, or has not. */
      readonly 'contracts-acknowledgement'?: 'all' | 'acknowledged' | 'unacknowledged' | undefined;
      /** Those that ask for this. */
      readonly 'contracts-requirement'?: 'all' | 'signature' | 'checkbox' | 'popup' | 'none' | undefined;
      /** Those that are asked now, or are no more. */
      readonly 'contracts-status'?: 'all' | 'active' | 'archived' | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly ClubAgreement[];
    };
  };
  /** Acknowledge a document for a club. */
  'POST /api/agreements/sign/{club}/{agreementid}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
      /** The agreement. */
      readonly agreementid: string;
    };
    readonly body: {
      /** The hash that came with the document that you have read. */
      readonly documentSha256: string;
      /** That you mean what the statement says. */
      readonly accepted: true;
      /** Your name as you sign. Needed for a signature. */
      readonly name?: string | undefined;
      /** That the name, as it is typed, is your signature. */
      readonly typed?: boolean | undefined;
      /** Your signature as you drew it. */
      readonly drawing?: {
        /** Of the field that it was drawn in, in its own units. */
        readonly width: number;
        /** Of the same field. */
        readonly height: number;
        /**
         * Each line, point by point: x, y, and milliseconds since the first point, as whole numbers one after the
         * other. 5,000 points in all at most.
         */
        readonly strokes: readonly (readonly number[])[];
      } | undefined;
      /** What you are at the club. */
      readonly title?: string | undefined;
    };
    readonly answer: AgreementSignature;
  };
  /** Read what was signed, as a file. */
  'GET /api/agreements/signatures/{signatureId}/document.pdf': {
    readonly path: {
      /** The signature, of a club or of a person. */
      readonly signatureId: string;
    };
    readonly answer: undefined;
  };
  /** Read the evidence of a signature. */
  'GET /api/agreements/signatures/{signatureId}/evidence.json': {
    readonly path: {
      /** The signature, of a club or of a person. */
      readonly signatureId: string;
    };
    readonly answer: undefined;
  };
  /** List what is an alarm. */
  'GET /api/alarm-kinds': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AlarmKind[];
    };
  };
  /** List of which alarms you are told in your browsers. */
  'GET /api/alarm-pushes': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AlarmPush[];
    };
  };
  /** Be told of alarms of a facility in your browsers. */
  'PUT /api/alarm-pushes/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The kinds of alarms that you are told of, of those that `GET /api/alarm-kinds` lists. */
      readonly kinds: readonly string[];
      /** When you are told by e-mail instead. Null: at any time in your browsers. */
      readonly quiet: {
        /** When they begin, by the clocks of the facility. */
        readonly from: string;
        /** When they end, likewise; the next day where that is earlier. */
        readonly until: string;
      } | null;
    };
    readonly answer: AlarmPush;
  };
  /** Be told of no alarm of a facility in your browsers. */
  'DELETE /api/alarm-pushes/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Count the alarms of every facility. */
  'GET /api/alarms': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AlarmsAtFacility[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List where people cannot get in now. */
  'GET /api/blocked-doors': {
    readonly query?: {
      /** Only those of this organisation. */
      readonly organisationId?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly BlockedAtFacility[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read what a facility charges. */
  'GET /api/club/{club}/charges-config': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly query?: {
      /** Whether to leave out what is not active. `true` or `1`; whatever else is no. */
      readonly hideInactive?: string | undefined;
      /** Whether to show what this facility does not charge as well. `true` or `1`; whatever else is no. */
      readonly showDisabledFees?: string | undefined;
    };
    readonly answer: FacilityCharges;
  };
  /** Put a facility on the listings provider. */
  'PUT /api/club/{club}/listsvc/location': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** A location that is there already. One is made unless given. */
      readonly locationId?: string | undefined;
      /** Where customers call: E.164. */
      readonly phone?: string | undefined;
      /** When it is open in an ordinary week. */
      readonly hours?: OpenHoursInput | undefined;
      /** Days on which that is different: 50 at most. */
      readonly holidays?: readonly HolidayHoursInput[] | undefined;
    };
    readonly answer: ListedLocation;
  };
  /** List what moved the balance of a facility. */
  'GET /api/club/{club}/payproc/balance-transactions': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly query?: {
      /** Unix seconds, inclusive. 30 days before `toDate` unless given. */
      readonly fromDate?: number | undefined;
      /** Unix seconds, exclusive. Now unless given; 366 days after `fromDate` at most. */
      readonly toDate?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
      /** Only what went to the bank with this payout. */
      readonly payout?: string | undefined;
      /** Only those of this type, in the provider’s word: `charge`, `refund`, `payout`… */
      readonly type?: string | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly BalanceTransaction[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List the charges of a facility. */
  'GET /api/club/{club}/payproc/charges': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly query?: {
      /** Unix seconds, inclusive. 30 days before `toDate` unless given. */
      readonly fromDate?: number | undefined;
      /** Unix seconds, exclusive. Now unless given; 366 days after `fromDate` at most. */
      readonly toDate?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly CardCharge[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read the connected account of a facility. */
  'GET /api/club/{club}/payproc/connect-account-details': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly answer: ConnectedAccountDetails;
  };
  /** Enable Apple Pay and Google Pay for a facility. */
  'GET /api/club/{club}/payproc/enable-apple-pay-google-pay': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The domain. */
        readonly domain: string;
        /** Whether Apple Pay is offered there. */
        readonly applePay: boolean;
        /** Whether Google Pay is offered there. */
        readonly googlePay: boolean;
        /** Why one of them is not. */
        readonly problem: string | null;
      }[];
      /** Whether any is offered that was not before. */
      readonly changed: boolean;
    };
  };
  /** Begin, or go on, telling the card provider who one is. */
  'GET /api/club/{club}/payproc/generate-kyc-token': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly answer: {
      /** Where to go. Good once. */
      readonly url: string;
      /** Until when the link is good. */
      readonly expiresAt: string;
    };
  };
  /** Cancel a payment that has not gone through. */
  'GET /api/club/{club}/payproc/payment-intent/{paymentIntent}/cancel': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
      /** The payment, as the card provider calls it. */
      readonly paymentIntent: string;
    };
    readonly answer: {
      /** False: it was cancelled already. */
      readonly changed: boolean;
      /** The payment, as it is now. */
      readonly paymentIntent: PaymentIntent;
    };
  };
  /** List the payments of a facility. */
  'GET /api/club/{club}/payproc/payment-intents': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly query?: {
      /** Unix seconds, inclusive. 30 days before `toDate` unless given. */
      readonly fromDate?: number | undefined;
      /** Unix seconds, exclusive. Now unless given; 366 days after `fromDate` at most. */
      readonly toDate?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly PaymentIntent[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List the payouts of a facility’s organisation. */
  'GET /api/club/{club}/payproc/payouts': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly query?: {
      /** Unix seconds, inclusive. 30 days before `toDate` unless given. */
      readonly fromDate?: number | undefined;
      /** Unix seconds, exclusive. Now unless given; 366 days after `fromDate` at most. */
      readonly toDate?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly CardPayout[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List the payment records of a facility. */
  'GET /api/club/{club}/payproc/records': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly query: {
      /** Unix seconds, inclusive. 30 days before `toDate` unless given. */
      readonly fromDate?: number | undefined;
      /** Unix seconds, exclusive. Now unless given; 366 days after `fromDate` at most. */
      readonly toDate?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 100. */
      readonly limit?: number | undefined;
      /** A live socket of yours that is open: what is done is told there. */
      readonly socketID: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly PaymentRecord[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** List what was set for the AI credit of a facility. */
  'GET /api/clubs/{clubID}/ai-credits/activity': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiActivity[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Grant AI credit to a facility. */
  'POST /api/clubs/{clubID}/ai-credits/admin/grant-credit': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** How much, in the smallest unit of the currency. */
      readonly amountCents: number;
      /** Why, for whoever reads the transactions later. */
      readonly note: string;
    };
    readonly answer: AiAdjusted;
  };
  /** List the agents that use AI credit. */
  'GET /api/clubs/{clubID}/ai-credits/agents': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** The IANA name of the time zone whose days are meant: the facility’s unless given. */
      readonly tz?: string | undefined;
    };
    readonly answer: {
      /** The time zone whose days are meant. */
      readonly timezone: string;
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiAgent[];
    };
  };
  /** Set what holds for AI credit. */
  'PATCH /api/clubs/{clubID}/ai-credits/config': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** Whether credit is bought by itself. */
      readonly autoRecharge?: {
        /** Whether credit is bought by itself. Off clears the rest. */
        readonly enabled: boolean;
        /** Credit at or below it is topped up. Needed where it is on. */
        readonly thresholdCents?: number | undefined;
        /** By how much, 500 to 1,000,000. Needed where it is on. */
        readonly amountCents?: number | undefined;
      } | undefined;
      /** What the whole facility may spend. Null: no limit. */
      readonly spendLimit?: {
        /** What may be spent, in the smallest unit of the currency. */
        readonly limitCents: number;
        /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
        readonly reset: 'day' | 'week' | 'month' | 'total';
      } | null | undefined;
      /** All that there are from now on. */
      readonly guardrails?: readonly {
        /** For people. */
        readonly name: string;
        /** For each key and agent of the facility; else for the keys that name it. */
        readonly everywhere: boolean;
        /** None but these; null: any. Several lists intersect. */
        readonly allowedModels: readonly string[] | null;
        /** A request asks for no more than that; null: no limit. */
        readonly maxOutputTokens: number | null;
        /** Of all that the guardrail is for, together; null: none. */
        readonly spendCap: {
          /** What may be spent, in the smallest unit of the currency. */
          readonly limitCents: number;
          /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
          readonly reset: 'day' | 'week' | 'month' | 'total';
        } | null;
        /** Each is looked for. */
        readonly contentFilters: readonly {
          /** What is looked for; `card` and `iban` count only where their check digits fit. */
          readonly kind: 'email' | 'phone' | 'card' | 'iban' | 'pattern';
          /** Of `pattern` only: an expression of RE2, for which time is linear. */
          readonly pattern?: string | undefined;
          /** Where it is looked for: in what is asked, in what is answered. */
          readonly on: 'input' | 'output' | 'both';
          /** What is done where it is found; `block` beats `redact`. */
          readonly action: 'block' | 'redact' | 'flag';
        }[];
        /** Of one that is there: it stays this one. Left out: a new one, with an id of ours. */
        readonly guardrailId?: GuardrailId | undefined;
      }[] | undefined;
      /** All that there are from now on. */
      readonly agentCaps?: readonly {
        /** The agent, by the UUID of its device. */
        readonly deviceId: string;
        /** What it may spend, in the smallest unit of the currency. */
        readonly capCents: number;
        /** When that begins anew. */
        readonly reset: 'day' | 'week' | 'month' | 'total';
      }[] | undefined;
    };
    readonly answer: AiConfig;
  };
  /** Enable AI models for a facility. */
  'POST /api/clubs/{clubID}/ai-credits/enable': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: {
      /** It is enabled. */
      readonly enabled: true;
      /** Whether it was not before. */
      readonly changed: boolean;
    };
  };
  /** List the guardrails of a facility. */
  'GET /api/clubs/{clubID}/ai-credits/guardrails': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiGuardrail[];
    };
  };
  /** Try a text on the filters of a facility. */
  'POST /api/clubs/{clubID}/ai-credits/guardrails/try': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** What is tried: up to 4,000 characters. */
      readonly text: string;
      /** As what: `input`, what is asked of a model, or `output`, what it answers. */
      readonly on?: 'input' | 'output' | undefined;
      /** As if this key had asked. Left out: as an agent, or a key without filters. */
      readonly keyHash?: string | undefined;
    };
    readonly answer: {
      /** `blocked` beats `redacted`, that beats `flagged`; `clean`: nothing was found. */
      readonly outcome: 'clean' | 'flagged' | 'redacted' | 'blocked';
      /** What would go on of it. Null: nothing would, it is blocked. */
      readonly text: string | null;
      /** Every filter that found something, those of the key first. */
      readonly found: readonly {
        /** The guardrail that looks for it. Null: the key does by itself. */
        readonly guardrailId: string | null;
        /** What people call that guardrail. Null: the key looks for it by itself. */
        readonly guardrail: string | null;
        /** What was looked for. */
        readonly kind: 'email' | 'phone' | 'card' | 'iban' | 'pattern';
        /** The expression of RE2 that was looked for. Null: of every other kind. */
        readonly pattern: string | null;
        /** What is done where it is found. */
        readonly action: 'block' | 'redact' | 'flag';
        /** How often it was found. */
        readonly times: number;
      }[];
    };
  };
  /** List the keys of a facility for AI models. */
  'GET /api/clubs/{clubID}/ai-credits/keys': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiKey[];
    };
  };
  /** Make a key for AI models. */
  'POST /api/clubs/{clubID}/ai-credits/keys': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** What it is used for. */
      readonly label: string;
      /** How much may be spent by it. Null: no cap of its own. */
      readonly spendCap?: {
        /** What may be spent, in the smallest unit of the currency. */
        readonly limitCents: number;
        /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
        readonly reset: 'day' | 'week' | 'month' | 'total';
      } | null | undefined;
      /** None but these. Null: any that the facility may ask. */
      readonly allowedModels?: readonly string[] | null | undefined;
      /** Guardrails of the facility that hold for it, beside those that hold everywhere. */
      readonly guardrailIds?: readonly GuardrailId[] | undefined;
      /** What is looked for in what it sends and gets. */
      readonly contentFilters?: readonly {
        /** What is looked for; `card` and `iban` count only where their check digits fit. */
        readonly kind: 'email' | 'phone' | 'card' | 'iban' | 'pattern';
        /** Of `pattern` only: an expression of RE2, for which time is linear. */
        readonly pattern?: string | undefined;
        /** Where it is looked for: in what is asked, in what is answered. */
        readonly on: 'input' | 'output' | 'both';
        /** What is done where it is found; `block` beats `redact`. */
        readonly action: 'block' | 'redact' | 'flag';
      }[] | undefined;
      /** Requests a minute. Null: no limit of its own. */
      readonly rpmLimit?: number | null | undefined;
      /** Tokens a minute. Null: no limit of its own. */
      readonly tpmLimit?: number | null | undefined;
      /** In the future. Null: never. */
      readonly expiresAt?: string | null | undefined;
      /** Whether the gate refuses it. */
      readonly disabled?: boolean | undefined;
    };
    readonly answer: {
      /** SHA-256 of its text, hex: what names it everywhere. */
      readonly keyHash: string;
      /** What it is used for. */
      readonly label: string;
      /** How its text begins. */
      readonly hint: string;
      /** How much may be spent by it. Null: no cap of its own. */
      readonly spendCap: {
        /** What may be spent, in the smallest unit of the currency. */
        readonly limitCents: number;
        /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
        readonly reset: 'day' | 'week' | 'month' | 'total';
      } | null;
      /** None but these. Null: any that the facility may ask. */
      readonly allowedModels: readonly string[] | null;
      /** Guardrails that hold for it, beside those that hold everywhere. */
      readonly guardrailIds: readonly GuardrailId[];
      /** What is looked for in what it sends and gets. */
      readonly contentFilters: readonly {
        /** What is looked for; `card` and `iban` count only where their check digits fit. */
        readonly kind: 'email' | 'phone' | 'card' | 'iban' | 'pattern';
        /** Of `pattern` only: an expression of RE2, for which time is linear. */
        readonly pattern?: string | undefined;
        /** Where it is looked for: in what is asked, in what is answered. */
        readonly on: 'input' | 'output' | 'both';
        /** What is done where it is found; `block` beats `redact`. */
        readonly action: 'block' | 'redact' | 'flag';
      }[];
      /** Requests a minute. Null: no limit of its own. */
      readonly rpmLimit: number | null;
      /** Tokens a minute. Null: no limit of its own. */
      readonly tpmLimit: number | null;
      /** From when on it is refused. Null: it does not expire. */
      readonly expiresAt: string | null;
      /** Whether it is refused. */
      readonly disabled: boolean;
      /** Who made it. */
      readonly madeBy: By;
      /** When it was made. */
      readonly madeAt: string;
      /** When it was changed last. */
      readonly changedAt: string;
      /** When it was used last. Null: never. */
      readonly lastUsedAt: string | null;
      /** Its text: shown once. */
      readonly key: string;
    };
  };
  /** Change what a key for AI models may do. */
  'PATCH /api/clubs/{clubID}/ai-credits/keys/{keyHash}': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
      /** The key, by SHA-256 of its text, hex. */
      readonly keyHash: string;
    };
    readonly body: {
      /** What it is used for. */
      readonly label?: string | undefined;
      /** How much may be spent by it. Null: no cap of its own. */
      readonly spendCap?: {
        /** What may be spent, in the smallest unit of the currency. */
        readonly limitCents: number;
        /** When it begins anew, by the facility’s calendar; `total`: never by itself. */
        readonly reset: 'day' | 'week' | 'month' | 'total';
      } | null | undefined;
      /** None but these. Null: any that the facility may ask. */
      readonly allowedModels?: readonly string[] | null | undefined;
      /** Guardrails of the facility that hold for it, beside those that hold everywhere. */
      readonly guardrailIds?: readonly GuardrailId[] | undefined;
      /** What is looked for in what it sends and gets. */
      readonly contentFilters?: readonly {
        /** What is looked for; `card` and `iban` count only where their check digits fit. */
        readonly kind: 'email' | 'phone' | 'card' | 'iban' | 'pattern';
        /** Of `pattern` only: an expression of RE2, for which time is linear. */
        readonly pattern?: string | undefined;
        /** Where it is looked for: in what is asked, in what is answered. */
        readonly on: 'input' | 'output' | 'both';
        /** What is done where it is found; `block` beats `redact`. */
        readonly action: 'block' | 'redact' | 'flag';
      }[] | undefined;
      /** Requests a minute. Null: no limit of its own. */
      readonly rpmLimit?: number | null | undefined;
      /** Tokens a minute. Null: no limit of its own. */
      readonly tpmLimit?: number | null | undefined;
      /** In the future. Null: never. */
      readonly expiresAt?: string | null | undefined;
      /** Whether the gate refuses it. */
      readonly disabled?: boolean | undefined;
    };
    readonly answer: AiKey;
  };
  /** Delete a key for AI models. */
  'DELETE /api/clubs/{clubID}/ai-credits/keys/{keyHash}': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
      /** The key, by SHA-256 of its text, hex. */
      readonly keyHash: string;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List requests to AI models. */
  'GET /api/clubs/{clubID}/ai-credits/logs': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** Only requests to this model. */
      readonly model?: string | undefined;
      /** Only requests that this provider was asked. */
      readonly provider?: string | undefined;
      /** Only those by a key, or by an agent. */
      readonly source?: 'key' | 'agent' | undefined;
      /** Only those by this key. */
      readonly keyHash?: string | undefined;
      /** Only those that ended so. */
      readonly status?: 'ok' | 'error' | 'blocked' | 'refused' | 'limited' | 'cancelled' | undefined;
      /** Part of the model, the provider or the code; or how the id, the key’s hash or the device begins. */
      readonly q?: string | undefined;
      /** The last so many minutes, before `endTs` or now. Not with `startTs`. */
      readonly minutes?: number | undefined;
      /** Unix seconds, inclusive. */
      readonly startTs?: number | undefined;
      /** Unix seconds, inclusive. */
      readonly endTs?: number | undefined;
      /** From 1. */
      readonly page?: number | undefined;
      /** 1 to 200. */
      readonly pageSize?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiLog[];
      /** Which page this is, from 1. */
      readonly page: number;
      /** How many a page has at most. */
      readonly pageSize: number;
      /** Whether there is a next page. */
      readonly hasMore: boolean;
    };
  };
  /** Count requests to AI models over time. */
  'GET /api/clubs/{clubID}/ai-credits/logs/histogram': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** Only requests to this model. */
      readonly model?: string | undefined;
      /** Only requests that this provider was asked. */
      readonly provider?: string | undefined;
      /** Only those by a key, or by an agent. */
      readonly source?: 'key' | 'agent' | undefined;
      /** Only those by this key. */
      readonly keyHash?: string | undefined;
      /** Only those that ended so. */
      readonly status?: 'ok' | 'error' | 'blocked' | 'refused' | 'limited' | 'cancelled' | undefined;
      /** Part of the model, the provider or the code; or how the id, the key’s hash or the device begins. */
      readonly q?: string | undefined;
      /** The last so many minutes, before `endTs` or now. Not with `startTs`. */
      readonly minutes?: number | undefined;
      /** Unix seconds, inclusive. */
      readonly startTs?: number | undefined;
      /** Unix seconds, inclusive. */
      readonly endTs?: number | undefined;
      /** From 1. */
      readonly page?: number | undefined;
      /** 1 to 200. */
      readonly pageSize?: number | undefined;
      /** The first UTC day. With `endDate` alone 30 days before its end. Dates win over any other span. */
      readonly startDate?: string | undefined;
      /** The last UTC day, inclusive. Today unless given. */
      readonly endDate?: string | undefined;
    };
    readonly answer: {
      /** When the first part begins. */
      readonly from: string;
      /** When the last part ends. */
      readonly to: string;
      /** How long each part is. */
      readonly bucketSeconds: number;
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** When the part begins. */
        readonly at: string;
        /** How many requests. */
        readonly requests: number;
        /** How many of them did not end with `ok`. */
        readonly failed: number;
        /** Tokens that were sent and that came back. */
        readonly tokens: number;
        /** What they cost, in millionths of the currency. */
        readonly costMicros: number;
      }[];
    };
  };
  /** List AI models and their prices. */
  'GET /api/clubs/{clubID}/ai-credits/models': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiModel[];
    };
  };
  /** Read how the AI credit of a facility stands. */
  'GET /api/clubs/{clubID}/ai-credits/overview': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** The IANA name of the time zone whose days are meant: the facility’s unless given. */
      readonly tz?: string | undefined;
    };
    readonly answer: AiOverview;
  };
  /** Read what automatic top-ups of AI credit are paid by. */
  'GET /api/clubs/{clubID}/ai-credits/payment-method': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: {
      /** `none`: nobody has left a card. */
      readonly kind: 'card' | 'none';
      /** Whose card it is. Null: there is none. */
      readonly brand: string | null;
      /** The last four digits. Null: there is none. */
      readonly last4: string | null;
      /**
       * Its last month, `YYYY-MM`, as it was when it was left: the provider may know of a later one. Null: there is
       * none, or it was left before this was kept.
       */
      readonly expires: string | null;
    };
  };
  /** List what the spend limit was. */
  'GET /api/clubs/{clubID}/ai-credits/spend-limit/history': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiActivity[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Begin the total of the spend limit anew. */
  'POST /api/clubs/{clubID}/ai-credits/spend-limit/reset-total': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly answer: {
      /** How often it has begun anew by now. */
      readonly resets: number;
    };
  };
  /** Read what requests to AI models came to. */
  'GET /api/clubs/{clubID}/ai-credits/stats': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** Only requests to this model. */
      readonly model?: string | undefined;
      /** Only requests that this provider was asked. */
      readonly provider?: string | undefined;
      /** Only those by a key, or by an agent. */
      readonly source?: 'key' | 'agent' | undefined;
      /** Only those by this key. */
      readonly keyHash?: string | undefined;
      /** The first UTC day. With `endDate` alone 30 days before its end. Dates win over any other span. */
      readonly startDate?: string | undefined;
      /** The last UTC day, inclusive. Today unless given. */
      readonly endDate?: string | undefined;
      /** The last 24 hours, so many days with today, or all there is. */
      readonly range?: '7' | '30' | '90' | '24h' | 'year' | 'all' | undefined;
      /** What groups are told apart by. */
      readonly groupBy?: 'model' | 'key' | 'source' | 'provider' | 'status' | undefined;
      /** What groups are divided by once more. */
      readonly subgroupBy?: 'model' | 'key' | 'source' | 'provider' | 'status' | undefined;
      /** `prev`: with the time of the same length just before. */
      readonly compare?: 'prev' | undefined;
    };
    readonly answer: AiUsageStats;
  };
  /** Top AI credit up. */
  'POST /api/clubs/{clubID}/ai-credits/topup': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** How much, in the smallest unit of the currency. */
      readonly amountCents: number;
      /** How it is paid. */
      readonly method: 'card' | 'transfer';
    };
    readonly answer: {
      /** `open`: at the provider’s page. `pending`: an invoice. */
      readonly state: 'open' | 'pending';
      /** The card top-up, for `confirm`. Null: it is paid by a transfer. */
      readonly topupId: string | null;
      /** Where the card is typed in. Null: nowhere, or the page is over. */
      readonly url: string | null;
      /** The invoice. Null: it is paid by card. */
      readonly invoiceId: string | null;
      /** What goes with the transfer. Null: it is paid by card. */
      readonly reference: string | null;
      /** When the invoice is due. Null: it is paid by card. */
      readonly dueAt: string | null;
    };
  };
  /** Ask what came of a top-up of AI credit. */
  'POST /api/clubs/{clubID}/ai-credits/topup/confirm': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly body: {
      /** The top-up, as it was begun. */
      readonly topupId: string;
    };
    readonly answer: {
      /** The top-up. */
      readonly topupId: string;
      /** `open`: nobody knows yet what comes of it. */
      readonly state: 'open' | 'paid' | 'failed' | 'cancelled';
      /** How much, in the smallest unit of the currency. */
      readonly amountCents: number;
      /** Why it failed, in the provider’s word. Null: it did not. */
      readonly failedCode: string | null;
      /** When that was known. Null: it is not yet. */
      readonly endedAt: string | null;
    };
  };
  /** List what moved the AI credit of a facility. */
  'GET /api/clubs/{clubID}/ai-credits/transactions': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** Only those of these types, separated by commas. All unless given. */
      readonly types?: string | undefined;
      /** Unix seconds, inclusive. */
      readonly from?: number | undefined;
      /** Unix seconds, inclusive. */
      readonly to?: number | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiTransaction[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
      /** The balance: all transactions there are, and `openMicros`. */
      readonly balanceMicros: number;
      /** What requests came to of days that are not closed yet: below 0. */
      readonly openMicros: number;
    };
  };
  /** Read the receipt of a transaction, as a file. */
  'GET /api/clubs/{clubID}/ai-credits/transactions/{txId}/receipt.pdf': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
      /** The transaction. */
      readonly txId: string;
    };
    readonly answer: undefined;
  };
  /** List the months that have transactions of AI credit. */
  'GET /api/clubs/{clubID}/ai-credits/transactions/available-periods': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** Only those of these types, separated by commas. All unless given. */
      readonly types?: string | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly string[];
    };
  };
  /** Read the receipts of several top-ups, as one file. */
  'GET /api/clubs/{clubID}/ai-credits/transactions/receipts.zip': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query: {
      /** The transactions, separated by commas. */
      readonly ids: string;
    };
    readonly answer: undefined;
  };
  /** Read the last 30 days of AI models. */
  'GET /api/clubs/{clubID}/ai-credits/usage': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** The IANA name of the time zone whose days are meant: the facility’s unless given. */
      readonly tz?: string | undefined;
    };
    readonly answer: {
      /** The time zone whose days are meant. */
      readonly timezone: string;
      /** What was found, in the order that the operation says. */
      readonly data: readonly {
        /** The local date. */
        readonly day: string;
        /** How many requests. */
        readonly requests: number;
        /** How many of them did not end with `ok`. */
        readonly failed: number;
        /** Tokens that were sent. */
        readonly tokensIn: number;
        /** Tokens that came back. */
        readonly tokensOut: number;
        /** What they cost, in millionths of the currency. */
        readonly costMicros: number;
      }[];
    };
  };
  /** List the monthly statements of AI credit. */
  'GET /api/clubs/{clubID}/ai-credits/usage-statements': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
    };
    readonly query?: {
      /** The last so many: 1 to 24. */
      readonly months?: number | undefined;
      /** Those of this year instead, whatever `months` says. */
      readonly year?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AiStatement[];
    };
  };
  /** Read every request of a month, as a file. */
  'GET /api/clubs/{clubID}/ai-credits/usage-statements/{month}/detail.csv': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
      /** The month, `YYYY-MM`, by UTC. */
      readonly month: string;
    };
    readonly answer: undefined;
  };
  /** Read the statement of a month, as a file. */
  'GET /api/clubs/{clubID}/ai-credits/usage-statements/{month}/statement.pdf': {
    readonly path: {
      /** The facility. */
      readonly clubID: FacilityId;
      /** The month, `YYYY-MM`, by UTC. */
      readonly month: string;
    };
    readonly answer: undefined;
  };
  /** Read what it is like at a facility. */
  'GET /api/clubs/{clubId}/environment': {
    readonly path: {
      /** The facility. */
      readonly clubId: string;
    };
    readonly answer: Environment;
  };
  /** Read how a facility stands. */
  'GET /api/clubs/{club_id}/smart-club-data': {
    readonly path: {
      /** The facility. */
      readonly club_id: string;
    };
    readonly answer: {
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: string;
      /** The moment that the answer is for (UTC). */
      readonly at: string;
      /** How the doors stand, in sums. */
      readonly doors: {
        /** How many doors there are. */
        readonly total: number;
        /** How many of them were heard of lately. */
        readonly online: number;
        /** How many are unlocked now. */
        readonly unlocked: number;
        /** How many have an alarm now. */
        readonly inAlarm: number;
        /** How many staff hold open or closed now. */
        readonly inMaintenance: number;
      };
      /** How the boxes stand, in sums. */
      readonly boxes: {
        /** How many boxes there are. */
        readonly total: number;
        /** How many of them were heard of lately. */
        readonly online: number;
      };
      /** 100 stands for 100 or more. */
      readonly openWarnings: number;
      /** What it is like there. */
      readonly environment: Environment;
    };
  };
  /** Read the connected account of an organisation. */
  'GET /api/clubs/payproc/connected-account': {
    readonly query: {
      /** Whose account it is. */
      readonly organisationId: OrgId;
    };
    readonly answer: ConnectedAccount;
  };
  /** List the daily digests that you get. */
  'GET /api/daily-digests': {
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DailyDigestSubscription[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read whether you have a PIN. */
  'GET /api/desk-pin': {
    readonly answer: {
      /** Since when you have a PIN (UTC); null: you have none. */
      readonly setAt: string | null;
    };
  };
  /** Set your PIN. */
  'PUT /api/desk-pin': {
    readonly body: {
      /** Six digits. */
      readonly pin: string;
    };
    readonly answer: {
      /** Since when you have a PIN (UTC); null: you have none. */
      readonly setAt: string | null;
    };
  };
  /** Delete your PIN. */
  'DELETE /api/desk-pin': {
    readonly answer: {
      /** Since when you have a PIN (UTC); null: you have none. */
      readonly setAt: string | null;
    };
  };
  /** Register a device. */
  'POST /api/devices/addGenericDevice/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** Its own, as on its label; without it, it gets one. */
      readonly uuid?: string | undefined;
      /** What it is. */
      readonly kind: 'camera' | 'ai-edge-processor' | 'core-ai-agent' | 'display-screen' | 'router' | 'generic';
      /** What people call it. */
      readonly name: string;
      /** As on its label. No two devices of an organisation have the same. */
      readonly serialNumber?: string | undefined;
      /** What it is, in the maker’s words. */
      readonly model?: string | undefined;
      /** The device’s own page on its LAN. It is shown to staff, and never fetched. */
      readonly webAddress?: string | undefined;
      /** The user whom the device belongs to, and whom it tells what it has to tell. */
      readonly ownerUserId?: string | undefined;
      /** Texts, numbers and booleans by name, given whole. Not a place for secrets. */
      readonly settings?: { readonly [name: string]: string | number | boolean } | undefined;
      /** The day it was bought. */
      readonly purchasedOn?: string | undefined;
      /** The last day of the warranty. */
      readonly warrantyUntil?: string | undefined;
    };
    readonly answer: RegisteredDevice;
  };
  /** Reset a display screen. */
  'POST /api/devices/display-screens/reset/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** The device. */
      readonly uuid: string;
    };
    readonly answer: {
      /** The device or the door controller. */
      readonly uuid: string;
      /** The reset, which the screen names when it is done. */
      readonly resetId: string;
      /** When the reset was ordered (UTC). */
      readonly armedAt: string;
    };
  };
  /** List the door controllers of a facility. */
  'GET /api/devices/door-controllers/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DoorController[];
    };
  };
  /** Claim a door controller to the facility. */
  'POST /api/devices/door-controllers/associate/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** The code that the box shows, typed or scanned; of a link, its fragment or its `code`. */
      readonly code: string;
      /** What people call the box. */
      readonly name?: string | undefined;
      /** As on its label. */
      readonly serialNumber?: string | undefined;
      /** Where it hangs. */
      readonly location?: string | undefined;
      /** Doors that the box drives from now on. */
      readonly doorIds?: readonly DoorId[] | undefined;
    };
    readonly answer: {
      /** The device or the door controller. */
      readonly uuid: string;
      /** Of the box’s key: compare it with the one that its panel shows. */
      readonly fingerprint: string;
    };
  };
  /** Look which door controller shows a code. */
  'POST /api/devices/door-controllers/claims/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The code that the box shows, typed or scanned; of a link, its fragment or its `code`. */
      readonly code: string;
    };
    readonly answer: {
      /** The device or the door controller. */
      readonly uuid: string;
      /** Of the box’s key: compare it with the one that its panel shows. */
      readonly fingerprint: string;
    };
  };
  /** Read the configuration of a door controller. */
  'GET /api/devices/door-controllers/config/{uuid}': {
    readonly path: {
      /** The door controller. */
      readonly uuid: string;
    };
    readonly answer: DoorControllerConfiguration;
  };
  /** List the versions of a configuration. */
  'GET /api/devices/door-controllers/config/{uuid}/versions': {
    readonly path: {
      /** The door controller. */
      readonly uuid: string;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly ConfigurationVersion[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read an old version of a configuration. */
  'GET /api/devices/door-controllers/config/{uuid}/versions/{version}': {
    readonly path: {
      /** The door controller. */
      readonly uuid: string;
      /** Its number. */
      readonly version: number;
    };
    readonly answer: {
      /** The version that stands now. */
      readonly version: number;
      /** When it was made (UTC). */
      readonly madeAt: string;
      /** Who made it. */
      readonly madeBy: By;
      /** The version whose state this one took again. */
      readonly restoredFrom: number | null;
      /** `doorId` is null for the door controller itself. */
      readonly changes: readonly {
        /** The door: `door_` and 16 characters. Null: it is about the door controller itself. */
        readonly doorId: string | null;
        /** What the door is called from then on. */
        readonly name: string;
        /** Whether it was added, changed or removed. */
        readonly change: 'added' | 'changed' | 'removed';
        /** Which fields were changed. */
        readonly fields: readonly string[];
      }[];
      /** What staff called the door controller then. Null: nobody has said. */
      readonly name: string | null;
      /** As on the label of the device. Null: nobody has said. */
      readonly serialNumber: string | null;
      /** Where it is, in the words of staff. Null: nobody has said. */
      readonly location: string | null;
      /** The doors that the box drove then. */
      readonly doors: readonly {
        /** The door: `door_` and 16 characters. */
        readonly doorId: string;
        /** The part of the building, in the words of staff. Null: nobody has said. */
        readonly zone: string | null;
        /** Where it is, in the words of staff. Null: nobody has said. */
        readonly location: string | null;
        /** As on the label of the device. Null: nobody has said. */
        readonly serialNumber: string | null;
        /** What is odd about the door and staff have answered for. */
        readonly acknowledged: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[];
        /** How the door is wired, and how long it is held. */
        readonly config: {
          /** The door: `door_` and 16 characters. */
          readonly doorId: DoorId;
          /** What people call the door. */
          readonly name: string;
          /** How its lock behaves. */
          readonly profile: 'latch' | 'magnet' | 'gate' | 'turnstile';
          /** The relay that moves the lock. */
          readonly relay: {
            /** The bus of the box, by the name that the box gives it. */
            readonly bus: string;
            /** The address of the board on its bus. */
            readonly unit: number;
            /** The number of the relay or input on the board, from 0. */
            readonly channel: number;
          };
          /**
           * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at
           * rest `locked`.
           */
          readonly relayEnergisedMeans: 'unlocked' | 'locked';
          /** What can see the lock move. `command-only`: nothing can, and no unlock is confirmed. */
          readonly evidence: {
            /** The bus of the box, by the name that the box gives it. */
            readonly bus: string;
            /** The address of the board on its bus. */
            readonly unit: number;
            /** The number of the relay or input on the board, from 0. */
            readonly channel: number;
            /** What an active input says. */
            readonly activeMeans: 'unlocked' | 'locked';
            /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
            readonly kind: 'lock-sense' | 'relay-contact';
          } | {
            /** What can see the lock move, if anything can. */
            readonly kind: 'command-only';
          };
          /** The contact that tells whether the door stands open; null: none. */
          readonly contact: {
            /** The bus of the box, by the name that the box gives it. */
            readonly bus: string;
            /** The address of the board on its bus. */
            readonly unit: number;
            /** The number of the relay or input on the board, from 0. */
            readonly channel: number;
            /** What an active input says. */
            readonly activeMeans: 'open' | 'closed';
          } | null;
          /**
           * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that
           * active means `released`: a cut wire lets people out.
           */
          readonly rex: {
            /** The bus of the box, by the name that the box gives it. */
            readonly bus: string;
            /** The address of the board on its bus. */
            readonly unit: number;
            /** The number of the relay or input on the board, from 0. */
            readonly channel: number;
            /** What an active input says; `pressed` unless told. */
            readonly activeMeans?: 'pressed' | 'released' | undefined;
          } | null;
          /**
           * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door
           * stays latched. A closed loop’s active means `normal`.
           */
          readonly fire: {
            /** The bus of the box, by the name that the box gives it. */
            readonly bus: string;
            /** The address of the board on its bus. */
            readonly unit: number;
            /** The number of the relay or input on the board, from 0. */
            readonly channel: number;
            /** What an active input says; `alarm` unless told. */
            readonly activeMeans?: 'alarm' | 'normal' | undefined;
          } | null;
          /**
           * A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none.
           */
          readonly keySwitch: {
            /** The bus of the box, by the name that the box gives it. */
            readonly bus: string;
            /** The address of the board on its bus. */
            readonly unit: number;
            /** The number of the relay or input on the board, from 0. */
            readonly channel: number;
            /** What an active input says; `turned` unless told. */
            readonly activeMeans?: 'turned' | 'home' | undefined;
            /** The maintenance that turning it begins. */
            readonly mode: 'force-open' | 'force-closed';
          } | null;
          /** How long an unlock holds the lock open. */
          readonly holdSeconds: number;
          /** The same for people who need more time, when the box itself lets them in. */
          readonly extendedHoldSeconds: number;
          /** How long the door may stand open before that is an alarm. */
          readonly heldOpenSeconds: number;
          /** How long an unlock waits for the evidence that the lock has moved. */
          readonly confirmationTimeoutSeconds: number;
        };
      }[];
    };
  };
  /** Decommission a door controller. */
  'POST /api/devices/door-controllers/decommission/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** The door controller. */
      readonly uuid: BoxId;
    };
    readonly answer: {
      /** The device or the door controller. */
      readonly uuid: string;
    };
  };
  /** Restore an old version of a configuration. */
  'POST /api/devices/door-controllers/restore/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The door controller. */
      readonly uuid: BoxId;
      /** Which one is to be again. */
      readonly version: number;
      /** The version that the change was made looking at: where somebody else has changed it since, nothing is. */
      readonly expectedVersion: number;
    };
    readonly answer: {
      /** The device or the door controller. */
      readonly uuid: string;
      /** The version that stands now. */
      readonly version: number;
      /**
       * `at_the_panel`: a change of wiring waits until somebody signed in at the panel of the box has confirmed it;
       * names and times count at once. `not_asked`: the box asks nobody, and takes everything at once. `not_needed`:
       * nothing waits.
       */
      readonly confirmation: 'not_needed' | 'at_the_panel' | 'not_asked';
    };
  };
  /** Change a door controller and its doors. */
  'POST /api/devices/door-controllers/update/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** The door controller. */
      readonly uuid: BoxId;
      /** The version that the change was made looking at: where somebody else has changed it since, nothing is. */
      readonly expectedVersion: number;
      /** What people call the box; null: nothing. */
      readonly name?: string | null | undefined;
      /** As on its label; null: nobody has said. */
      readonly serialNumber?: string | null | undefined;
      /** Where it hangs; null: nobody has said. */
      readonly location?: string | null | undefined;
      /** Doors of the facility that this box drives from now on. */
      readonly assign?: readonly DoorId[] | undefined;
      /** Doors of this box that none drives from now on. */
      readonly release?: readonly DoorId[] | undefined;
      /** What changes of its doors, each at most once. Of each, what is omitted keeps its value. */
      readonly doors?: readonly {
        /** What people call the door. */
        readonly name?: string | undefined;
        /** The part of the facility that it leads to, for partners; null: none. */
        readonly zone?: string | null | undefined;
        /** Where it is, for whoever looks for it; null: nobody has said. */
        readonly location?: string | null | undefined;
        /** Of the hardware at the door, as on its label; null: none. */
        readonly serialNumber?: string | null | undefined;
        /** How its lock behaves. */
        readonly profile?: 'latch' | 'magnet' | 'gate' | 'turnstile' | undefined;
        /** The relay that moves the lock. */
        readonly relay?: {
          /** The bus of the box, by the name that the box gives it. */
          readonly bus: string;
          /** The address of the board on its bus. */
          readonly unit: number;
          /** The number of the relay or input on the board, from 0. */
          readonly channel: number;
        } | undefined;
        /**
         * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest
         * `locked`.
         */
        readonly relayEnergisedMeans?: 'unlocked' | 'locked' | undefined;
        /** What can see the lock move. Null: `command-only`. Such a door is not offered to partners. */
        readonly evidence?: {
          /** The bus of the box, by the name that the box gives it. */
          readonly bus: string;
          /** The address of the board on its bus. */
          readonly unit: number;
          /** The number of the relay or input on the board, from 0. */
          readonly channel: number;
          /** What an active input says. */
          readonly activeMeans: 'unlocked' | 'locked';
          /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
          readonly kind: 'lock-sense' | 'relay-contact';
        } | {
          /** What can see the lock move, if anything can. */
          readonly kind: 'command-only';
        } | null | undefined;
        /** The contact that tells whether the door stands open; null: none. */
        readonly contact?: {
          /** The bus of the box, by the name that the box gives it. */
          readonly bus: string;
          /** The address of the board on its bus. */
          readonly unit: number;
          /** The number of the relay or input on the board, from 0. */
          readonly channel: number;
          /** What an active input says. */
          readonly activeMeans: 'open' | 'closed';
        } | null | undefined;
        /**
         * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that
         * active means `released`: a cut wire lets people out.
         */
        readonly rex?: {
          /** The bus of the box, by the name that the box gives it. */
          readonly bus: string;
          /** The address of the board on its bus. */
          readonly unit: number;
          /** The number of the relay or input on the board, from 0. */
          readonly channel: number;
          /** What an active input says; `pressed` unless told. */
          readonly activeMeans?: 'pressed' | 'released' | undefined;
        } | null | undefined;
        /**
         * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays
         * latched. A closed loop’s active means `normal`.
         */
        readonly fire?: {
          /** The bus of the box, by the name that the box gives it. */
          readonly bus: string;
          /** The address of the board on its bus. */
          readonly unit: number;
          /** The number of the relay or input on the board, from 0. */
          readonly channel: number;
          /** What an active input says; `alarm` unless told. */
          readonly activeMeans?: 'alarm' | 'normal' | undefined;
        } | null | undefined;
        /** A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none. */
        readonly keySwitch?: {
          /** The bus of the box, by the name that the box gives it. */
          readonly bus: string;
          /** The address of the board on its bus. */
          readonly unit: number;
          /** The number of the relay or input on the board, from 0. */
          readonly channel: number;
          /** What an active input says; `turned` unless told. */
          readonly activeMeans?: 'turned' | 'home' | undefined;
          /** The maintenance that turning it begins. */
          readonly mode: 'force-open' | 'force-closed';
        } | null | undefined;
        /** How long an unlock holds the lock open. Null: what a new door has. */
        readonly holdSeconds?: number | null | undefined;
        /** The same for people who need more time, when the box itself lets them in. Null: what a new door has. */
        readonly extendedHoldSeconds?: number | null | undefined;
        /** How long the door may stand open before that is an alarm. Null: what a new door has. */
        readonly heldOpenSeconds?: number | null | undefined;
        /** How long an unlock waits for the evidence that the lock has moved. Null: what a new door has. */
        readonly confirmationTimeoutSeconds?: number | null | undefined;
        /**
         * What staff answer for: that an input is meant to be shared, that hardware releases a magnet. Null: what a new
         * door has.
         */
        readonly acknowledged?: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[] | null | undefined;
        /** A door that the box drives. */
        readonly doorId: DoorId;
        /** Asked of the box, which may refuse: see the overrides of the door. */
        readonly maintenance?: {
          /** `off` ends either. */
          readonly mode: 'off' | 'force-open' | 'force-closed';
          /** When it ends by itself. Force-open ends after 2 hours unless told. */
          readonly until?: string | null | undefined;
          /** Why, for whoever finds the door so. */
          readonly reason: string;
        } | undefined;
      }[] | undefined;
    };
    readonly answer: {
      /** The device or the door controller. */
      readonly uuid: string;
      /** The version that stands now. */
      readonly version: number;
      /**
       * `at_the_panel`: a change of wiring waits until somebody signed in at the panel of the box has confirmed it;
       * names and times count at once. `not_asked`: the box asks nobody, and takes everything at once. `not_needed`:
       * nothing waits.
       */
      readonly confirmation: 'not_needed' | 'at_the_panel' | 'not_asked';
    };
  };
  /** List how the doors of a facility are set up. */
  'GET /api/devices/doors/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DoorSetting[];
    };
  };
  /** Create a door. */
  'POST /api/devices/doors/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** What people call the door. */
      readonly name: string;
      /** The part of the facility that it leads to, for partners; null: none. */
      readonly zone?: string | null | undefined;
      /** Where it is, for whoever looks for it; null: nobody has said. */
      readonly location?: string | null | undefined;
      /** Of the hardware at the door, as on its label; null: none. */
      readonly serialNumber?: string | null | undefined;
      /** How its lock behaves. */
      readonly profile: 'latch' | 'magnet' | 'gate' | 'turnstile';
      /** The relay that moves the lock. */
      readonly relay: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
      };
      /**
       * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest
       * `locked`.
       */
      readonly relayEnergisedMeans: 'unlocked' | 'locked';
      /** What can see the lock move. `command-only`: nothing can, and no unlock is confirmed. */
      readonly evidence: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'unlocked' | 'locked';
        /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
        readonly kind: 'lock-sense' | 'relay-contact';
      } | {
        /** What can see the lock move, if anything can. */
        readonly kind: 'command-only';
      };
      /** The contact that tells whether the door stands open; null: none. */
      readonly contact?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'open' | 'closed';
      } | null | undefined;
      /**
       * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that
       * active means `released`: a cut wire lets people out.
       */
      readonly rex?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `pressed` unless told. */
        readonly activeMeans?: 'pressed' | 'released' | undefined;
      } | null | undefined;
      /**
       * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays
       * latched. A closed loop’s active means `normal`.
       */
      readonly fire?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `alarm` unless told. */
        readonly activeMeans?: 'alarm' | 'normal' | undefined;
      } | null | undefined;
      /** A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none. */
      readonly keySwitch?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `turned` unless told. */
        readonly activeMeans?: 'turned' | 'home' | undefined;
        /** The maintenance that turning it begins. */
        readonly mode: 'force-open' | 'force-closed';
      } | null | undefined;
      /** How long an unlock holds the lock open. */
      readonly holdSeconds?: number | undefined;
      /** The same for people who need more time, when the box itself lets them in. */
      readonly extendedHoldSeconds?: number | undefined;
      /** How long the door may stand open before that is an alarm. */
      readonly heldOpenSeconds?: number | undefined;
      /** How long an unlock waits for the evidence that the lock has moved. */
      readonly confirmationTimeoutSeconds?: number | undefined;
      /** What staff answer for: that an input is meant to be shared, that hardware releases a magnet. */
      readonly acknowledged?: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[] | undefined;
      /** The door controller that drives it. */
      readonly uuid?: BoxId | undefined;
    };
    readonly answer: {
      /** The door: `door_` and 16 characters. */
      readonly doorId: string;
      /** The door controller that drives it. */
      readonly uuid: string | null;
      /** To be named as `expectedVersion` by the next change of the door. */
      readonly version: number;
      /** The part of the building, in the words of staff. Null: nobody has said. */
      readonly zone: string | null;
      /** Where it is, in the words of staff. Null: nobody has said. */
      readonly location: string | null;
      /** As on the label of the device. Null: nobody has said. */
      readonly serialNumber: string | null;
      /** What staff have answered for. */
      readonly acknowledged: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[];
      /** What people call the door. */
      readonly name: string;
      /** How its lock behaves. */
      readonly profile: 'latch' | 'magnet' | 'gate' | 'turnstile';
      /** The relay that moves the lock. */
      readonly relay: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
      };
      /**
       * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest
       * `locked`.
       */
      readonly relayEnergisedMeans: 'unlocked' | 'locked';
      /** What can see the lock move. `command-only`: nothing can, and no unlock is confirmed. */
      readonly evidence: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'unlocked' | 'locked';
        /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
        readonly kind: 'lock-sense' | 'relay-contact';
      } | {
        /** What can see the lock move, if anything can. */
        readonly kind: 'command-only';
      };
      /** The contact that tells whether the door stands open; null: none. */
      readonly contact: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'open' | 'closed';
      } | null;
      /**
       * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that
       * active means `released`: a cut wire lets people out.
       */
      readonly rex: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `pressed` unless told. */
        readonly activeMeans?: 'pressed' | 'released' | undefined;
      } | null;
      /**
       * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays
       * latched. A closed loop’s active means `normal`.
       */
      readonly fire: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `alarm` unless told. */
        readonly activeMeans?: 'alarm' | 'normal' | undefined;
      } | null;
      /** A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none. */
      readonly keySwitch: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `turned` unless told. */
        readonly activeMeans?: 'turned' | 'home' | undefined;
        /** The maintenance that turning it begins. */
        readonly mode: 'force-open' | 'force-closed';
      } | null;
      /** How long an unlock holds the lock open. */
      readonly holdSeconds: number;
      /** The same for people who need more time, when the box itself lets them in. */
      readonly extendedHoldSeconds: number;
      /** How long the door may stand open before that is an alarm. */
      readonly heldOpenSeconds: number;
      /** How long an unlock waits for the evidence that the lock has moved. */
      readonly confirmationTimeoutSeconds: number;
      /** Only doors whose evidence can confirm an unlock are. */
      readonly offeredToPartners: boolean;
      /**
       * `at_the_panel`: a change of wiring waits until somebody signed in at the panel of the box has confirmed it;
       * names and times count at once. `not_asked`: the box asks nobody, and takes everything at once. `not_needed`:
       * nothing waits.
       */
      readonly confirmation: 'not_needed' | 'at_the_panel' | 'not_asked';
    };
  };
  /** Change a door. */
  'PATCH /api/devices/doors/{facilityId}/{doorId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: DoorId;
    };
    readonly body: {
      /** What people call the door. */
      readonly name?: string | undefined;
      /** The part of the facility that it leads to, for partners; null: none. */
      readonly zone?: string | null | undefined;
      /** Where it is, for whoever looks for it; null: nobody has said. */
      readonly location?: string | null | undefined;
      /** Of the hardware at the door, as on its label; null: none. */
      readonly serialNumber?: string | null | undefined;
      /** How its lock behaves. */
      readonly profile?: 'latch' | 'magnet' | 'gate' | 'turnstile' | undefined;
      /** The relay that moves the lock. */
      readonly relay?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
      } | undefined;
      /**
       * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest
       * `locked`.
       */
      readonly relayEnergisedMeans?: 'unlocked' | 'locked' | undefined;
      /** What can see the lock move. Null: `command-only`. Such a door is not offered to partners. */
      readonly evidence?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'unlocked' | 'locked';
        /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
        readonly kind: 'lock-sense' | 'relay-contact';
      } | {
        /** What can see the lock move, if anything can. */
        readonly kind: 'command-only';
      } | null | undefined;
      /** The contact that tells whether the door stands open; null: none. */
      readonly contact?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'open' | 'closed';
      } | null | undefined;
      /**
       * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that
       * active means `released`: a cut wire lets people out.
       */
      readonly rex?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `pressed` unless told. */
        readonly activeMeans?: 'pressed' | 'released' | undefined;
      } | null | undefined;
      /**
       * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays
       * latched. A closed loop’s active means `normal`.
       */
      readonly fire?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `alarm` unless told. */
        readonly activeMeans?: 'alarm' | 'normal' | undefined;
      } | null | undefined;
      /** A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none. */
      readonly keySwitch?: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `turned` unless told. */
        readonly activeMeans?: 'turned' | 'home' | undefined;
        /** The maintenance that turning it begins. */
        readonly mode: 'force-open' | 'force-closed';
      } | null | undefined;
      /** How long an unlock holds the lock open. Null: what a new door has. */
      readonly holdSeconds?: number | null | undefined;
      /** The same for people who need more time, when the box itself lets them in. Null: what a new door has. */
      readonly extendedHoldSeconds?: number | null | undefined;
      /** How long the door may stand open before that is an alarm. Null: what a new door has. */
      readonly heldOpenSeconds?: number | null | undefined;
      /** How long an unlock waits for the evidence that the lock has moved. Null: what a new door has. */
      readonly confirmationTimeoutSeconds?: number | null | undefined;
      /**
       * What staff answer for: that an input is meant to be shared, that hardware releases a magnet. Null: what a new
       * door has.
       */
      readonly acknowledged?: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[] | null | undefined;
      /** The version that the change was made looking at: where somebody else has changed it since, nothing is. */
      readonly expectedVersion: number;
    };
    readonly answer: {
      /** The door: `door_` and 16 characters. */
      readonly doorId: string;
      /** The door controller that drives it. */
      readonly uuid: string | null;
      /** To be named as `expectedVersion` by the next change of the door. */
      readonly version: number;
      /** The part of the building, in the words of staff. Null: nobody has said. */
      readonly zone: string | null;
      /** Where it is, in the words of staff. Null: nobody has said. */
      readonly location: string | null;
      /** As on the label of the device. Null: nobody has said. */
      readonly serialNumber: string | null;
      /** What staff have answered for. */
      readonly acknowledged: readonly ('input_shared' | 'magnet_without_exit' | 'magnet_without_fire')[];
      /** What people call the door. */
      readonly name: string;
      /** How its lock behaves. */
      readonly profile: 'latch' | 'magnet' | 'gate' | 'turnstile';
      /** The relay that moves the lock. */
      readonly relay: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
      };
      /**
       * What the lock is while the relay’s coil is energised. A strike on NO and a magnet on NC make a relay at rest
       * `locked`.
       */
      readonly relayEnergisedMeans: 'unlocked' | 'locked';
      /** What can see the lock move. `command-only`: nothing can, and no unlock is confirmed. */
      readonly evidence: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'unlocked' | 'locked';
        /** `lock-sense`: the lock’s own contact. `relay-contact`: a second contact of the relay. */
        readonly kind: 'lock-sense' | 'relay-contact';
      } | {
        /** What can see the lock move, if anything can. */
        readonly kind: 'command-only';
      };
      /** The contact that tells whether the door stands open; null: none. */
      readonly contact: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says. */
        readonly activeMeans: 'open' | 'closed';
      } | null;
      /**
       * The button that lets people out; null: none. One that opens its circuit when it is pressed is wired so that
       * active means `released`: a cut wire lets people out.
       */
      readonly rex: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `pressed` unless told. */
        readonly activeMeans?: 'pressed' | 'released' | undefined;
      } | null;
      /**
       * The fire alarm that unlocks the door; null: none. Only for doors that must release on fire: a fire door stays
       * latched. A closed loop’s active means `normal`.
       */
      readonly fire: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `alarm` unless told. */
        readonly activeMeans?: 'alarm' | 'normal' | undefined;
      } | null;
      /** A key switch that begins a maintenance when it is turned, and ends it when it is turned back; null: none. */
      readonly keySwitch: {
        /** The bus of the box, by the name that the box gives it. */
        readonly bus: string;
        /** The address of the board on its bus. */
        readonly unit: number;
        /** The number of the relay or input on the board, from 0. */
        readonly channel: number;
        /** What an active input says; `turned` unless told. */
        readonly activeMeans?: 'turned' | 'home' | undefined;
        /** The maintenance that turning it begins. */
        readonly mode: 'force-open' | 'force-closed';
      } | null;
      /** How long an unlock holds the lock open. */
      readonly holdSeconds: number;
      /** The same for people who need more time, when the box itself lets them in. */
      readonly extendedHoldSeconds: number;
      /** How long the door may stand open before that is an alarm. */
      readonly heldOpenSeconds: number;
      /** How long an unlock waits for the evidence that the lock has moved. */
      readonly confirmationTimeoutSeconds: number;
      /** Only doors whose evidence can confirm an unlock are. */
      readonly offeredToPartners: boolean;
      /**
       * `at_the_panel`: a change of wiring waits until somebody signed in at the panel of the box has confirmed it;
       * names and times count at once. `not_asked`: the box asks nobody, and takes everything at once. `not_needed`:
       * nothing waits.
       */
      readonly confirmation: 'not_needed' | 'at_the_panel' | 'not_asked';
    };
  };
  /** Remove a door. */
  'DELETE /api/devices/doors/{facilityId}/{doorId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The door. */
      readonly doorId: DoorId;
    };
    readonly query: {
      /** The version that the change was made looking at: where somebody else has changed it since, nothing is. */
      readonly expectedVersion: number;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List the devices of a facility. */
  'GET /api/devices/list/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly (DoorControllerInList | DeviceInList)[];
    };
  };
  /** List the releases of the agent. */
  'GET /api/devices/listReleases': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly EdgeRelease[];
    };
  };
  /** Read the metadata of a device. */
  'GET /api/devices/metadata/{uuid}': {
    readonly path: {
      /** The device or door controller. */
      readonly uuid: string;
    };
    readonly answer: DeviceMetadata;
  };
  /** Read the metadata of a device by its serial number. */
  'GET /api/devices/metadata/serial/{serialNo}': {
    readonly path: {
      /** As on its label, in upper or lower case. */
      readonly serialNo: string;
    };
    readonly answer: DeviceMetadata;
  };
  /** Move a device to another facility. */
  'POST /api/devices/move/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** The device. */
      readonly uuid: string;
      /** Where it goes. */
      readonly toFacilityId: FacilityId;
    };
    readonly answer: DeviceMetadata;
  };
  /** Find the page of the facility’s router. */
  'GET /api/devices/openRouterWebpage/{facilityID}': {
    readonly path: {
      /** The facility. */
      readonly facilityID: FacilityId;
    };
    readonly answer: {
      /** The address. Null: nobody has said. */
      readonly url: string | null;
      /** The device or the door controller. Null: there is none. */
      readonly uuid: string | null;
      /** What staff call the router. Null: there is none, or it has no name. */
      readonly name: string | null;
    };
  };
  /** Tell what a QR code of a device means. */
  'GET /api/devices/resolve-qr': {
    readonly query: {
      /** What the QR code says. */
      readonly url: string;
    };
    readonly answer: {
      /** Whether the code claims a box or names a device. */
      readonly kind: 'claim-code' | 'device';
      /** The device or the door controller. */
      readonly uuid: string;
      /** Of a claim code: of the key of the box. Compare it with the one on the box’s panel before you claim it. */
      readonly fingerprint?: string | undefined;
      /** Whether the caller may bind it to a facility now. */
      readonly claimable: boolean;
      /** Null while it belongs nowhere. */
      readonly device: DeviceMetadata | null;
    };
  };
  /** Test the facility’s network controller. */
  'GET /api/devices/testUnifiController/{facilityID}': {
    readonly path: {
      /** The facility. */
      readonly facilityID: FacilityId;
    };
    readonly answer: {
      /** Whether a box has one in its configuration. Null: a box that might could not be asked. */
      readonly configured: boolean | null;
      /** Whether it answered, if only to refuse. */
      readonly reachable: boolean | null;
      /** What its first site is called. */
      readonly name: string | null;
      /** Of its Network application. */
      readonly version: string | null;
      /**
       * What is wrong: `certificate` is another one than the box’s configuration names, `unauthorised` a key that does
       * not count, `key_missing` one that the box cannot read. `box_offline`, `box_silent`: the box could not be asked,
       * or is of an earlier release.
       */
      readonly problem: 'unreachable' | 'no_answer' | 'certificate' | 'unauthorised' | 'too_many_requests' | 'refused' | 'unreadable' | 'key_missing' | 'box_offline' | 'box_silent' | null;
      /** The same in words, for people. */
      readonly detail: string | null;
      /** The box that asked. */
      readonly boxId: string | null;
    };
  };
  /** Change a device. */
  'PUT /api/devices/updateGenericDevice/{club}': {
    readonly path: {
      /** The facility. */
      readonly club: FacilityId;
    };
    readonly body: {
      /** The device. */
      readonly uuid: string;
      /** What people call it. */
      readonly name?: string | undefined;
      /** As on its label. No two devices of an organisation have the same. Null: unknown. */
      readonly serialNumber?: string | null | undefined;
      /** What it is, in the maker’s words. Null: unknown. */
      readonly model?: string | null | undefined;
      /** The device’s own page on its LAN. It is shown to staff, and never fetched. Null: unknown. */
      readonly webAddress?: string | null | undefined;
      /** The user whom the device belongs to, and whom it tells what it has to tell. Null: nobody. */
      readonly ownerUserId?: string | null | undefined;
      /** Texts, numbers and booleans by name, given whole. Not a place for secrets. Null: none. */
      readonly settings?: { readonly [name: string]: string | number | boolean } | null | undefined;
      /** The day it was bought. Null: unknown. */
      readonly purchasedOn?: string | null | undefined;
      /** The last day of the warranty. Null: unknown. */
      readonly warrantyUntil?: string | null | undefined;
      /** Asks for a new secret; the one before does not count any more. */
      readonly newSecret?: true | undefined;
    };
    readonly answer: ChangedDevice;
  };
  /** Read how a door is set up. */
  'GET /api/doors/{doorId}': {
    readonly path: {
      /** The door. */
      readonly doorId: string;
    };
    readonly answer: PlacedDoor;
  };
  /** Word e-mails otherwise. */
  'POST /api/email-mapping/update/{id}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly id: string;
    };
    readonly body: {
      /** The subject, with `{{variables}}`. */
      readonly subject?: string | undefined;
      /** The text, with `{{variables}}`. */
      readonly text?: string | undefined;
      /** The same as HTML; what runs, or is fetched from elsewhere, is left out of what is sent. Null: text alone. */
      readonly html?: string | null | undefined;
      /** Who it says it is from. Null: as the mail server is set up. */
      readonly fromName?: string | null | undefined;
      /** Where answers go. Null: to the sender. */
      readonly replyTo?: string | null | undefined;
      /** Who gets the same e-mail besides. */
      readonly alsoTo?: readonly string[] | undefined;
      /** False: the wording of the next wider place counts. */
      readonly enabled?: boolean | undefined;
      /** The revision that this was made from: another is refused. */
      readonly expectedRevision?: number | undefined;
    };
    readonly answer: EmailMapping;
  };
  /** Read the event feed of an organisation. */
  'GET /api/events': {
    readonly query: {
      /** Whose feed it is. */
      readonly organisationId: string;
      /** `next` of an earlier answer; without it the oldest events. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly OperatorEvent[];
      /** Where the next request goes on, also when there is nothing new. */
      readonly next: string;
      /** Whether there is more to read right now. */
      readonly more: boolean;
      /** False where older events than the asked ones have been forgotten meanwhile. */
      readonly complete: boolean;
    };
  };
  /** List facilities. */
  'GET /api/facilities': {
    readonly query?: {
      /** Only those of this organisation. */
      readonly organisationId?: string | undefined;
      /** Only those whose name or brand has this text in it, whatever its capitals. */
      readonly q?: string | undefined;
      /**
       * `true`: only those with an open warning, a lockdown that stands, or a door or a box that is not online.
       * `false`: only the others.
       */
      readonly needsAttention?: 'true' | 'false' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly FacilityListed[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Read a facility. */
  'GET /api/facilities/{facilityId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: string;
    };
    readonly answer: FacilityDetails;
  };
  /** List the notes of a facility. */
  'GET /api/facilities/{facilityId}/admin-notes': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly AdminNote[];
    };
  };
  /** Write a note, or change one. */
  'PUT /api/facilities/{facilityId}/admin-notes': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** The note to change. A new one, unless given. */
      readonly noteId?: string | undefined;
      /** What it says from now on. */
      readonly text: string;
    };
    readonly answer: AdminNote;
  };
  /** Remove a note. */
  'DELETE /api/facilities/{facilityId}/admin-notes/{noteId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The note to remove. */
      readonly noteId: string;
    };
    readonly answer: {
      /** The note. */
      readonly noteId: string;
    };
  };
  /** Read the daily digest of a facility. */
  'GET /api/facilities/{facilityId}/daily-digest': {
    readonly path: {
      /** The facility that the daily digest is of. */
      readonly facilityId: string;
    };
    readonly query?: {
      /** How far it reaches back, in hours: 1 to 360. */
      readonly hours?: number | undefined;
    };
    readonly answer: FacilityDailyDigest;
  };
  /** List who gets the daily digest of a facility. */
  'GET /api/facilities/{facilityId}/daily-digest/subscribers': {
    readonly path: {
      /** The facility that the daily digest is of. */
      readonly facilityId: string;
    };
    readonly query?: {
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly DailyDigestSubscriber[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Send somebody the daily digest of a facility no more. */
  'DELETE /api/facilities/{facilityId}/daily-digest/subscribers/{userId}': {
    readonly path: {
      /** The facility that the daily digest is of. */
      readonly facilityId: string;
      /** Who gets it. */
      readonly userId: string;
    };
    readonly answer: {
      /** The user of the platform: `usr_` and 16 characters. */
      readonly userId: string;
    };
  };
  /** Get the daily digest of a facility by e-mail. */
  'PUT /api/facilities/{facilityId}/daily-digest/subscription': {
    readonly path: {
      /** The facility that the daily digest is of. */
      readonly facilityId: string;
    };
    readonly body: {
      /**
       * When, 0 to 23: the hour of the local day. One that a day skips is done after the gap, one that it has twice
       * once.
       */
      readonly hour?: number | undefined;
      /** Once a week on that day; null for every day. */
      readonly weekday?: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null | undefined;
      /** Whether it is sent. Off, it is kept as it is. */
      readonly enabled?: boolean | undefined;
    };
    readonly answer: DailyDigestSubscription;
  };
  /** Get the daily digest of a facility no more. */
  'DELETE /api/facilities/{facilityId}/daily-digest/subscription': {
    readonly path: {
      /** The facility that the daily digest is of. */
      readonly facilityId: string;
    };
    readonly answer: {
      /** The facility: `fac_` and 16 characters. */
      readonly facilityId: string;
    };
  };
  /** List the desks of a facility. */
  'GET /api/facilities/{facilityId}/desks': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Desk[];
    };
  };
  /** Make this device a desk. */
  'POST /api/facilities/{facilityId}/desks': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** What people call the device. */
      readonly label: string;
    };
    readonly answer: {
      /** The desk: `dsk_` and 16 characters. It opens nothing. */
      readonly deskId: string;
      /** What people call the device. */
      readonly label: string;
    };
  };
  /** Make a desk a device like any other. */
  'DELETE /api/facilities/{facilityId}/desks/{deskId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The desk. */
      readonly deskId: string;
    };
    readonly answer: {
      /** The desk: `dsk_` and 16 characters. It opens nothing. */
      readonly deskId: string;
    };
  };
  /** List the installers of a facility. */
  'GET /api/facilities/{facilityId}/installers': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly InstallerInvite[];
    };
  };
  /** Invite an installer. */
  'POST /api/facilities/{facilityId}/installers': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
    };
    readonly body: {
      /** Whom to invite. */
      readonly email: string;
      /** What you call them: a person, a company, or both. */
      readonly name: string;
    };
    readonly answer: InstallerInvite;
  };
  /** Revoke an invite. */
  'DELETE /api/facilities/{facilityId}/installers/{inviteId}': {
    readonly path: {
      /** The facility. */
      readonly facilityId: FacilityId;
      /** The invite. */
      readonly inviteId: string;
    };
    readonly answer: InstallerInvite;
  };
  /** Change an FAQ. */
  'POST /api/faqs/update/{id}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly id: string;
    };
    readonly body: {
      /** What it is filed under: small letters, digits and hyphens. */
      readonly category?: string | undefined;
      /** The language that it is written in, as a tag of BCP 47. */
      readonly locale?: string | undefined;
      /** The question. */
      readonly question?: string | undefined;
      /** The answer, in Markdown without HTML. */
      readonly answer?: string | undefined;
      /** Whom it is written for. */
      readonly audience?: 'staff' | 'partner' | 'public' | undefined;
      /** Error codes (`error:relay_fault`) and pages of the consoles (`page:doors`) that it is shown beside. */
      readonly about?: readonly string[] | undefined;
      /** Where in a list it stands: the lowest is first. */
      readonly position?: number | undefined;
      /** A draft is seen by those alone who may change it. */
      readonly state?: 'draft' | 'published' | undefined;
      /** Nothing is done where another revision is there by now. */
      readonly expectedRevision?: number | undefined;
    };
    readonly answer: Faq;
  };
  /** List organisations. */
  'GET /api/organisations': {
    readonly query?: {
      /** Only those whose name has this text in it, whatever its capitals. */
      readonly q?: string | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Organisation[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Create an organisation. */
  'POST /api/organisations': {
    readonly body: {
      /** What it is called. */
      readonly name: string;
    };
    readonly answer: Organisation;
  };
  /** Read an organisation. */
  'GET /api/organisations/{organisationId}': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: string;
    };
    readonly answer: Organisation;
  };
  /** Rename an organisation. */
  'PATCH /api/organisations/{organisationId}': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: string;
    };
    readonly body: {
      /** What it is called. */
      readonly name: string;
    };
    readonly answer: Organisation;
  };
  /** Read by which OpenID provider people of an organisation sign in. */
  'GET /api/organisations/{organisationId}/single-sign-on': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: string;
    };
    readonly answer: SingleSignOn;
  };
  /** Let people of an organisation sign in by its OpenID provider. */
  'PUT /api/organisations/{organisationId}/single-sign-on': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: string;
    };
    readonly body: {
      /** The issuer, as the provider calls itself in its configuration. */
      readonly issuer: string;
      /** What the provider calls this console. */
      readonly clientId: string;
      /** The secret of this client. Kept sealed. */
      readonly clientSecret: string;
    };
    readonly answer: SingleSignOn;
  };
  /** Let nobody sign in by the OpenID provider of an organisation any more. */
  'DELETE /api/organisations/{organisationId}/single-sign-on': {
    readonly path: {
      /** The organisation. */
      readonly organisationId: string;
    };
    readonly answer: {
      /** The organisation: `org_` and 16 characters. */
      readonly organisationId: string;
    };
  };
  /** List the partner keys that reach an organisation, or could. */
  'GET /api/partner-keys': {
    readonly query: {
      /** The organisation whose data the keys may reach. */
      readonly organisationId: OrgId;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly PartnerKeyAtOrganisation[];
    };
  };
  /** Let a partner key reach an organisation. */
  'PUT /api/partner-keys/{keyId}/consent': {
    readonly path: {
      /** A key of a partner that may know of the organisation. */
      readonly keyId: string;
    };
    readonly query: {
      /** The organisation whose data the keys may reach. */
      readonly organisationId: OrgId;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** Keep a partner key from reaching an organisation. */
  'DELETE /api/partner-keys/{keyId}/consent': {
    readonly path: {
      /** A key of a partner that may know of the organisation. */
      readonly keyId: string;
    };
    readonly query: {
      /** The organisation whose data the keys may reach. */
      readonly organisationId: OrgId;
    };
    readonly answer: {
      /** Always true: it is so now. */
      readonly done: true;
    };
  };
  /** List your passkeys. */
  'GET /api/passkeys': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Passkey[];
    };
  };
  /** Add a passkey. */
  'POST /api/passkeys': {
    readonly body: {
      /** What you call it. */
      readonly label: string;
      /** The browser’s answer. */
      readonly response: PasskeyRegistration;
    };
    readonly answer: Passkey;
  };
  /** Delete a passkey. */
  'DELETE /api/passkeys/{passkeyId}': {
    readonly path: {
      /** The `passkeyId` of the list. */
      readonly passkeyId: string;
    };
    readonly answer: {
      /** The passkey, as what deletes it names it. */
      readonly passkeyId: string;
    };
  };
  /** Begin to add a passkey. */
  'POST /api/passkeys/options': {
    readonly answer: PasskeyCreationOptions;
  };
  /** Begin a session for embedded parts of the card provider. */
  'POST /api/payproc/account-session': {
    readonly body: {
      /** A facility of the organisation; or `organisationId`. */
      readonly clubId?: FacilityId | undefined;
      /** The organisation; or `clubId`. */
      readonly organisationId?: OrgId | undefined;
      /** What is to be embedded, by the names that the card provider has for it. */
      readonly components: readonly ('account_management' | 'account_onboarding' | 'balances' | 'disputes_list' | 'documents' | 'notification_banner' | 'payment_details' | 'payments' | 'payouts' | 'payouts_list')[];
    };
    readonly answer: {
      /** For the page that shows the parts. Good for minutes, and shown once. */
      readonly clientSecret: string;
      /** Until when it is good. */
      readonly expiresAt: string;
      /** The account that it is for. */
      readonly accountId: string;
    };
  };
  /** Read a payment. */
  'GET /api/payproc/payment-intents/{paymentIntentId}': {
    readonly path: {
      /** The payment, as the card provider calls it. */
      readonly paymentIntentId: string;
    };
    readonly answer: PaymentIntent;
  };
  /** Read which account the platform itself has. */
  'GET /api/payproc/platform-connected-account-id': {
    readonly answer: {
      /** The account, as the card provider calls it. */
      readonly accountId: string;
    };
  };
  /** Read the publishable key. */
  'GET /api/payproc/publishable-key': {
    readonly answer: {
      /** The key. */
      readonly publishableKey: string;
      /** `test`: no money moves. */
      readonly mode: 'live' | 'test';
    };
  };
  /** Read how you like the consoles. */
  'GET /api/preferences': {
    readonly answer: Preferences;
  };
  /** Set how you like the consoles. */
  'PUT /api/preferences': {
    readonly body: PreferencesSet;
    readonly answer: Preferences;
  };
  /** Change, publish, schedule or withdraw a press item. */
  'POST /api/press/update/{pressId}': {
    readonly path: {
      /** Its id, as the answers here give it. */
      readonly pressId: string;
    };
    readonly body: {
      /** The last part of its public address: small letters, digits and hyphens. An old one goes on leading there. */
      readonly slug?: string | undefined;
      /** The headline. */
      readonly title?: string | undefined;
      /** The paper, station or site that it is from. */
      readonly outlet?: string | undefined;
      /** Where the original is (https). Null: nowhere. Nothing is fetched from there. */
      readonly sourceUrl?: string | null | undefined;
      /** A few sentences, in plain text. */
      readonly excerpt?: string | undefined;
      /** The text, in Markdown without HTML; may be empty. */
      readonly body?: string | undefined;
      /** The day that the outlet gives it. */
      readonly publishedOn?: string | undefined;
      /** When it is published by itself (UTC): of what is `scheduled`, else null. */
      readonly publishAt?: string | null | undefined;
      /** Only what is `published` is seen outside. */
      readonly state?: 'draft' | 'scheduled' | 'published' | 'withdrawn' | undefined;
      /** Whether it is shown before others. */
      readonly featured?: boolean | undefined;
      /** The picture that goes with it. Null: none. */
      readonly image?: {
        /** The picture, as sending it has answered. */
        readonly imageId: string;
        /** What the picture shows, in words, for whoever does not see it. */
        readonly text: string;
      } | null | undefined;
      /** Nothing is done where another revision is there by now. */
      readonly expectedRevision?: number | undefined;
    };
    readonly answer: Press;
  };
  /** Read the key that browsers subscribe with. */
  'GET /api/push/public-key': {
    readonly answer: {
      /** The key that browsers subscribe with (VAPID), in base64url. */
      readonly publicKey: string;
    };
  };
  /** List the browsers you are told things in. */
  'GET /api/push/subscriptions': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly PushSubscription[];
    };
  };
  /** Be told things in this browser. */
  'POST /api/push/subscriptions': {
    readonly body: {
      /** The https address at the push service that the browser was given. */
      readonly endpoint: string;
      /** Milliseconds since 1970, as browsers say it. */
      readonly expirationTime?: number | null | undefined;
      /** What notifications are sealed with, so that only this browser reads them. */
      readonly keys: {
        /** The browser’s public key: 65 bytes, base64url. */
        readonly p256dh: string;
        /** The secret that goes with it: 16 bytes, base64url. */
        readonly auth: string;
      };
      /** What you call this browser. */
      readonly label?: string | undefined;
    };
    readonly answer: PushSubscription;
  };
  /** Be told nothing more in a browser. */
  'DELETE /api/push/subscriptions/{subscriptionId}': {
    readonly path: {
      /** The `subscriptionId` of the list. */
      readonly subscriptionId: string;
    };
    readonly answer: {
      /** The subscription. */
      readonly subscriptionId: string;
    };
  };
  /** Send a notification to one of your browsers, to try it. */
  'POST /api/push/subscriptions/{subscriptionId}/try': {
    readonly path: {
      /** The `subscriptionId` of the list. */
      readonly subscriptionId: string;
    };
    readonly answer: {
      /** The subscription. */
      readonly subscriptionId: string;
    };
  };
  /** Search for anything. */
  'GET /api/search': {
    readonly query: {
      /** The text to look for: 2 to 60 characters. */
      readonly q: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly SearchHit[];
      /** There is more that fits, or more than one request looks at: search for more of the name. */
      readonly more: boolean;
    };
  };
  /** Read who you are. */
  'GET /api/session': {
    readonly answer: Session;
  };
  /** Sign in with a code. */
  'POST /api/session': {
    readonly body: {
      /** Whom the code was asked for. */
      readonly email: string;
      /** The code of the newest e-mail. */
      readonly code: string;
    };
    readonly answer: Session;
  };
  /** Sign out. */
  'DELETE /api/session': {
    readonly answer: {
      /** The session that has ended; null with a key. */
      readonly sessionId: string | null;
    };
  };
  /** Ask for a code to sign in. */
  'POST /api/session/codes': {
    readonly body: {
      /** Who wants to sign in. */
      readonly email: string;
    };
    readonly answer: {
      /** For so many seconds the code counts. */
      readonly expiresInSeconds: number;
    };
  };
  /** Read which desk this device is. */
  'GET /api/session/desk': {
    readonly answer: {
      /** Null where the device is no desk. */
      readonly desk: {
        /** The desk: `dsk_` and 16 characters. It opens nothing. */
        readonly deskId: string;
        /** What people call the device. */
        readonly label: string;
        /** The facility: `fac_` and 16 characters. */
        readonly facilityId: string;
        /** What the facility is called. */
        readonly facilityName: string;
        /** Who signs in there. */
        readonly people: readonly {
          /** The user of the platform: `usr_` and 16 characters. */
          readonly userId: string;
          /** First name, and the first letter of the last. */
          readonly name: string;
        }[];
      } | null;
    };
  };
  /** Sign in at a desk. */
  'POST /api/session/desk': {
    readonly body: {
      /** Who signs in. */
      readonly userId: string;
      /** Six digits. */
      readonly pin: string;
    };
    readonly answer: Session;
  };
  /** Look what an invite is about. */
  'POST /api/session/invite': {
    readonly body: {
      /** What is behind the `#` of the link. */
      readonly token: string;
    };
    readonly answer: {
      /** `open`: they may install doors here. `ended`: its time is over. `revoked`: somebody has ended it. */
      readonly state: 'open' | 'ended' | 'revoked';
      /** What the facility is called. */
      readonly facilityName: string;
      /** Who invited, and whom to ask for a new invite. */
      readonly invitedBy: By;
      /** When it ends by itself (UTC). */
      readonly endsAt: string;
      /** The address to sign in with. Null: it is not open. */
      readonly email: string | null;
    };
  };
  /** Sign in with a link from the machine. */
  'POST /api/session/link': {
    readonly body: {
      /** What is behind the `#` of the link. */
      readonly token: string;
    };
    readonly answer: Session;
  };
  /** Sign in with a passkey. */
  'POST /api/session/passkey': {
    readonly body: PasskeyAssertion;
    readonly answer: Session;
  };
  /** Begin to use a passkey. */
  'POST /api/session/passkey-options': {
    readonly answer: PasskeyRequestOptions;
  };
  /** Begin to sign in by the OpenID provider of an organisation. */
  'POST /api/session/single-sign-on': {
    readonly body: {
      /** Whose provider. */
      readonly organisationId: string;
    };
    readonly answer: {
      /** Where to send the browser. */
      readonly url: string;
    };
  };
  /** Sign in with what the OpenID provider answered. */
  'POST /api/session/single-sign-on/answer': {
    readonly body: {
      /** `state` of the address that the provider sent the browser to. */
      readonly state: string;
      /** `code` of it. */
      readonly code: string;
      /** `iss` of it, if it has that (RFC 9207). */
      readonly iss?: string | undefined;
    };
    readonly answer: Session;
  };
  /** Prove once more who you are. */
  'POST /api/session/step-up': {
    readonly body: {
      /** The browser’s answer to the options of `POST /api/session/passkey-options`. */
      readonly passkey?: PasskeyAssertion | undefined;
      /** Instead: the code that your authenticator shows. */
      readonly code?: string | undefined;
    };
    readonly answer: {
      /** Until when grave acts are carried out (UTC). */
      readonly stepUpUntil: string;
    };
  };
  /** List your sessions. */
  'GET /api/sessions': {
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
  'DELETE /api/sessions/{sessionId}': {
    readonly path: {
      /** The `sessionId` of the list. */
      readonly sessionId: string;
    };
    readonly answer: {
      /** The session of a console: `ses_` and 16 characters. It opens nothing. */
      readonly sessionId: string;
    };
  };
  /** Read whether you have an authenticator. */
  'GET /api/totp': {
    readonly answer: {
      /** Whether an authenticator of yours proves who you are. */
      readonly enrolled: boolean;
      /** Since when (UTC); null where you have none. */
      readonly enrolledAt: string | null;
    };
  };
  /** Add an authenticator. */
  'POST /api/totp': {
    readonly body: {
      /** What the authenticator shows. Left out to begin. */
      readonly code?: string | undefined;
    };
    readonly answer: {
      /** Whether an authenticator of yours proves who you are. */
      readonly enrolled: boolean;
      /** To be typed (base32). Shown once; null with a code. */
      readonly secret: string | null;
      /** The same for a QR code: `otpauth://…`; null with a code. */
      readonly uri: string | null;
    };
  };
  /** Delete your authenticator. */
  'DELETE /api/totp': {
    readonly answer: {
      /** Whether an authenticator of yours proves who you are. */
      readonly enrolled: boolean;
    };
  };
  /** Create a user. */
  'POST /api/users': {
    readonly body: {
      /** Whom they are known by, whatever its case: no two users have the same. */
      readonly email: string;
      /** Their first name. */
      readonly firstName: string;
      /** Their last name. */
      readonly lastName: string;
      /** E.164, such as +61400000000. */
      readonly phoneNumber?: string | null | undefined;
      /** What they begin with: 20 at most. */
      readonly roles?: readonly RoleGiven[] | undefined;
    };
    readonly answer: {
      /** The user of the platform: `usr_` and 16 characters. */
      readonly userId: string;
      /** The e-mail address. Users are found and written to by it. */
      readonly email: string;
    };
  };
  /** Read a user. */
  'GET /api/users/{userId}': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
    };
    readonly answer: User;
  };
  /** Change a user’s name or number. */
  'PATCH /api/users/{userId}': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
    };
    readonly body: {
      /** Their first name from now on. */
      readonly firstName?: string | undefined;
      /** Their last name from now on. */
      readonly lastName?: string | undefined;
      /** E.164, such as +61400000000. Null clears it. */
      readonly phoneNumber?: string | null | undefined;
    };
    readonly answer: UserProfile;
  };
  /** Delete a user. */
  'DELETE /api/users/{userId}': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
    };
    readonly answer: {
      /** The user of the platform: `usr_` and 16 characters. */
      readonly userId: string;
    };
  };
  /** List a user’s keys. */
  'GET /api/users/{userId}/mcp-keys': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly UserKey[];
    };
  };
  /** Create a key. */
  'POST /api/users/{userId}/mcp-keys': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
    };
    readonly body: {
      /** What it is used for. */
      readonly label: string;
      /** In the future. Never, unless given. */
      readonly expiresAt?: string | null | undefined;
    };
    readonly answer: {
      /** The key. It opens nothing: the key itself is shown once, when it is made. */
      readonly keyId: string;
      /** What tells it from others, in the words of who made it. */
      readonly label: string;
      /** Shown once. */
      readonly key: string;
      /** When it was made (UTC). */
      readonly createdAt: string;
      /** When the key ends (UTC). Null: it does not end by itself. */
      readonly expiresAt: string | null;
    };
  };
  /** Delete a key. */
  'DELETE /api/users/{userId}/mcp-keys/{keyId}': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
      /** The `keyId` of the list. */
      readonly keyId: string;
    };
    readonly answer: {
      /** The key. It opens nothing: the key itself is shown once, when it is made. */
      readonly keyId: string;
    };
  };
  /** Give a user a role. */
  'PUT /api/users/{userId}/roles': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
    };
    readonly body: RoleGiven;
    readonly answer: {
      /** The role as this user holds it: what takes it away names this. */
      readonly roleId: string;
      /** What it lets the user do. Which role lets whom do what is a table of its own. */
      readonly role: 'super-admin' | 'global-admin' | 'platform-admin' | 'org-admin' | 'facility-manager' | 'facility-staff' | 'iam' | 'admin' | 'agent' | 'installer';
      /** Where the role holds: everywhere, in one organisation, or at one facility. */
      readonly scope: 'platform' | 'organisation' | 'facility';
      /** The organisation or facility where the role holds. Null: everywhere. */
      readonly scopeId: string | null;
      /** Keys that others made for this user who do not hold that much themselves: they have ended. */
      readonly endedKeys: readonly string[];
    };
  };
  /** Take a role from a user. */
  'DELETE /api/users/{userId}/roles/{roleId}': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
      /** The `roleId` of the user’s roles. */
      readonly roleId: string;
    };
    readonly answer: {
      /** The role as this user holds it: what takes it away names this. */
      readonly roleId: string;
    };
  };
  /** End a session of a user. */
  'DELETE /api/users/{userId}/sessions/{sessionId}': {
    readonly path: {
      /** The user, by id or by e-mail. */
      readonly userId: string;
      /** The `sessionId`, as the user is read with it. */
      readonly sessionId: string;
    };
    readonly answer: {
      /** The session of a console: `ses_` and 16 characters. It opens nothing. */
      readonly sessionId: string;
    };
  };
  /** List what you are invited to. */
  'GET /api/users/invitations': {
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly RoleInvitation[];
    };
  };
  /** Accept an invitation. */
  'PUT /api/users/invitations/{invitationId}/accepted': {
    readonly path: {
      /** The `invitationId` of the list. */
      readonly invitationId: string;
    };
    readonly answer: {
      /** The role as this user holds it: what takes it away names this. */
      readonly roleId: string;
      /** What it lets the user do. Which role lets whom do what is a table of its own. */
      readonly role: 'super-admin' | 'global-admin' | 'platform-admin' | 'org-admin' | 'facility-manager' | 'facility-staff' | 'iam' | 'admin' | 'agent' | 'installer';
      /** Where the role holds: everywhere, in one organisation, or at one facility. */
      readonly scope: 'platform' | 'organisation' | 'facility';
      /** The organisation or facility where the role holds. Null: everywhere. */
      readonly scopeId: string | null;
      /** Keys that others made for this user who do not hold that much themselves: they have ended. */
      readonly endedKeys: readonly string[];
    };
  };
  /** List the webhooks of an organisation. */
  'GET /api/webhooks': {
    readonly query: {
      /** Whose events they are. */
      readonly organisationId: string;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly Webhook[];
    };
  };
  /** Register a webhook. */
  'POST /api/webhooks': {
    readonly query: {
      /** Whose events they are. */
      readonly organisationId: string;
    };
    readonly body: {
      /** https, and a host of the internet. */
      readonly url: string;
      /** What it is for, in your own words. */
      readonly description?: string | undefined;
      /** Types of events, or `access.*` for all with that beginning; none for every event. */
      readonly types?: readonly string[] | undefined;
    };
    readonly answer: WebhookWithSecret;
  };
  /** Show a webhook. */
  'GET /api/webhooks/{webhookId}': {
    readonly path: {
      /** The `webhookId` of the list. */
      readonly webhookId: string;
    };
    readonly answer: Webhook;
  };
  /** Change, disable or enable a webhook. */
  'PATCH /api/webhooks/{webhookId}': {
    readonly path: {
      /** The `webhookId` of the list. */
      readonly webhookId: string;
    };
    readonly body: {
      /** https, and a host of the internet. */
      readonly url?: string | undefined;
      /** What it is for, in your own words. */
      readonly description?: string | undefined;
      /** Types of events, or `access.*` for all with that beginning; none for every event. */
      readonly types?: readonly string[] | undefined;
      /** False: nothing is sent until it is true again. */
      readonly enabled?: boolean | undefined;
    };
    readonly answer: Webhook;
  };
  /** Delete a webhook. */
  'DELETE /api/webhooks/{webhookId}': {
    readonly path: {
      /** The `webhookId` of the list. */
      readonly webhookId: string;
    };
    readonly answer: {
      /** The webhook. */
      readonly webhookId: string;
    };
  };
  /** Show what was sent to a webhook. */
  'GET /api/webhooks/{webhookId}/deliveries': {
    readonly path: {
      /** The `webhookId` of the list. */
      readonly webhookId: string;
    };
    readonly query?: {
      /** Only deliveries in this state. */
      readonly state?: 'pending' | 'delivered' | 'dead' | 'dropped' | undefined;
      /** What the last page gave as `next`. */
      readonly after?: string | undefined;
      /** How many at most: 1 to 200. */
      readonly limit?: number | undefined;
    };
    readonly answer: {
      /** What was found, in the order that the operation says. */
      readonly data: readonly WebhookDelivery[];
      /** Begins the next page; null on the last one. */
      readonly next: string | null;
    };
  };
  /** Send events to a webhook again. */
  'POST /api/webhooks/{webhookId}/replay': {
    readonly path: {
      /** The `webhookId` of the list. */
      readonly webhookId: string;
    };
    readonly body: {
      /** The one event to send again. */
      readonly eventId: string;
    } | {
      /** What was recorded not before this time. */
      readonly from: string;
      /** What was recorded before this time. */
      readonly to: string;
    };
    readonly answer: {
      /** How many deliveries were made of it. */
      readonly deliveries: number;
    };
  };
  /** Give a webhook a new secret. */
  'POST /api/webhooks/{webhookId}/rotate-secret': {
    readonly path: {
      /** The `webhookId` of the list. */
      readonly webhookId: string;
    };
    readonly answer: WebhookWithSecret;
  };
}
