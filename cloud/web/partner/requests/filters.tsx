import { useId, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { partnerLabels, partnerWords, STATUS_FILTERS } from '../../words/partner-en.ts';
import { useKeys } from '../keys/use-keys.ts';
import { PARTNER_ROUTES } from '../routes.ts';

export interface RequestFilters {
  readonly status?: string;
  readonly endpoint?: string;
  readonly keyId?: string;
}

const NAMES = ['status', 'endpoint', 'keyId'] as const;

/** What an address narrows the list by. */
export const filtersIn = (query: Readonly<Record<string, string>>): RequestFilters =>
  Object.fromEntries(NAMES.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** The same as the end of an address; empty where there is nothing. */
export const searchOf = (filters: RequestFilters & { readonly after?: string }): string => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};

export const Filters = ({ filters }: { readonly filters: RequestFilters }) => {
  const { route } = useLocation();
  const keys = useKeys();
  const [typed, setTyped] = useState(filters);
  const field = useId();
  const put = (part: RequestFilters) => setTyped({ ...typed, ...part });
  return (
    <form
      class="add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        route(`${PARTNER_ROUTES.requests}${searchOf({ ...typed, endpoint: typed.endpoint?.trim() ?? '' })}`);
      }}
    >
      <div class="field">
        <label for={`${field}-status`}>{partnerLabels.requests.status}</label>
        <select
          id={`${field}-status`}
          value={typed.status ?? ''}
          onChange={({ currentTarget }) => put({ status: currentTarget.value })}
        >
          <option value="">{partnerLabels.requests.any}</option>
          {STATUS_FILTERS.map((status) => (
            <option key={status} value={status}>
              {partnerWords.statusFilter(status)}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={`${field}-endpoint`}>{partnerLabels.requests.endpoint}</label>
        <input
          id={`${field}-endpoint`}
          autocomplete="off"
          spellcheck={false}
          maxLength={120}
          placeholder={partnerLabels.requests.endpointExample}
          value={typed.endpoint ?? ''}
          onInput={({ currentTarget }) => put({ endpoint: currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for={`${field}-key`}>{partnerLabels.requests.key}</label>
        <select
          id={`${field}-key`}
          value={typed.keyId ?? ''}
          onChange={({ currentTarget }) => put({ keyId: currentTarget.value })}
        >
          <option value="">{partnerLabels.requests.any}</option>
          {keys.data?.data.map(({ keyId, label, redacted }) => (
            <option key={keyId} value={keyId}>
              {label} {redacted}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="first">
        {partnerLabels.requests.filter}
      </button>
    </form>
  );
};
