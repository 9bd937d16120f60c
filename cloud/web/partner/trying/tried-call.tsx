import { tryingLabels } from '../../words/partner-trying-en.ts';
import { requestAddress } from '../routes.ts';
import type { Tried } from './try-key.ts';

/** What a call was answered, and the way to its page in the log. */
export const TriedCall = ({ tried }: { readonly tried: Tried }) => {
  const { method, path, status, requestId, text } = tried;
  return (
    <div class="exchange-part" role="status">
      <p class="owned-name">
        <span class="fact" data-tone={status < 400 ? 'calm' : 'alarm'}>
          {status}
        </span>{' '}
        {method} <bdi>{path.split('?')[0]}</bdi>
      </p>
      <pre>
        <bdi>{text}</bdi>
      </pre>
      {requestId !== '' && (
        <p>
          <a class="bar-link" href={requestAddress(requestId)}>
            {tryingLabels.openRequest}
          </a>{' '}
          <code>{requestId}</code>
        </p>
      )}
    </div>
  );
};
