import { CopyButton } from '../../kit/copy-button.tsx';
import { Once } from '../../kit/once.tsx';
import { peopleAgreementLabels } from '../../words/people-agreements-en.ts';

interface LinkOnceProps {
  readonly link: string;
  readonly onGiven: () => void;
}

/** The link to sign, for whoever stands at the desk: it is nowhere but here, and stays until somebody has passed it on. */
export const LinkOnce = ({ link, onGiven }: LinkOnceProps) => (
  <div class="whole stack">
    <Once label={peopleAgreementLabels.link} secret={link} more={peopleAgreementLabels.linkMore} />
    <div class="buttons">
      <CopyButton text={link} label={peopleAgreementLabels.copyLink} />
      <button type="button" onClick={onGiven}>
        {peopleAgreementLabels.given}
      </button>
    </div>
  </div>
);
