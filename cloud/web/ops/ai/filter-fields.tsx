import { Choice, optionsOf } from '../../kit/filters.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { aiKeyLabels, FILTER_ACTIONS, FILTER_KINDS, FILTER_PLACES } from '../../words/ai-keys-en.ts';
import { isWholeFilter, NEW_FILTER, type TypedFilter } from './typed-key.ts';

const MOST = 20;

interface FilterFieldsProps {
  readonly filters: readonly TypedFilter[];
  readonly tried: boolean;
  readonly onFilters: (filters: readonly TypedFilter[]) => void;
}

/** What is looked for in what is asked and answered, and what is done where it is found. */
export const FilterFields = ({ filters, tried, onFilters }: FilterFieldsProps) => (
  <fieldset class="whole filters">
    <legend>{aiKeyLabels.filters}</legend>
    {filters.map((filter, at) => {
      const put = (part: Partial<TypedFilter>): void => onFilters(filters.with(at, { ...filter, ...part }));
      return (
        <OneFilter
          key={String(at)}
          filter={filter}
          tried={tried}
          onPart={put}
          onRemove={() => onFilters(filters.toSpliced(at, 1))}
        />
      );
    })}
    {filters.length < MOST && (
      <div>
        <button type="button" onClick={() => onFilters([...filters, NEW_FILTER])}>
          {aiKeyLabels.addFilter}
        </button>
      </div>
    )}
  </fieldset>
);

interface OneFilterProps {
  readonly filter: TypedFilter;
  readonly tried: boolean;
  readonly onPart: (part: Partial<TypedFilter>) => void;
  readonly onRemove: () => void;
}

const OneFilter = ({ filter, tried, onPart, onRemove }: OneFilterProps) => (
  <>
    <Choice
      label={aiKeyLabels.filterKind}
      value={filter.kind}
      options={optionsOf(FILTER_KINDS)}
      onChoice={(kind) => onPart({ kind })}
    />
    {filter.kind === 'pattern' && (
      <TextField
        label={aiKeyLabels.pattern}
        value={filter.pattern}
        maxLength={500}
        problem={tried && !isWholeFilter(filter) ? aiKeyLabels.patternMissing : ''}
        onText={(pattern) => onPart({ pattern })}
      />
    )}
    <Choice
      label={aiKeyLabels.filterOn}
      value={filter.on}
      options={optionsOf(FILTER_PLACES)}
      onChoice={(on) => onPart({ on })}
    />
    <Choice
      label={aiKeyLabels.filterAction}
      value={filter.action}
      options={optionsOf(FILTER_ACTIONS)}
      onChoice={(action) => onPart({ action })}
    />
    <div>
      <button type="button" onClick={onRemove}>
        {aiKeyLabels.removeFilter}
      </button>
    </div>
  </>
);
