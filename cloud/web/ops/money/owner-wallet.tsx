import { Answered } from '../../kit/answered.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { FiguresTable } from '../../kit/figures-table.tsx';
import { Pages } from '../../kit/pages.tsx';
import { Empty } from '../../kit/states.tsx';
import { moneyLabels, moneyWords } from '../../words/money-en.ts';
import { walletLabels, walletWords } from '../../words/wallets-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { AdjustWallet } from './adjust-wallet.tsx';
import { ArchiveOwner } from './archive-owner.tsx';
import { BillingProfile } from './billing-profile.tsx';
import { CardTopup } from './card-topup.tsx';
import { Invoices } from './invoices.tsx';
import { TaxDataOf } from './tax-data.tsx';
import { TopupInvoices } from './topup-invoices.tsx';
import type { Movement } from './wallet-types.ts';

interface OwnerWalletProps {
  readonly ownerKey: string;
  /** The top-up by card that somebody has come back from; undefined where nobody has. */
  readonly topup: string | undefined;
}

/** The wallet of one owner: its balance, how it is topped up and billed, and what moved it. */
export const OwnerWallet = ({ ownerKey, topup }: OwnerWalletProps) => {
  const { ask } = useConsole();
  const query = useQuery({
    queryKey: ['billing', 'wallet', ownerKey],
    queryFn: ({ signal }) =>
      ask(
        'GET /api/admin/saas-billing/wallets/{ownerKey}',
        { path: { ownerKey }, query: { ledgerLimit: 1 } },
        { signal },
      ),
  });
  return (
    <>
      <Answered query={query} what={walletLabels.lookingAtWallet}>
        {({ archived, balanceCents, currency, lockout, topupInvoices }) => (
          <>
            <section class="panel stack" aria-labelledby="wallet-title">
              <h2 id="wallet-title">{walletWords.balance(balanceCents, currency)}</h2>
              <p>{walletWords.lockout(lockout.state)}</p>
              <AdjustWallet ownerKey={ownerKey} />
            </section>
            <CardTopup ownerKey={ownerKey} begun={topup} />
            <TopupInvoices ownerKey={ownerKey} invoices={topupInvoices} />
            <Invoices ownerKey={ownerKey} />
            <TaxDataOf ownerKey={ownerKey} />
            <BillingProfile ownerKey={ownerKey} />
            <ArchiveOwner ownerKey={ownerKey} isArchived={archived} />
          </>
        )}
      </Answered>
      <Moved ownerKey={ownerKey} />
    </>
  );
};

const Moved = ({ ownerKey }: { readonly ownerKey: string }) => {
  const { ask } = useConsole();
  return (
    <section class="panel stack" aria-labelledby="moved-title">
      <h2 id="moved-title">{walletLabels.moved}</h2>
      <Pages<Movement>
        of={['billing', 'moved', ownerKey]}
        what={walletLabels.lookingAtWallet}
        empty={<Empty title={walletLabels.notMoved}>{walletLabels.notMovedMore}</Empty>}
        read={async (ledgerAfter, signal) => {
          const { ledger } = await ask(
            'GET /api/admin/saas-billing/wallets/{ownerKey}',
            { path: { ownerKey }, query: { ledgerAfter, ledgerLimit: 50 } },
            { signal },
          );
          return ledger;
        }}
      >
        {(moved) => (
          <FiguresTable
            title={walletLabels.moved}
            columns={[walletLabels.when, walletLabels.what, moneyLabels.amount, walletLabels.by]}
            rows={moved.map((one) => ({
              key: one.transferId,
              name: utcTime.exactly(Date.parse(one.postedAt)),
              cells: [walletWords.moved(one), moneyWords.micros(one.micros), one.postedBy.name ?? one.postedBy.id],
            }))}
          />
        )}
      </Pages>
    </section>
  );
};
