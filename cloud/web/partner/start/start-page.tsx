import { useEffect } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useSignedIn } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';

const PING = 'curl -u sk_dryrun_…: https://…/partner/v1/auth/ping';

/** Which account it is, and what to do first. */
export const StartPage = () => {
  const { partner } = useSignedIn();
  const keys = useKeys();
  useEffect(() => {
    document.title = `${partner.name} · ${labels.product}`;
  }, [partner.name]);
  return (
    <div class="account">
      <h1 tabIndex={-1}>
        <bdi>{partner.name}</bdi>
      </h1>
      <section class="panel" aria-label={partnerLabels.start.partnerId}>
        <p class="owned-one">
          <span>
            {partnerLabels.start.partnerId} <code>{partner.partnerId}</code>
          </span>
          <CopyButton text={partner.partnerId} label={partnerLabels.start.copyId} />
        </p>
        <Answered query={keys} what={partnerLabels.start.looking}>
          {({ data }) => (
            <p class="owned-one">
              <span>{partnerWords.keysInUse(data.filter(({ status }) => status === 'active').length)}</span>
              <a class="bar-link" href={PARTNER_ROUTES.keys}>
                {partnerLabels.start.toKeys}
              </a>
            </p>
          )}
        </Answered>
      </section>
      <section class="panel" aria-labelledby="first-steps">
        <h2 id="first-steps">{partnerLabels.start.firstSteps}</h2>
        <ol class="first-steps">
          <Step title={partnerLabels.start.makeKey} more={partnerLabels.start.makeKeyMore} />
          <Step title={partnerLabels.start.tryKey} more={partnerLabels.start.tryKeyMore} code={PING} />
          <Step title={partnerLabels.start.goLive} more={partnerLabels.start.goLiveMore} />
        </ol>
      </section>
    </div>
  );
};

const Step = ({ title, more, code }: { readonly title: string; readonly more: string; readonly code?: string }) => (
  <li>
    <p class="owned-name">{title}</p>
    <p class="quiet">{more}</p>
    {code !== undefined && (
      <p>
        <code>{code}</code>
      </p>
    )}
  </li>
);
