import type { BoardErrorReason } from '../driver.ts';
import type { LineTrouble } from './switch-bus.ts';

interface Asked {
  /** The pulse supervisor answers under it. */
  readonly id: number;
  readonly unit: number;
}
interface Write extends Asked {
  readonly channel: number;
  readonly energised: boolean;
  /** On the machine's own monotonic clock: not written any more after this. */
  readonly notAfterMs: number;
}

/** One thing that the agent asks of its pulse supervisor. */
export type Order =
  | (Write & { readonly do: 'set' })
  | (Write & { readonly do: 'pulse'; readonly forMs: number })
  | (Asked & { readonly do: 'read-coils'; readonly count: number })
  | (Asked & { readonly do: 'read-inputs'; readonly count: number });

/** Agent to pulse supervisor. `open` comes first, once; `close` last. */
export type ToPulseSupervisor =
  | { readonly do: 'open'; readonly kind: string; readonly config: unknown }
  | Order
  | { readonly do: 'close' };

/** What became of an order. */
export type Answer = {
  readonly id: number;
} /** `atMs`: when the request was written, on the machine's own monotonic clock. */ & (
  | { readonly is: 'written'; readonly atMs: number }
  | { readonly is: 'read'; readonly atMs: number; readonly values: readonly (boolean | undefined)[] }
  | { readonly is: 'failed'; readonly reason: BoardErrorReason; readonly sent: boolean; readonly text: string }
  /** Something was thrown that no board error is. */
  | { readonly is: 'broken'; readonly text: string }
);

/** Pulse supervisor to agent. */
export type FromPulseSupervisor =
  /** The bus is open: orders may come. */
  | { readonly is: 'ready' }
  /** The bus cannot be opened: the pulse supervisor is of no use. */
  | { readonly is: 'unfit'; readonly text: string }
  | Answer
  | { readonly is: 'hint'; readonly unit: number }
  | { readonly is: 'bits'; readonly unit: number; readonly bits: string; readonly atMs: number }
  | { readonly is: 'trouble'; readonly unit: number; readonly trouble: LineTrouble | null }
  | {
      readonly is: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly detail: object;
      readonly message: string;
    };
