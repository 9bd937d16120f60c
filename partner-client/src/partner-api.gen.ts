// Generated from the OpenAPI document of the partner API: npm run generate.

import type { RequestOptions } from './request.ts';

/** One of these words, or one that is newer than this file: tolerate those that you do not know. */
export type Open<Word extends string> = Word | (string & Record<never, never>);

export interface AccessStep {
  /** What was looked at, such as `force_closed`, `plan` or `window`; at last `nothing`, where none of it opens. */
  readonly step: string;
  /** `passes`: this rule speaks against nothing. `denies` and `opens` decide. `stays_closed`: it opens nothing now. */
  readonly verdict: Open<'passes' | 'denies' | 'opens' | 'stays_closed'>;
  /** The reason code that it would deny with. */
  readonly reason?: string | undefined;
  /** The same in words. */
  readonly text: string;
  /** The scope key of the window that was looked at. */
  readonly scope_key?: string | undefined;
  /** The access zones of the plan that was looked at. */
  readonly plan_zones?: readonly string[] | undefined;
}

export type AccessTimeWindow = {
  /** The partner’s name for the window: stable for its life, unique within the member’s snapshot. */
  readonly external_id: string;
  /** An IANA zone name. `UTC` if absent. Decides the hours of weekly windows; of absolute ones it is a note. */
  readonly timezone?: string | undefined;
  /** What the window is for, in the partner’s words; the facility maps it to doors. `default` if absent. */
  readonly scope_key?: string | undefined;
  /** For people to read. */
  readonly label?: string | undefined;
  /** `absolute`: once, from one moment to another. `weekly`: hours of each day of the week. */
  readonly kind: 'absolute';
  /** Inclusive start. Unix seconds, UTC; a plain JSON integer. */
  readonly from: number;
  /** Exclusive end, at most 90 days after the start. Unix seconds, UTC; a plain JSON integer. */
  readonly to: number;
} | {
  /** The partner’s name for the window: stable for its life, unique within the member’s snapshot. */
  readonly external_id: string;
  /** An IANA zone name. `UTC` if absent. Decides the hours of weekly windows; of absolute ones it is a note. */
  readonly timezone?: string | undefined;
  /** What the window is for, in the partner’s words; the facility maps it to doors. `default` if absent. */
  readonly scope_key?: string | undefined;
  /** For people to read. */
  readonly label?: string | undefined;
  /** `absolute`: once, from one moment to another. `weekly`: hours of each day of the week. */
  readonly kind: 'weekly';
  /**
   * All seven days, each with pairs `[start, end)` of local times, `HH:MM`; `24:00` ends a day, `[]` is a closed one.
   */
  readonly access_hours: {
    /** Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed. */
    readonly sun: readonly (readonly [string, string])[];
    /** Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed. */
    readonly mon: readonly (readonly [string, string])[];
    /** Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed. */
    readonly tue: readonly (readonly [string, string])[];
    /** Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed. */
    readonly wed: readonly (readonly [string, string])[];
    /** Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed. */
    readonly thu: readonly (readonly [string, string])[];
    /** Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed. */
    readonly fri: readonly (readonly [string, string])[];
    /** Blocks of that day, each from a start to an end, in the local time of `timezone`. Empty: closed. */
    readonly sat: readonly (readonly [string, string])[];
  };
  /** Inclusive. Unix seconds, UTC; a plain JSON integer. */
  readonly active_from?: number | undefined;
  /** Exclusive. Unix seconds, UTC; a plain JSON integer. */
  readonly active_until?: number | undefined;
};

export interface CheckIn {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /** Your identifier of the member. */
  readonly member_id: string;
  /**
   * When it was: ISO 8601. Without `Z` or an offset local time of the facility, a date alone the beginning of that day.
   */
  readonly timestamp: string;
  /**
   * Your identifier of the check-in. Without it, member, timestamp and type identify it: sent again, it is the same
   * one.
   */
  readonly check_in_id?: string | null | undefined;
  /** Kind of check-in, in your words. */
  readonly check_in_type?: string | null | undefined;
  /** How the person checked in, in your words. */
  readonly source?: string | null | undefined;
  /** The class booking or attendance that it belongs to. */
  readonly class_id?: string | null | undefined;
}

export interface CheckInsPushed {
  /** How many items were applied, in words. */
  readonly message: string;
  /** What became of the items. */
  readonly metadata: {
    /** How many items were applied. */
    readonly success: number;
    /** How many were not. */
    readonly skipped: number;
    /** The items that were not applied: all of them, or the first 10,000. */
    readonly skipped_items: readonly {
      /** Where the item stood in the batch, from 0. */
      readonly index: number;
      /** The check-in, by your own identifier. Null: the item named none. */
      readonly check_in_id: string | null;
      /** The member, by your own identifier. Null: the item named none. */
      readonly member_id: string | null;
      /** The facility: `fac_` and 16 characters. Null: the item named none. */
      readonly facility_id: string | null;
      /** Your own name for the facility, with partners that name facilities so. */
      readonly linking_identifier?: string | undefined;
      /** Names the field and the rule that it broke. */
      readonly reason: string;
      readonly [more: string]: unknown;
    }[];
    /**
     * Fields of applied items that were not taken: their stored values stay. All of them, or the first 10,000; absent
     * where there are none.
     */
    readonly ignored_fields?: readonly {
      /** Where the item stood in the batch, from 0. */
      readonly index: number;
      /** The check-in, by your own identifier. Null: the item named none. */
      readonly check_in_id: string | null;
      /** The member, by your own identifier. Null: the item named none. */
      readonly member_id: string | null;
      /** The facility: `fac_` and 16 characters. Null: the item named none. */
      readonly facility_id: string | null;
      /** Your own name for the facility, with partners that name facilities so. */
      readonly linking_identifier?: string | undefined;
      /** Where in the item, such as `membership_plans[0].end_date`. */
      readonly path: string;
      /** Names the field and the rule that it broke. */
      readonly reason: string;
    }[] | undefined;
    /**
     * What times without an offset, or without a time of day, were taken for: each once; absent where there were none.
     */
    readonly guesses?: readonly {
      /** The field, such as `membership_plans[].end_date`. */
      readonly path: string;
      /** What was taken for what it did not say. */
      readonly guess: string;
    }[] | undefined;
    /** Only for a dryrun key: nothing was written. */
    readonly 'dry-run'?: true | undefined;
  };
}

export interface Door {
  /** The door: `door_` and 16 characters. */
  readonly door_id: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id: string;
  /** Your own name for the facility, with partners that name facilities so. */
  readonly linking_identifier?: string | undefined;
  /** What staff call the door. */
  readonly name: string;
  /** The part of the building, in the words of staff. Left out where nobody has said. */
  readonly zone?: string | undefined;
  /** Where the door is, in the words of staff. Left out where nobody has said. */
  readonly location?: string | undefined;
  /** Whether the door can be unlocked now, as far as its box is reachable. The same as `online`. */
  readonly status: Open<'online' | 'offline'>;
  /** Whether the door’s box was heard of lately, and its relay board answers. */
  readonly online: boolean;
  /** How the lock stands, by its evidence; `unknown` while the door is offline. */
  readonly relay_state: Open<'locked' | 'unlocked' | 'unknown'>;
  /** Whether staff hold the door open or closed. A lockdown reads as `force-closed`. */
  readonly maintenance_mode: Open<'off' | 'force-open' | 'force-closed'>;
  /** Seconds for which an unlock holds the lock released. */
  readonly hold_time_seconds: number;
  /** When the door’s box was last heard of (UTC). Left out where it never was. */
  readonly last_seen?: string | undefined;
  /** Of the device at the door, else of the box that drives it. Left out where neither is known. */
  readonly device_serial_number?: string | undefined;
}

export interface DoorAccess {
  /** The door: `door_` and 16 characters. */
  readonly door_id: string;
  /** What staff call the door. */
  readonly name: string;
  /** Whether the door would open to the member at that time. */
  readonly allowed: boolean;
  /**
   * `granted`, or why not: `outside_hours`, `plan_ended`, `status_denied`, `no_grant`, `scope_unmapped`,
   * `maintenance_force_closed`, `lockdown`; `other` where staff decided. More may be added.
   */
  readonly reason: string;
  /**
   * What opens the door: `plan`, `grace` (a plan that ended a little while ago), `window`, `maintenance_open` (staff
   * hold the door open), or `other`: something that is not of your data.
   */
  readonly via?: string | undefined;
  /** With `outside_hours`: when your plans and windows next open this door, if within 400 days. */
  readonly next_open?: string | undefined;
  /** Everything that was looked at, in order: the first that `denies` or `opens` decided. */
  readonly explanation: readonly AccessStep[];
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
  /** Only for a dryrun key: nothing was done. */
  readonly 'dry-run'?: true | undefined;
}

export interface Event {
  /** Unique. An event read again has the same id. */
  readonly id: string;
  /**
   * `unlock`: an unlock request of yours has ended. `unlock.confirmed_late`: a door moved after all for an unlock that
   * was answered with a timeout. `warning.…`: something about your data at a facility needs a look, or no longer does.
   * `access.granted`, `access.denied`: a door has let a member of yours in by itself, or not; `access.released`: what
   * became of its lock then. More may be added: pass over kinds that you do not know.
   */
  readonly kind: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id: string;
  /** Your own name for the facility, with partners that name facilities so. */
  readonly linking_identifier?: string | undefined;
  /** When it happened. */
  readonly occurred_at: string;
  /** When it was recorded here; later than it happened if a box was cut off. */
  readonly recorded_at: string;
  /** What the kind of event tells; members that do not apply are left out. */
  readonly data: EventData;
}

export interface EventData {
  /**
   * Of an unlock: `unlocked`, or the reason of its failure. Of `access.released`: what became of the lock, such as
   * `unlocked`, `commanded` (nothing can see that lock), `open_already`, `relay_fault` or `maintenance`.
   */
  readonly outcome?: string | undefined;
  /** Of an unlock: the `event_id` of its answer. */
  readonly event_id?: string | undefined;
  /** The command that went to the door. */
  readonly command_id?: string | undefined;
  /** The door: `door_` and 16 characters. */
  readonly door_id?: string | undefined;
  /** Your identifier of the person. */
  readonly member_id?: string | undefined;
  /** The check-in, by your own identifier. */
  readonly check_in_id?: string | undefined;
  /** Where the request came from, as it said. */
  readonly source?: string | undefined;
  /** When the request came (UTC). */
  readonly started_at?: string | undefined;
  /** When it was answered (UTC). */
  readonly finished_at?: string | undefined;
  /** When physical evidence had seen the lock unlocked (UTC). */
  readonly confirmed_at?: string | undefined;
  /** Which evidence that was: `lock-sense` or `relay-contact`. */
  readonly confirmed_by?: string | undefined;
  /** The request that asked, as in its header `X-Request-Id`. */
  readonly request_id?: string | undefined;
  /** Of a warning: whether it still stands. */
  readonly state?: Open<'open' | 'closed'> | undefined;
  /** Of a warning: what it says, in words. */
  readonly message?: string | undefined;
  /** The scope key that the warning is about. */
  readonly scope_key?: string | undefined;
  /** Of `access.…`: one question at a door. `access.released` has that of its `access.granted`. */
  readonly entry_id?: string | undefined;
  /**
   * Of `access.granted`: what opened the door: `plan`, `grace`, `window`, `pass` (an outage pass of yours),
   * `maintenance_open`, or `other`: something that is not of your data.
   */
  readonly via?: string | undefined;
  /**
   * Of `access.denied`: why, by the words of the access check, or of an outage pass of yours; `other` where something
   * decided that is not of your data.
   */
  readonly reason?: string | undefined;
  /** Of `access.denied` with `outside_hours`. */
  readonly next_open?: string | undefined;
  /** `uncertain`: the box did not know the time well when it happened. */
  readonly clock?: string | undefined;
  readonly [more: string]: unknown;
}

export interface Facility {
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id: string;
  /** The organisation that the facility belongs to: `org_` and 16 characters. */
  readonly org_id: string;
  /** What the facility is called. */
  readonly name: string;
  /** The brand that the facility goes by. Left out where it has none. */
  readonly brand?: string | undefined;
  /** The facility’s own page. Left out where it has none. */
  readonly website_url?: string | undefined;
  /** IANA zone name. */
  readonly timezone: string;
  /** Where the facility is on social networks. Left out where it is on none. */
  readonly social_links?: {
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
  } | undefined;
  /** The postal address of the facility, in parts and in one line. Parts that nobody has given are left out. */
  readonly place_data?: {
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
  } | undefined;
  /** Degrees, north positive (WGS 84). Left out where nobody has said. */
  readonly latitude?: number | undefined;
  /** Degrees, east positive (WGS 84). Left out where nobody has said. */
  readonly longitude?: number | undefined;
  /** Your own name for the facility, with partners that name facilities so. */
  readonly linking_identifier?: string | undefined;
  /** What the facility filled in for the further fields of your integration, by their keys. */
  readonly custom_fields?: { readonly [name: string]: string } | undefined;
}

export interface Member {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /** Your identifier of the member: stable between syncs. */
  readonly member_id: string;
  /** Given name. */
  readonly first_name: string;
  /** Family name; empty for who has none. */
  readonly last_name: string;
  /** E-mail address. */
  readonly email?: string | null | undefined;
  /** E.123 international notation. */
  readonly mobile_phone?: string | null | undefined;
  /**
   * An object with any of `address_line_1`, `address_line_2`, `city`, `state`, `postal_code`, `country` (ISO 3166-1
   * alpha-2) and `country_name`, all texts. Anything else is not refused: every value in it is kept, joined, in
   * `address_line_1`, up to 30000 characters.
   */
  readonly address?: unknown | undefined;
  /** `YYYY-MM-DD`, a date of the calendar. */
  readonly date_of_birth?: string | null | undefined;
  /** As the member gave it. Null: not known. */
  readonly gender?: 'male' | 'female' | 'non_binary' | 'prefer_not_to_say' | 'unknown' | null | undefined;
  /** Kind of member, in your words. */
  readonly type?: string | null | undefined;
  /** Free labels. */
  readonly tags?: readonly string[] | null | undefined;
  /** Base64 of a JPEG, PNG, GIF or WebP, 5 MiB at most decoded; a data-URL prefix may stand before it. */
  readonly profile_picture?: string | null | undefined;
  /** The latest status, in your words. */
  readonly membership_status?: string | null | undefined;
  /** All of the member’s plans: the list replaces the one before. */
  readonly membership_plans?: readonly MemberPlan[] | null | undefined;
  /** When your system made the record. */
  readonly created?: string | null | undefined;
  /** When your system changed it last: an older one never overwrites a newer one. Without an offset: UTC. */
  readonly updated?: string | null | undefined;
  /** All windows of the member from you: the list replaces the one before. Left out, that one stays. */
  readonly access_time_windows?: readonly AccessTimeWindow[] | undefined;
  /** Required with `access_time_windows`: grows with every change of them. */
  readonly access_time_windows_revision?: number | undefined;
}

export interface MemberPlan {
  /** Your identifier of the plan. */
  readonly membership_plan_id: string;
  /** The plan’s name. */
  readonly name?: string | null | undefined;
  /**
   * When it starts; null or absent: unknown. Without an offset local time of the facility, a date alone its beginning.
   */
  readonly start_date?: string | null | undefined;
  /** When it ends; null or absent: ongoing. Without an offset local time of the facility, a date alone its end. */
  readonly end_date?: string | null | undefined;
  /** The plan’s own status, in your words. */
  readonly status?: string | null | undefined;
  /** True for the plan that counts now: at most one. With none, no plan is current. */
  readonly is_current?: boolean | null | undefined;
}

export interface Members {
  /** The members to be created or changed. */
  readonly members: readonly Member[];
}

export interface MembershipPlan {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /** Your identifier of the plan: stable between syncs. */
  readonly membership_plan_id: string;
  /** What members know the plan by. */
  readonly name: string;
  /** What the plan offers, for people. Null: none. */
  readonly description?: string | null | undefined;
  /** How often the price is due. Null: not known. */
  readonly billing_cycle?: 'weekly' | 'fortnightly' | 'monthly' | 'annually' | 'one_time' | null | undefined;
  /** In the smallest unit of the currency; not negative. */
  readonly price?: number | null | undefined;
  /** ISO 4217, in capitals. */
  readonly currency?: string | null | undefined;
  /** How many classes the plan includes; null means unlimited. */
  readonly class_limit?: number | null | undefined;
  /** How long the plan is valid. */
  readonly duration_days?: number | null | undefined;
  /** Whether it renews by itself. */
  readonly is_recurring?: boolean | null | undefined;
  /** Whether it is a trial. */
  readonly is_trial?: boolean | null | undefined;
  /** Whether people may buy it themselves. */
  readonly visible_to_public?: boolean | null | undefined;
  /** How many members have it now. */
  readonly active_members?: number | null | undefined;
  /** All zones of the plan: the list replaces the one before. */
  readonly access_zones?: readonly PlanAccessZone[] | null | undefined;
}

export interface MembershipPlansPushed {
  /** How many items were applied, in words. */
  readonly message: string;
  /** What became of the items. */
  readonly metadata: {
    /** How many items were applied. */
    readonly success: number;
    /** How many were not. */
    readonly skipped: number;
    /** The items that were not applied: all of them, or the first 10,000. */
    readonly skipped_items: readonly {
      /** Where the item stood in the batch, from 0. */
      readonly index: number;
      /** The plan, by your own identifier. Null: the item named none. */
      readonly membership_plan_id: string | null;
      /** The facility: `fac_` and 16 characters. Null: the item named none. */
      readonly facility_id: string | null;
      /** Your own name for the facility, with partners that name facilities so. */
      readonly linking_identifier?: string | undefined;
      /** Names the field and the rule that it broke. */
      readonly reason: string;
      readonly [more: string]: unknown;
    }[];
    /**
     * Fields of applied items that were not taken: their stored values stay. All of them, or the first 10,000; absent
     * where there are none.
     */
    readonly ignored_fields?: readonly {
      /** Where the item stood in the batch, from 0. */
      readonly index: number;
      /** The plan, by your own identifier. Null: the item named none. */
      readonly membership_plan_id: string | null;
      /** The facility: `fac_` and 16 characters. Null: the item named none. */
      readonly facility_id: string | null;
      /** Your own name for the facility, with partners that name facilities so. */
      readonly linking_identifier?: string | undefined;
      /** Where in the item, such as `membership_plans[0].end_date`. */
      readonly path: string;
      /** Names the field and the rule that it broke. */
      readonly reason: string;
    }[] | undefined;
    /**
     * What times without an offset, or without a time of day, were taken for: each once; absent where there were none.
     */
    readonly guesses?: readonly {
      /** The field, such as `membership_plans[].end_date`. */
      readonly path: string;
      /** What was taken for what it did not say. */
      readonly guess: string;
    }[] | undefined;
    /** Only for a dryrun key: nothing was written. */
    readonly 'dry-run'?: true | undefined;
  };
}

export interface Organisation {
  /** The organisation: `org_` and 16 characters. */
  readonly org_id: string;
  /** What the organisation is called. */
  readonly name: string;
}

export interface OutagePass {
  /** What takes the pass back. */
  readonly pass_id: string;
  /** The signed pass, for the phone: it shows it with a code of the moment. Not there for a dryrun key. */
  readonly pass?: string | undefined;
  /** The member, by your own identifier. */
  readonly member_id: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id: string;
  /** Your own name for the facility, with partners that name facilities so. */
  readonly linking_identifier?: string | undefined;
  /** The doors that it opens: all that are open to the member when it begins. */
  readonly doors: readonly {
    /** The door: `door_` and 16 characters. */
    readonly door_id: string;
    /** What staff call the door. */
    readonly name: string;
  }[];
  /** Now, or when the first door opens to the member within the asked hours. */
  readonly valid_from: string;
  /** When the asked hours are over, or the first of its doors closes to the member. */
  readonly valid_until: string;
  /** How often each box at the facility lets it open a door. */
  readonly uses: number;
}

export interface OutagePassRequest {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /** The phone’s ECDSA P-256 public key: a compressed point (SEC 1, 2.3.3), base64url. */
  readonly phone_key: string;
  /** How long it is to last at most. */
  readonly hours?: number | undefined;
  /** How often each box lets it open a door. */
  readonly uses?: number | undefined;
}

/**
 * Pairs of `[start, end]` in the facility’s local time, `HH:MM`, each within one day: split hours that go past
 * midnight. A day that is left out or empty is closed.
 */
export interface PlanAccessHours {
  /** Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed. */
  readonly mon?: readonly (readonly [string, string])[] | undefined;
  /** Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed. */
  readonly tue?: readonly (readonly [string, string])[] | undefined;
  /** Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed. */
  readonly wed?: readonly (readonly [string, string])[] | undefined;
  /** Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed. */
  readonly thu?: readonly (readonly [string, string])[] | undefined;
  /** Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed. */
  readonly fri?: readonly (readonly [string, string])[] | undefined;
  /** Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed. */
  readonly sat?: readonly (readonly [string, string])[] | undefined;
  /** Blocks of that day, each from a start to an end, in the facility’s local time. Empty or left out: closed. */
  readonly sun?: readonly (readonly [string, string])[] | undefined;
}

export interface PlanAccessZone {
  /** Names the zone within the plan; the facility maps it to doors. */
  readonly name: string;
  /** What the zone is, for people. Null: none. */
  readonly description?: string | null | undefined;
  /**
   * Days with pairs `[start, end)` in the facility’s local time, `HH:MM`; a day that is left out is closed. Without any
   * `access_hours`: no limit to the hours.
   */
  readonly access_hours?: PlanAccessHours | null | undefined;
}

export interface ReportMetrics {
  /** How many members there were, over the days of the snapshot. */
  readonly members: {
    /** Members with a current membership on the last day. */
    readonly active: number;
    /** Members who joined in these days. */
    readonly new: number;
    /** Members who left in these days. */
    readonly cancelled: number;
  };
  /** What was paid, over the days of the snapshot. */
  readonly revenue: {
    /** Sum of the payments, refunds taken off, in whole units of the currency. */
    readonly total_payments: number;
    /** How many payments these were. */
    readonly total_payments_count: number;
    /** ISO 4217. */
    readonly currency: string;
  };
}

export interface ReportSnapshot {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /** The first day, `YYYY-MM-DD`. */
  readonly start_date: string;
  /** The last day, `YYYY-MM-DD`: the first day or later. */
  readonly end_date: string;
  /** The figures. */
  readonly metrics: ReportMetrics;
}

export interface ReportSnapshotsPushed {
  /** How many items were applied, in words. */
  readonly message: string;
  /** What became of the items. */
  readonly metadata: {
    /** How many items were applied. */
    readonly success: number;
    /** How many were not. */
    readonly skipped: number;
    /** The items that were not applied: all of them, or the first 10,000. */
    readonly skipped_items: readonly {
      /** Where the item stood in the batch, from 0. */
      readonly index: number;
      /** The first day of the snapshot, as the item named it. Null: it named none. */
      readonly start_date: string | null;
      /** The last day of the snapshot, as the item named it. Null: it named none. */
      readonly end_date: string | null;
      /** The facility: `fac_` and 16 characters. Null: the item named none. */
      readonly facility_id: string | null;
      /** Your own name for the facility, with partners that name facilities so. */
      readonly linking_identifier?: string | undefined;
      /** Names the field and the rule that it broke. */
      readonly reason: string;
      readonly [more: string]: unknown;
    }[];
    /**
     * Fields of applied items that were not taken: their stored values stay. All of them, or the first 10,000; absent
     * where there are none.
     */
    readonly ignored_fields?: readonly {
      /** Where the item stood in the batch, from 0. */
      readonly index: number;
      /** The first day of the snapshot, as the item named it. Null: it named none. */
      readonly start_date: string | null;
      /** The last day of the snapshot, as the item named it. Null: it named none. */
      readonly end_date: string | null;
      /** The facility: `fac_` and 16 characters. Null: the item named none. */
      readonly facility_id: string | null;
      /** Your own name for the facility, with partners that name facilities so. */
      readonly linking_identifier?: string | undefined;
      /** Where in the item, such as `membership_plans[0].end_date`. */
      readonly path: string;
      /** Names the field and the rule that it broke. */
      readonly reason: string;
    }[] | undefined;
    /**
     * What times without an offset, or without a time of day, were taken for: each once; absent where there were none.
     */
    readonly guesses?: readonly {
      /** The field, such as `membership_plans[].end_date`. */
      readonly path: string;
      /** What was taken for what it did not say. */
      readonly guess: string;
    }[] | undefined;
    /** Only for a dryrun key: nothing was written. */
    readonly 'dry-run'?: true | undefined;
  };
}

export interface Simulation {
  /** The door: `door_` and 16 characters. */
  readonly door_id: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id: string;
  /** What you meet at this door now. Empty when everything works. */
  readonly simulating: readonly {
    /** Which failure is simulated. */
    readonly scenario: string;
    /** When it ends by itself. */
    readonly until: string;
  }[];
  /** Only for a dryrun key: its own unlocks are answered so, and nothing else. */
  readonly 'dry-run'?: true | undefined;
}

export interface SimulationRequest {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /**
   * `offline`: the box of the door loses its connection, so all its doors answer 503. `jam`: the lock does not move,
   * 502. `slow_confirmation`: the lock moves and the word of it comes too late, 504. `maintenance`: staff have closed
   * the door, 409. `integration_not_enabled`: your integration counts as disabled at the facility, 403. `clear`:
   * nothing of it any more.
   */
  readonly scenario: 'offline' | 'jam' | 'slow_confirmation' | 'maintenance' | 'integration_not_enabled' | 'clear';
  /** How long. Of no account for `clear`. */
  readonly seconds?: number | undefined;
}

export interface UnlockFailed {
  /** Always `failed`: `reason` says why. */
  readonly status: 'failed';
  /** Why, in one word. More may be added: tolerate ones that you do not know. */
  readonly reason: string;
  /** The door: `door_` and 16 characters. */
  readonly door_id: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id: string;
  /** This attempt: what the event feed and the facility’s staff call it. */
  readonly event_id: string;
  /** The refusal in words, for people. May be reworded. */
  readonly message: string;
  /** Names this request in our logs, as the header `X-Request-Id` does. */
  readonly request_id: string;
  /** With maintenance_mode_active. */
  readonly mode?: Open<'force-open' | 'force-closed'> | undefined;
  /** When the maintenance ends; null when nobody said. */
  readonly until?: string | null | undefined;
  /** Only for a dryrun key: nothing was done. */
  readonly 'dry-run'?: true | undefined;
}

export interface UnlockRequest {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /** Your identifier of the person, for the record. */
  readonly member_id: string;
  /** The person’s given name, for the record and for staff. */
  readonly first_name: string;
  /** Empty for who has none. */
  readonly last_name: string;
  /** First and last name joined, unless given. */
  readonly full_name?: string | undefined;
  /** For your own correlation. */
  readonly check_in_id?: string | undefined;
  /** Where the request comes from, such as an app or a kiosk. */
  readonly source?: string | undefined;
  /** The same key for this door within 24 hours gives the same answer and moves nothing. */
  readonly idempotency_key?: string | undefined;
  /**
   * Kept with the record of the unlock; beyond 16 384 characters of JSON beside it, for as long as the facility’s
   * platform keeps such.
   */
  readonly metadata?: { readonly [name: string]: unknown } | undefined;
}

export interface Unlocked {
  /** Always `unlocked`: evidence has seen it. */
  readonly status: 'unlocked';
  /** The door: `door_` and 16 characters. */
  readonly door_id: string;
  /** The facility: `fac_` and 16 characters. */
  readonly facility_id: string;
  /** This attempt: what the event feed and the facility’s staff call it. */
  readonly event_id: string;
  /** The command that went to the door. */
  readonly command_id: string;
  /** Seconds for which an unlock holds the lock released. */
  readonly hold_time_seconds: number;
  /** When physical evidence had seen the lock unlocked. */
  readonly confirmed_at?: string | undefined;
  /** Which evidence that was. */
  readonly confirmed_by?: Open<'lock-sense' | 'relay-contact'> | undefined;
  /** Only for a dryrun key: nothing was sent to the door. */
  readonly 'dry-run'?: true | undefined;
}

export type DoorsListInput = {
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
};

export type DoorsReadInput = {
  /** The door, by the `door_id` of the list. */
  readonly door_id: string;
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
};

export type DoorsUnlockInput = {
  /** The door, by the `door_id` of the list. */
  readonly door_id: string;
} & UnlockRequest;

export type CheckInsPushInput = {
  /** The check-ins, in the order in which they are applied. */
  readonly check_ins: readonly CheckIn[];
};

export type EventsListInput = {
  /** `next` of an earlier answer. Without it, or empty: the oldest events. */
  readonly after?: string | undefined;
  /** How many at most. */
  readonly limit?: number | undefined;
};

export type MembersPushInput = Members;

export type AccessCheckInput = {
  /** The member, by your own identifier. */
  readonly member_id: string;
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
  /** One door. Without it: every door of the facility. */
  readonly door_id?: string | undefined;
  /** The moment to check, as ISO 8601 with `Z` or an offset (write its `+` as `%2B`). Without it: now. */
  readonly at?: string | undefined;
};

export type PassesIssueInput = {
  /** The member, by your own identifier. */
  readonly member_id: string;
} & OutagePassRequest;

export type PassesRevokeInput = {
  /** The member, by your own identifier. */
  readonly member_id: string;
  /** The pass, by the `pass_id` that it was issued with. */
  readonly pass_id: string;
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
};

export type PlansPushInput = {
  /** The plans, in the order in which they are applied. */
  readonly membership_plans: readonly MembershipPlan[];
};

export type ReportsPushInput = {
  /** The snapshots, in the order in which they are applied. */
  readonly snapshots: readonly ReportSnapshot[];
};

export type SandboxReadInput = {
  /** The door, by the `door_id` of the list. */
  readonly door_id: string;
  /** The platform’s facility id. For integrations linked directly. */
  readonly facility_id?: string | undefined;
  /** Your own code for the facility. For integrations linked by identifier. */
  readonly linking_identifier?: string | undefined;
};

export type SandboxSimulateInput = {
  /** The door, by the `door_id` of the list. */
  readonly door_id: string;
} & SimulationRequest;

/** One method an endpoint. */
export interface PartnerApi {
  readonly doors: {
    /**
     * List doors. The doors of one facility, ordered by name. Their ids are what an unlock names.
     *
     * `GET /partner/v1/access-control/doors`
     */
    list(input: DoorsListInput, options?: RequestOptions): Promise<{
      /** What was asked for. */
      readonly data: readonly Door[];
    }>;
    /**
     * Read a door. One door as its box last reported it: whether it is online, locked, and in a maintenance mode.
     *
     * `GET /partner/v1/access-control/doors/{door_id}`
     */
    read(input: DoorsReadInput, options?: RequestOptions): Promise<{
      /** What was asked for. */
      readonly data: Door;
    }>;
    /**
     * Unlock a door. Opens one door now, for its configured hold time, and answers 200 only after evidence independent
     * of the relay has seen the lock unlocked. Your system decides who may enter; Gatehouse checks the key, the
     * facility, the door and its state. A command that is not confirmed in time has expired on the box before you are
     * told so. `Prefer: wait=N` shortens the wait, not below 2 seconds. Send an `idempotency_key` and repeat the
     * request with it if an answer gets lost; use a new key after a 409, 502, 503 or 504 that you received.
     *
     * `POST /partner/v1/access-control/doors/{door_id}/unlock`
     */
    unlock(input: DoorsUnlockInput, options?: RequestOptions): Promise<Unlocked>;
  };
  readonly auth: {
    /**
     * Check a key. Answers with the name of the account that the key belongs to.
     *
     * `GET /partner/v1/auth/ping`
     */
    ping(options?: RequestOptions): Promise<{
      /** Whose key it is, in words. */
      readonly message: string;
      /** What the platform calls your account. */
      readonly partner: string;
      /** What the key may do: everything, rehearse everything, or read. */
      readonly key_type: Open<'live' | 'dryrun' | 'read-only'>;
    }>;
  };
  readonly checkIns: {
    /**
     * Record check-ins. Records who came in and when, as your system knows it; it opens nothing. A check-in that is
     * known already, by its `check_in_id` or else by member, timestamp and type, is updated. An item that is not valid,
     * or that names no facility of yours with the integration enabled, is skipped with a reason, and the others are
     * applied. We recommend at most 1000 check-ins a request; 10 MB is the limit. Sending a batch again is harmless.
     *
     * `POST /partner/v1/check-ins`
     */
    push(input: CheckInsPushInput, options?: RequestOptions): Promise<CheckInsPushed>;
  };
  readonly events: {
    /**
     * Read the event feed. Everything that happened to your unlocks, windows and members, over all facilities that your
     * key reaches, in one lasting order. Keep `next` of each answer and send it as `after` of the next request: no
     * event is missed and none comes twice, whatever happens meanwhile. Events are kept for 30 days. If `complete` is
     * false, events that followed your cursor were already gone.
     *
     * `GET /partner/v1/events`
     */
    list(input: EventsListInput, options?: RequestOptions): Promise<{
      /** The events, the oldest first. */
      readonly data: readonly Event[];
      /** The cursor for the next request, also when there is nothing new. */
      readonly next: string;
      /** True if there is more to read right now. */
      readonly has_more: boolean;
      /** False if events after the cursor are gone: past their 30 days, or lost in a restore from a backup. */
      readonly complete: boolean;
    }>;
  };
  readonly facilities: {
    /**
     * List facilities. The facilities that have your integration enabled, ordered by id.
     *
     * `GET /partner/v1/facilities`
     */
    list(options?: RequestOptions): Promise<{
      /** What was asked for. */
      readonly data: readonly Facility[];
    }>;
  };
  readonly members: {
    /**
     * Create or update members, with their access time windows. Takes members in batches: 1000 at a time work best. A
     * member is created or updated by `member_id`, at the facility it names. An optional field that is left out keeps
     * its value, `null` clears it; `membership_plans`, where sent, replaces the list. An item that cannot be taken is
     * skipped with a reason and the others go on; one whose `updated` is older than the stored one is skipped, or, if
     * it brings windows, these alone count, by their revision. `access_time_windows` is a complete snapshot with a
     * revision: newer replaces, the same again changes nothing, older skips the item, `[]` with a newer revision
     * revokes all of them, and leaving the field out leaves them as they are. Never send `[]` because you could not
     * read your own source. Any fault in a window refuses the whole request with 422 before anything is written.
     *
     * `POST /partner/v1/members`
     */
    push(input: MembersPushInput, options?: RequestOptions): Promise<{
      /** What became of the batch, in words. */
      readonly message: string;
      /** What became of the items. */
      readonly metadata: {
        /** How many items were applied. */
        readonly success: number;
        /** How many were not. */
        readonly skipped: number;
        /** The items that were not applied: all of them, or the first 10,000. */
        readonly skipped_items: readonly {
          /** Where the item stood in the batch, from 0. */
          readonly index: number;
          /** The member, by your own identifier. Null: the item named none. */
          readonly member_id: string | null;
          /** The facility: `fac_` and 16 characters. Null: the item named none. */
          readonly facility_id: string | null;
          /** Your own name for the facility, with partners that name facilities so. */
          readonly linking_identifier?: string | undefined;
          /** Names the field and the rule that it broke. */
          readonly reason: string;
          readonly [more: string]: unknown;
        }[];
        /**
         * Fields of applied items that were not taken: their stored values stay. All of them, or the first 10,000;
         * absent where there are none.
         */
        readonly ignored_fields?: readonly {
          /** Where the item stood in the batch, from 0. */
          readonly index: number;
          /** The member, by your own identifier. Null: the item named none. */
          readonly member_id: string | null;
          /** The facility: `fac_` and 16 characters. Null: the item named none. */
          readonly facility_id: string | null;
          /** Your own name for the facility, with partners that name facilities so. */
          readonly linking_identifier?: string | undefined;
          /** Where in the item, such as `membership_plans[0].end_date`. */
          readonly path: string;
          /** Names the field and the rule that it broke. */
          readonly reason: string;
        }[] | undefined;
        /**
         * What times without an offset, or without a time of day, were taken for: each once; absent where there were
         * none.
         */
        readonly guesses?: readonly {
          /** The field, such as `membership_plans[].end_date`. */
          readonly path: string;
          /** What was taken for what it did not say. */
          readonly guess: string;
        }[] | undefined;
        /** Only for a dryrun key: nothing was written. */
        readonly 'dry-run'?: true | undefined;
      };
    }>;
  };
  readonly access: {
    /**
     * Check a member’s access. Would this member get in with a card or code, and why? Goes by what you have pushed,
     * what the facility has mapped your scope keys and plan zones to, the doors’ maintenance modes and what staff
     * decided, by the same rules as the boxes at the doors. It changes nothing and opens nothing. Of what staff or
     * another integration decided you learn the outcome only: `other`. An unlock that you send is not checked by this:
     * there, you decide.
     *
     * `GET /partner/v1/members/{member_id}/access-check`
     */
    check(input: AccessCheckInput, options?: RequestOptions): Promise<{
      /** What was asked for. */
      readonly data: {
        /** The member, by your own identifier. */
        readonly member_id: string;
        /** The facility: `fac_` and 16 characters. */
        readonly facility_id: string;
        /** Your own name for the facility, with partners that name facilities so. */
        readonly linking_identifier?: string | undefined;
        /** The moment that was checked. */
        readonly at: string;
        /** The answer for each door. */
        readonly doors: readonly DoorAccess[];
        /** Which rules were gone by. */
        readonly versions: {
          /** The release of the IANA time zone database that was gone by. */
          readonly time_zones: string;
          /** Of the stored windows; null if there are none. */
          readonly access_time_windows_revision: number | null;
          /** Higher with every change of the facility’s access rules. */
          readonly facility: number;
        };
      };
    }>;
  };
  readonly passes: {
    /**
     * Issue an outage pass. A pass for a phone of the member, that doors know as yours with no connection to anything:
     * for a member whom you have sent while the facility’s box cannot be reached, and who stands in front of it. It
     * opens what the member may open anyway, as the access check says, for a short while, at one facility, and only
     * together with a code that the phone makes anew every 15 seconds. The phone’s key never leaves the phone. Asked
     * again for the same phone, the answer is the same pass while it has at least half of its time; for another phone,
     * the member’s earlier passes end. A door that knows the member as banned stays shut.
     *
     * `POST /partner/v1/members/{member_id}/outage-passes`
     */
    issue(input: PassesIssueInput, options?: RequestOptions): Promise<{
      /** What was asked for. */
      readonly data: OutagePass;
      /** Only for a dryrun key: nothing was changed. */
      readonly 'dry-run'?: true | undefined;
    }>;
    /**
     * Take an outage pass back. Ends a pass before its time. Boxes that are reached know it within moments; one that is
     * cut off takes the pass until it ends by itself. Taking it back again changes nothing.
     *
     * `DELETE /partner/v1/members/{member_id}/outage-passes/{pass_id}`
     */
    revoke(input: PassesRevokeInput, options?: RequestOptions): Promise<{
      /** The pass: `pass_` and 16 characters. */
      readonly pass_id: string;
      /** The pass opens nothing any more, once the facility’s boxes have heard of it. */
      readonly revoked: true;
      /** Only for a dryrun key: nothing was changed. */
      readonly 'dry-run'?: true | undefined;
    }>;
  };
  readonly plans: {
    /**
     * Create or update membership plans. A plan that is new is created, one that is known by its `membership_plan_id`
     * is updated: of an optional field that is left out the stored value stays, and null clears it. An item that is not
     * valid, or that names no facility of yours with the integration enabled, is skipped with a reason, and the others
     * are applied. We recommend at most 1000 plans a request; 10 MB is the limit. Sending a batch again is harmless.
     *
     * `POST /partner/v1/membership-plans`
     */
    push(input: PlansPushInput, options?: RequestOptions): Promise<MembershipPlansPushed>;
  };
  readonly organisations: {
    /**
     * List organisations. The organisations where your integration is enabled for at least one facility, ordered by id.
     *
     * `GET /partner/v1/organisations`
     */
    list(options?: RequestOptions): Promise<{
      /** What was asked for. */
      readonly data: readonly Organisation[];
    }>;
  };
  readonly reports: {
    /**
     * Send report snapshots. Figures of a facility over some days. A snapshot of the same facility and days replaces
     * the one before. An item that is not valid, or that names no facility of yours with the integration enabled, is
     * skipped with a reason, and the others are applied. A request takes at most 25 snapshots; one with more is refused
     * whole.
     *
     * `POST /partner/v1/report-snapshots`
     */
    push(input: ReportsPushInput, options?: RequestOptions): Promise<ReportSnapshotsPushed>;
  };
  readonly sandbox: {
    /**
     * Read what is simulated. What you asked to have simulated at a door of a sandbox facility and is not over yet. A
     * box that is restarted meanwhile may have ended it earlier.
     *
     * `GET /partner/v1/sandbox/doors/{door_id}/simulate`
     */
    read(input: SandboxReadInput, options?: RequestOptions): Promise<Simulation>;
    /**
     * Simulate a failure. At a sandbox facility, makes a door fail on purpose for a while, so that you can see what
     * your software makes of it: the unlocks that follow answer as they would if it were so. One thing is simulated at
     * a door at a time, beside `integration_not_enabled`; the next replaces it, `clear` ends all. Everything ends by
     * itself. No lock is moved, but for a hold that `maintenance` ends. With a dryrun key it is rehearsed: the unlocks
     * of that key at that door are answered so, at once, and neither a box nor anybody else meets it.
     *
     * `POST /partner/v1/sandbox/doors/{door_id}/simulate`
     */
    simulate(input: SandboxSimulateInput, options?: RequestOptions): Promise<Simulation>;
  };
}

/** How each operation is sent. `keyed`: it moves something, so it may be repeated with its own `idempotency_key` only. */
export const OPERATIONS = {
  'doors.list': {
    group: 'doors',
    name: 'list',
    method: 'GET',
    path: '/partner/v1/access-control/doors',
    query: ['facility_id', 'linking_identifier'],
    input: true,
    keyed: false,
  },
  'doors.read': {
    group: 'doors',
    name: 'read',
    method: 'GET',
    path: '/partner/v1/access-control/doors/{door_id}',
    query: ['facility_id', 'linking_identifier'],
    input: true,
    keyed: false,
  },
  'doors.unlock': {
    group: 'doors',
    name: 'unlock',
    method: 'POST',
    path: '/partner/v1/access-control/doors/{door_id}/unlock',
    query: [],
    input: true,
    keyed: true,
  },
  'auth.ping': {
    group: 'auth',
    name: 'ping',
    method: 'GET',
    path: '/partner/v1/auth/ping',
    query: [],
    input: false,
    keyed: false,
  },
  'check_ins.push': {
    group: 'checkIns',
    name: 'push',
    method: 'POST',
    path: '/partner/v1/check-ins',
    query: [],
    input: true,
    keyed: false,
  },
  'events.list': {
    group: 'events',
    name: 'list',
    method: 'GET',
    path: '/partner/v1/events',
    query: ['after', 'limit'],
    input: true,
    keyed: false,
  },
  'facilities.list': {
    group: 'facilities',
    name: 'list',
    method: 'GET',
    path: '/partner/v1/facilities',
    query: [],
    input: false,
    keyed: false,
  },
  'members.push': {
    group: 'members',
    name: 'push',
    method: 'POST',
    path: '/partner/v1/members',
    query: [],
    input: true,
    keyed: false,
  },
  'access.check': {
    group: 'access',
    name: 'check',
    method: 'GET',
    path: '/partner/v1/members/{member_id}/access-check',
    query: ['facility_id', 'linking_identifier', 'door_id', 'at'],
    input: true,
    keyed: false,
  },
  'passes.issue': {
    group: 'passes',
    name: 'issue',
    method: 'POST',
    path: '/partner/v1/members/{member_id}/outage-passes',
    query: [],
    input: true,
    keyed: false,
  },
  'passes.revoke': {
    group: 'passes',
    name: 'revoke',
    method: 'DELETE',
    path: '/partner/v1/members/{member_id}/outage-passes/{pass_id}',
    query: ['facility_id', 'linking_identifier'],
    input: true,
    keyed: false,
  },
  'plans.push': {
    group: 'plans',
    name: 'push',
    method: 'POST',
    path: '/partner/v1/membership-plans',
    query: [],
    input: true,
    keyed: false,
  },
  'organisations.list': {
    group: 'organisations',
    name: 'list',
    method: 'GET',
    path: '/partner/v1/organisations',
    query: [],
    input: false,
    keyed: false,
  },
  'reports.push': {
    group: 'reports',
    name: 'push',
    method: 'POST',
    path: '/partner/v1/report-snapshots',
    query: [],
    input: true,
    keyed: false,
  },
  'sandbox.read': {
    group: 'sandbox',
    name: 'read',
    method: 'GET',
    path: '/partner/v1/sandbox/doors/{door_id}/simulate',
    query: ['facility_id', 'linking_identifier'],
    input: true,
    keyed: false,
  },
  'sandbox.simulate': {
    group: 'sandbox',
    name: 'simulate',
    method: 'POST',
    path: '/partner/v1/sandbox/doors/{door_id}/simulate',
    query: [],
    input: true,
    keyed: false,
  },
} as const;
