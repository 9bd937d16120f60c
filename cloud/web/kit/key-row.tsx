import { useId, useRef, useState } from 'preact/hooks';
import { span } from '../words/counting.ts';
import { labels } from '../words/labels-en.ts';
import { type KEY_TYPES, keyLabels, keyWords } from '../words/partner-keys-en.ts';
import { useAgo } from './ages.tsx';
import { useAttempt } from './attempt.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { usePageTools } from './page-tools.ts';
import { Failed } from './states.tsx';

/** A key of a partner account, as both consoles list it. */
export interface PartnerKey {
  readonly keyId: string;
  readonly label: string;
  readonly redacted: string;
  readonly type: (typeof KEY_TYPES)[number];
  readonly status: 'active' | 'revoked';
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly lastUsedFrom: string | null;
  readonly expiresAt: string | null;
}

/** What may be done with keys. Each resolves once the list shows it. */
export interface KeyActs {
  readonly make: (type: PartnerKey['type'], label: string) => Promise<void>;
  readonly rotate: (keyId: string, overlapDays: number) => Promise<void>;
  readonly revoke: (keyId: string) => Promise<void>;
}

const OVERLAPS = [1, 7, 30, 0] as const;

interface KeyRowProps {
  readonly secret: PartnerKey;
  readonly acts: Pick<KeyActs, 'rotate' | 'revoke'>;
}

/** One key: what it is for, when and where it was last used, and how it ends. */
export const KeyRow = ({ secret, acts }: KeyRowProps) => {
  const { serverNow } = usePageTools();
  const { busy, error, run } = useAttempt();
  const ago = useAgo();
  const replace = useRef<HTMLDialogElement>(null);
  const { keyId, label, redacted, type, status, createdAt, lastUsedAt, lastUsedFrom, expiresAt } = secret;
  const used = keyWords.lastUsed(lastUsedAt === null ? undefined : ago(lastUsedAt), lastUsedFrom);
  return (
    <li>
      <div>
        <p class="owned-name">
          <bdi>{label}</bdi> <code>{redacted}</code>
        </p>
        <p class="quiet small">
          {keyWords.keyType(type)} · {keyWords.made(ago(createdAt))} · {used}
          {expiresAt !== null &&
            ` · ${
              status === 'active'
                ? keyWords.endsIn(span(Date.parse(expiresAt) - serverNow()))
                : keyWords.endedAgo(ago(expiresAt))
            }`}
        </p>
      </div>
      {status === 'active' && (
        <div class="buttons">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={keyWords.rotate(label)}
            onClick={() => replace.current?.showModal()}
          >
            {keyLabels.rotate}
          </button>
          <ConfirmButton
            label={keyWords.revoke(label)}
            more={keyWords.revokeMore(used)}
            busy={busy}
            instead={{ label: keyLabels.insteadReplace, onChosen: () => replace.current?.showModal() }}
            onConfirmed={() => void run(() => acts.revoke(keyId))}
          />
        </div>
      )}
      {status === 'active' && (
        <RotateDialog dialog={replace} label={label} onChosen={(days) => void run(() => acts.rotate(keyId, days))} />
      )}
      {error !== undefined && <Failed error={error} />}
    </li>
  );
};

interface RotateDialogProps {
  readonly dialog: { readonly current: HTMLDialogElement | null };
  readonly label: string;
  readonly onChosen: (overlapDays: number) => void;
}

const RotateDialog = ({ dialog, label, onChosen }: RotateDialogProps) => {
  const [days, setDays] = useState<number>(OVERLAPS[0]);
  const field = useId();
  return (
    <dialog ref={dialog} aria-labelledby={`${field}-title`}>
      <h2 id={`${field}-title`}>
        <bdi>{keyWords.rotate(label)}</bdi>
      </h2>
      <p>{keyLabels.rotateMore}</p>
      <form method="dialog" class="sign-in-form">
        <div class="field">
          <label for={`${field}-days`}>{keyLabels.overlap}</label>
          <select
            id={`${field}-days`}
            value={String(days)}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {OVERLAPS.map((one) => (
              <option key={one} value={String(one)}>
                {keyWords.overlap(one)}
              </option>
            ))}
          </select>
        </div>
        <div class="buttons">
          <button type="submit" class="first" onClick={() => onChosen(days)}>
            {keyLabels.rotate}
          </button>
          <button type="submit">{labels.back}</button>
        </div>
      </form>
    </dialog>
  );
};
