import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAttempt } from '../../kit/attempt.ts';
import { Newer, useNewer } from '../../kit/newer.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels } from '../../words/partner-en.ts';
import { usePartner, useSignedIn } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';

const TABS = [
  [PARTNER_ROUTES.start, partnerLabels.start.title],
  [PARTNER_ROUTES.keys, partnerLabels.keys.title],
  [PARTNER_ROUTES.requests, partnerLabels.requests.title],
  [PARTNER_ROUTES.events, partnerLabels.events],
  [PARTNER_ROUTES.reference, partnerLabels.reference],
  [PARTNER_ROUTES.sandbox, partnerLabels.sandbox],
  [PARTNER_ROUTES.organisations, partnerLabels.organisations],
  [PARTNER_ROUTES.settings, partnerLabels.settings],
  [PARTNER_ROUTES.account, partnerLabels.account.title],
] as const;

/** The start is at its own address alone, which the others begin with. */
const isAt = (path: string, href: string): boolean =>
  path.replace(/\/$/, '') === href || (href !== PARTNER_ROUTES.start && path.startsWith(`${href}/`));

/** What stands around every page: which account it is, where one is, who one is. */
export const Shell = ({ children }: { readonly children: ComponentChildren }) => {
  const { signOut } = usePartner();
  const { partner, contact } = useSignedIn();
  const { path } = useLocation();
  const { error, run } = useAttempt();
  const isNewer = useNewer();
  const tabs = useRef<HTMLElement>(null);
  // On a phone the tabs are one line that moves sideways: the one of this page is to be seen.
  useEffect(() => {
    const [now] = tabs.current?.querySelectorAll('[aria-current=page]') ?? [];
    now?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  return (
    <>
      <a class="skip" href="#content">
        {labels.frame.skip}
      </a>
      <header class="bar">
        <a class="brand" href={PARTNER_ROUTES.start}>
          <span class="brand-mark" aria-hidden="true" />
          {labels.product}
        </a>
        <div class="bar-end">
          <span class="who quiet small">
            <bdi>{contact.name}</bdi>
          </span>
          {error !== undefined && (
            <span class="problem small" role="alert">
              {labels.frame.notSignedOut}
            </span>
          )}
          <button type="button" class="plain" onClick={() => void run(signOut)}>
            {labels.frame.signOut}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <div class="facility partner">
          <div class="facility-head">
            <p class="facility-name">
              <a href={PARTNER_ROUTES.start}>
                <bdi>{partner.name}</bdi>
              </a>
            </p>
            <nav ref={tabs} class="tabs" aria-label={partnerLabels.pages}>
              {TABS.map(([href, label]) => (
                <a key={href} href={href} aria-current={isAt(path, href) ? 'page' : undefined}>
                  {label}
                </a>
              ))}
            </nav>
          </div>
          {children}
        </div>
      </main>
      {isNewer && (
        <aside class="notes" aria-label={labels.live.notes}>
          <Newer />
        </aside>
      )}
    </>
  );
};
