import type { Clock } from '@gatehouse/shared/time/clock.ts';
import { type ReadonlySignal, signal } from '@preact/signals';
import { createAsking } from './asking.ts';
import type { Written } from './document.ts';
import { createTokenKeeper } from './token-keeper.ts';

interface ExplorerDeps {
  readonly clock: Pick<Clock, 'wallMs' | 'after'>;
  readonly fetch: typeof fetch;
  readonly isOnline: () => boolean;
  /** `https://host:port`, for what is shown to be copied. */
  readonly origin: string;
}

/** What it begins with. */
const BEGINS_WITH = `# Who you are, and the places that you may see, each with its doors.
query Begin {
  me {
    user {
      email
    }
  }
  clubsList(limit: 5) {
    data {
      name
      doors {
        data {
          name
        }
      }
    }
    next
  }
}
`;

const UNTIL_READ: Written = { text: BEGINS_WITH, variables: '', operationName: undefined };

/** All that the page knows and does, apart from how it is drawn. */
export const createExplorer = ({ clock, fetch, isOnline, origin }: ExplorerDeps) => {
  const token = createTokenKeeper({ clock, fetch });
  const asking = createAsking({ token, fetch, isOnline });
  const written = signal<Written>(UNTIL_READ);

  return {
    clock,
    fetch,
    origin,
    token,
    heard: asking.heard,
    written: written as ReadonlySignal<Written>,
    write: (now: Written): void => {
      const before = written.value;
      const isSame =
        before.text === now.text && before.variables === now.variables && before.operationName === now.operationName;
      if (!isSame) written.value = now;
    },
    ask: asking.ask,
  };
};
export type Explorer = ReturnType<typeof createExplorer>;
