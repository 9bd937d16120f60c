/** One step of a topic. Its number is the cursor: whoever has it goes on after it. */
export interface LiveMessage {
  readonly seq: number;
  readonly changes: readonly unknown[];
}

/** What follows a place of a topic. */
export interface LivePage {
  readonly messages: readonly LiveMessage[];
  /** Where the next page begins; also past what this topic does not tell of its feed. */
  readonly next: number;
  readonly more: boolean;
  /** False if something after the asked place is past its retention. */
  readonly complete: boolean;
}

/** Where somebody begins who has no place yet. */
export interface LiveBeginning {
  readonly seq: number;
  /** What there is at that place; nothing of a topic that only tells what happens. */
  readonly entries: readonly unknown[];
  /** The step that this look found and stored, and the place that it follows: it need not be read again. */
  readonly step?: { readonly after: number; readonly message: LiveMessage };
  /** Further names whose change wakes who reads this, beside the topic's own. */
  readonly wokenBy?: readonly string[];
}

/** What a topic is read from, for one key. Several processes may read the same: places are the database's. */
export interface LiveSource {
  /** Whether what happens is noticed by looking: `begin` is then called before each reading. */
  readonly looks: boolean;
  begin(): Promise<LiveBeginning>;
  /** At most `limit` messages after that place, in their order. */
  page(after: number, limit: number): Promise<LivePage>;
}
