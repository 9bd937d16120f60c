// Generated from the AsyncAPI document of the live socket: npm run generate.

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

export interface By {
  /** `system`: by order at the machine, or by the product itself. */
  readonly kind: 'user' | 'partner' | 'device' | 'box' | 'system';
  /** Of the user, the partner, the device or the box; of `system` what is on record. */
  readonly id: string;
  /** What they are called now. Null: not known, or not any more. */
  readonly name: string | null;
}

export interface DeviceOnline {
  /** The device or the door controller. */
  readonly uuid: string;
  /** What sort of thing it is, in one word. */
  readonly kind: 'camera' | 'ai-edge-processor' | 'core-ai-agent' | 'display-screen' | 'router' | 'generic' | 'door-controller';
  /** Null for a box that staff call nothing. */
  readonly name: string | null;
  /** Whether it has said something within the last five minutes. */
  readonly online: boolean;
  /** Once it is not online: when it last said something, or null for one that never did. Null while it is. */
  readonly lastHeard: string | null;
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

export interface LiveDoor {
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  readonly name: string;
  /** The box: the same as the `uuid` of its door controller. Null: no box drives the door. */
  readonly boxId: string | null;
  /**
   * `unreachable`: the box is there and the door’s board does not answer. `stale`: three beacons are missing. `gone`:
   * the link was cut.
   */
  readonly presence: 'online' | 'unreachable' | 'stale' | 'gone' | 'never_seen' | 'without_box';
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
  /** The facility. */
  readonly facilityId: string;
  /** The box’s last beacon, once the door is not online; null while it is: then it is seconds old. */
  readonly lastSeen: string | null;
  /** Which snapshot of the rules the box goes by, of how many; null before it has any. */
  readonly enforces: {
    /** Which of the facility’s rules the box goes by: they are numbered. */
    readonly revision: number;
    /** The newest there is. Null: the facility has none yet. */
    readonly of: number | null;
    /** Whether the box holds what the cloud holds under that number. Null: not known. */
    readonly hashMatches: boolean | null;
  } | null;
}

export interface LiveDoorOfOrganisation {
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  readonly name: string;
  /** The box: the same as the `uuid` of its door controller. Null: no box drives the door. */
  readonly boxId: string | null;
  /**
   * `unreachable`: the box is there and the door’s board does not answer. `stale`: three beacons are missing. `gone`:
   * the link was cut.
   */
  readonly presence: 'online' | 'unreachable' | 'stale' | 'gone' | 'never_seen' | 'without_box';
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
  /** The facility. */
  readonly facilityId: string;
  /** The box’s last beacon, once the door is not online; null while it is: then it is seconds old. */
  readonly lastSeen: string | null;
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

export interface UnlockOutcome {
  /** Of the unlock: the `event_id` of its answer. */
  readonly eventId: string;
  /** What the box was sent; null where no command was made. */
  readonly commandId: string | null;
  /** The door: `door_` and 16 characters. */
  readonly doorId: string;
  /** `unlocked`, or why it was not: the error code of its answer. */
  readonly outcome: string;
  /** The door moved, and the word of it came after the answer: the outcome is what the caller was told. */
  readonly confirmedLate: boolean;
  /** When the lock was seen to move (UTC). */
  readonly confirmedAt: string | null;
  /** What saw it. */
  readonly confirmedBy: string | null;
  /** Who asked. */
  readonly by: 'partner' | 'staff';
  /** The partner account: `ptr_` and 16 characters. */
  readonly partnerId: string | null;
  /** For whom; null where staff asked. */
  readonly memberId: string | null;
  /** Who of the staff asked. */
  readonly userId: string | null;
  readonly startedAt: string | null;
  /** When the outcome was recorded (UTC). */
  readonly recordedAt: string;
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

/** What is spoken, and where. */
export type LiveProtocol = 'gatehouse.live.v1';
export type LivePath = '/api/live';

/** What a page sends. */
export type FrameIn =
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'subscribe';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** Goes on after that message; without it begins with a `snapshot`. */
    readonly after?: number | undefined;
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'unsubscribe';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'resume';
    /** What a service does, by the id that its answer gave. */
    readonly run: string;
    /** The last line of the run that the client has. */
    readonly after?: number | undefined;
  };

/** What it is sent. */
export type FrameOut =
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'welcome';
    /** What endpoints are told that report to this socket. */
    readonly socketID: string;
    /** A `beat` comes at least so often. */
    readonly heartbeatMs: number;
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'beat';
    /** The time here. */
    readonly at: string;
    /** Of the topics that the client watches those of which all is told that there was a moment ago. */
    readonly current: readonly string[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'refused';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic?: string | undefined;
    /** What a service does, by the id that its answer gave. */
    readonly run?: string | undefined;
    /** The error code. */
    readonly error: string;
    /** What happened, for people. */
    readonly message: string;
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'revoked';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The error code. */
    readonly error: string;
    /** What happened, for people. */
    readonly message: string;
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'log';
    /** What a service does, by the id that its answer gave. */
    readonly run: string;
    /** The number of the line, from 1 on without a gap. */
    readonly seq: number;
    /** When it was told. */
    readonly at: string;
    /** How grave it is. */
    readonly level: 'info' | 'warning' | 'error';
    /** What the service tells. */
    readonly text: string;
    /** How much is done, where that can be counted. */
    readonly done: number | null;
    /** Of how much. */
    readonly of: number | null;
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly Alarm[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly {
      /** Which entry. */
      readonly id: string;
      /** As it is from now on; null where it is no more. */
      readonly entry: Alarm | null;
    }[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly DeviceOnline[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly {
      /** Which entry. */
      readonly id: string;
      /** As it is from now on; null where it is no more. */
      readonly entry: DeviceOnline | null;
    }[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly OperatorEvent[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly OperatorEvent[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly LiveDoor[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly {
      /** Which entry. */
      readonly id: string;
      /** As it is from now on; null where it is no more. */
      readonly entry: LiveDoor | null;
    }[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly OperatorEvent[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly OperatorEvent[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly Job[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly {
      /** Which entry. */
      readonly id: string;
      /** As it is from now on; null where it is no more. */
      readonly entry: Job | null;
    }[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly Job[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly {
      /** Which entry. */
      readonly id: string;
      /** As it is from now on; null where it is no more. */
      readonly entry: Job | null;
    }[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly LiveDoorOfOrganisation[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly {
      /** Which entry. */
      readonly id: string;
      /** As it is from now on; null where it is no more. */
      readonly entry: LiveDoorOfOrganisation | null;
    }[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly UnlockOutcome[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly UnlockOutcome[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'snapshot';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** `after` was past its retention: something may be missing, and this is where it goes on. */
    readonly reset: boolean;
    /** All there is now; nothing of a topic that only tells what happens. */
    readonly data: readonly Warning[];
  }
  | {
    /** What sort of thing it is, in one word. */
    readonly type: 'patch';
    /** A kind and an id: `facility:fac_0123456789abcdef`. */
    readonly topic: string;
    /** The place of a message in its topic. Higher ones are later; they need not be neighbours. */
    readonly seq: number;
    /** What became different, or happened. */
    readonly changes: readonly {
      /** Which entry. */
      readonly id: string;
      /** As it is from now on; null where it is no more. */
      readonly entry: Warning | null;
    }[];
  };
