import type { Duration } from '@gatehouse/shared/time/duration.ts';
import type { WarningKind } from './warnings.service.ts';

/** A kind of warning that needs somebody now: people are told of it, in steps, until one of them says that it is theirs. */
export interface AlarmKind {
  readonly kind: WarningKind;
  /** As a push and an e-mail say it: names nobody. */
  readonly title: string;
  /** Nobody is told of one that is over within this time. */
  readonly tellAfter: Duration;
  /** Why it cannot wait for the next look at the warnings. */
  readonly why: string;
}

declare module '../../kit/modules/module.ts' {
  interface ModuleParts<Deps> {
    /** Those of its warnings that are alarms. */
    readonly alarms?: (deps: Deps) => readonly AlarmKind[];
  }
}
