import { CheckField } from '../../kit/check-field.tsx';
import { useFilters } from '../../kit/filters.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { walletLabels, walletWords } from '../../words/wallets-en.ts';
import { useConsole } from '../console.ts';
import { PlainPage } from '../frame/plain-page.tsx';
import { Approvals } from './approvals.tsx';
import { MatchPayment } from './match-payment.tsx';
import { OwnerWallet } from './owner-wallet.tsx';
import { Statements } from './statements.tsx';
import { Unmatched } from './unmatched.tsx';
import type { DirectoryLine } from './wallet-types.ts';

/** How every owner stands, the wallet of one, what waits for a second person, and payments that come in. */
export const WalletsPage = () => {
  const { values, set } = useFilters();
  return (
    <PlainPage title={walletLabels.title} more={walletLabels.more}>
      {values.owner === undefined ? (
        <>
          <MatchPayment />
          <Statements />
          <Unmatched />
          <Approvals />
          <Directory
            isWhole={values.archived === 'true'}
            onWhole={(whole) => set({ archived: whole ? 'true' : '' })}
            onOwner={(owner) => set({ owner })}
          />
        </>
      ) : (
        <>
          <button type="button" onClick={() => set({ owner: '', topup: '' })}>
            {walletLabels.back}
          </button>
          <OwnerWallet key={values.owner} ownerKey={values.owner} topup={values.topup} />
        </>
      )}
    </PlainPage>
  );
};

interface DirectoryProps {
  /** Whether archived ones are shown as well. */
  readonly isWhole: boolean;
  readonly onWhole: (whole: boolean) => void;
  readonly onOwner: (ownerKey: string) => void;
}

const Directory = ({ isWhole, onWhole, onOwner }: DirectoryProps) => {
  const { ask } = useConsole();
  return (
    <section class="panel stack" aria-labelledby="directory-title">
      <h2 id="directory-title">{walletLabels.directory}</h2>
      <CheckField label={walletLabels.archived} checked={isWhole} onCheck={onWhole} />
      <Pages<DirectoryLine>
        of={['billing', 'directory', isWhole]}
        what={walletLabels.looking}
        empty={<Empty title={walletLabels.none}>{walletLabels.noneMore}</Empty>}
        read={(after, signal) =>
          ask(
            'GET /api/admin/saas-billing/directory',
            { query: { after, limit: 50, ...(isWhole && { includeArchived: 'true' }) } },
            { signal },
          )
        }
      >
        {(lines) => (
          <ul class="records">
            {lines.map((line) => (
              <li key={line.ownerKey}>
                <button type="button" onClick={() => onOwner(line.ownerKey)}>
                  <bdi>{line.name}</bdi>
                </button>
                <p>{walletWords.line(line)}</p>
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
};
