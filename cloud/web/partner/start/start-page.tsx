import { useEffect } from 'preact/hooks';
import { Answered } from '../../kit/answered.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { labels } from '../../words/labels-en.ts';
import { partnerLabels, partnerWords } from '../../words/partner-en.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useSignedIn } from '../partner-console.ts';
import { PARTNER_ROUTES } from '../routes.ts';
import { FirstSteps } from './first-steps.tsx';

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
      <FirstSteps />
    </div>
  );
};
