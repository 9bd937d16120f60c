import { useSignal } from '@preact/signals';
import { useEffect, useId, useState } from 'preact/hooks';
import { RefusedError } from '../client/request-errors.ts';
import { useAttempt } from '../kit/attempt.ts';
import { Choices } from '../kit/choices.tsx';
import { TextField } from '../kit/text-field.tsx';
import { explorerLabels as labels, explorerWords as words } from '../words/explorer-en.ts';
import type { Explorer } from './explorer.ts';
import type { Holding } from './token-keeper.ts';

const READ = 'read';

const NOT_HELD = { none: labels.tokenNone, ended: labels.tokenEnded, refused: labels.tokenRefused } as const;

const said = (holding: Holding): string =>
  holding.is === 'held' ? words.tokenHeld(holding.scope, timeOf(holding.endsAtMs)) : NOT_HELD[holding.is];
/** By the clock of whoever looks: it is about the next minutes. */
const timeOf = (ms: number): string => new Date(ms).toLocaleTimeString('en', { timeStyle: 'short' });

/** Whether a token is held, and the form that gets one: open as long as there is none. */
export const TokenPanel = ({ explorer }: { readonly explorer: Explorer }) => {
  const holding = explorer.token.holding.value;
  const isHeld = holding.is === 'held';
  const wanted = useSignal(false);
  useEffect(() => {
    wanted.value = false;
  }, [holding, wanted]);
  return (
    <section class="panel token" aria-labelledby="token-title">
      <div class="token-head">
        <h2 id="token-title">{labels.tokenTitle}</h2>
        <p role="status" class="token-says" data-is={holding.is}>
          {said(holding)}
        </p>
        {isHeld && (
          <div class="buttons">
            <button type="button" aria-expanded={wanted.value} onClick={() => (wanted.value = !wanted.value)}>
              {labels.another}
            </button>
            <button type="button" onClick={explorer.token.forget}>
              {labels.forget}
            </button>
          </div>
        )}
      </div>
      {(!isHeld || wanted.value) && <TokenForm explorer={explorer} />}
    </section>
  );
};

const TokenForm = ({ explorer }: { readonly explorer: Explorer }) => {
  const id = useId();
  const [keyId, setKeyId] = useState('');
  const [key, setKey] = useState('');
  const [acts, setActs] = useState<ReadonlySet<string>>(new Set([READ]));
  const [places, setPlaces] = useState('');
  const { busy, error, run } = useAttempt();
  const send = () =>
    run(async () => {
      if (keyId.trim() === '' || key.trim() === '') throw new Missing();
      const scope = [...acts, places.trim()].join(' ').trim();
      await explorer.token.trade({ keyId: keyId.trim(), key: key.trim(), scope });
      setKey('');
    });
  return (
    <form
      class="token-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p class="quiet small whole">{labels.tokenMore}</p>
      <TextField label={labels.keyId} value={keyId} onText={setKeyId} />
      <div class="field">
        <label for={id}>{labels.key}</label>
        <input
          id={id}
          type="password"
          autocomplete="off"
          maxLength={200}
          value={key}
          aria-describedby={`${id}-more`}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <p id={`${id}-more`} class="quiet small">
          {labels.keyMore}
        </p>
      </div>
      <Scopes explorer={explorer} acts={acts} onActs={setActs} places={places} onPlaces={setPlaces} />
      <div class="whole buttons">
        <button type="submit" class="first" aria-disabled={busy}>
          {busy ? labels.getting : labels.get}
        </button>
      </div>
      {error !== undefined && (
        <p class="problem whole" role="alert">
          {whyNot(error)}
        </p>
      )}
    </form>
  );
};

class Missing extends Error {}

const whyNot = (error: unknown): string => {
  if (error instanceof Missing) return labels.missing;
  if (!(error instanceof RefusedError)) return labels.tokenNoAnswer;
  const { code, status, message } = error.refusal;
  if (code === 'invalid_client') return labels.ofNoUse;
  return status === 429 ? labels.tooManyWrong : message || words.refused(status);
};

interface ScopesProps {
  readonly explorer: Explorer;
  readonly acts: ReadonlySet<string>;
  readonly onActs: (acts: ReadonlySet<string>) => void;
  readonly places: string;
  readonly onPlaces: (places: string) => void;
}

/** What the token is for. What there is to choose from is asked once somebody looks. */
const Scopes = ({ explorer, acts, onActs, places, onPlaces }: ScopesProps) => {
  const [all, setAll] = useState<readonly string[]>([READ]);
  const ask = async (): Promise<void> => {
    const response = await explorer.fetch('/.well-known/oauth-authorization-server').catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as { scopes_supported?: unknown } | undefined;
    const found = answer?.scopes_supported;
    // What cannot be asked for now leaves reading, which is what most want.
    if (Array.isArray(found)) setAll(found.map(String));
  };
  return (
    <details class="whole" onToggle={({ currentTarget }) => currentTarget.open && all.length === 1 && void ask()}>
      <summary>{labels.scope}</summary>
      <fieldset class="scopes">
        <legend class="quiet small">{labels.scopeMore}</legend>
        <Choices some={all.map((name) => ({ id: name, name }))} chosen={acts} onChoose={onActs} />
      </fieldset>
      <TextField label={labels.places} value={places} onText={onPlaces} maxLength={1_000} more={labels.placesMore} />
    </details>
  );
};
