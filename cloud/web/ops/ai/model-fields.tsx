import { Answered } from '../../kit/answered.tsx';
import { CheckField } from '../../kit/check-field.tsx';
import { Choices } from '../../kit/choices.tsx';
import { aiKeyLabels } from '../../words/ai-keys-en.ts';
import { modelsOf, type TypedModels } from './typed-key.ts';
import { useModels } from './use-models.ts';

interface ModelFieldsProps {
  readonly facilityId: string;
  readonly models: TypedModels;
  readonly tried: boolean;
  readonly onModels: (models: TypedModels) => void;
}

/** Which models may be asked. One that is chosen and is to be had no more stands there all the same. */
export const ModelFields = ({ facilityId, models, tried, onModels }: ModelFieldsProps) => {
  const query = useModels(facilityId);
  return (
    <fieldset class="whole">
      <legend>{aiKeyLabels.models}</legend>
      <CheckField
        label={aiKeyLabels.anyModel}
        checked={models.every}
        onCheck={(every) => onModels({ ...models, every })}
      />
      {!models.every && (
        <Answered query={query} what={aiKeyLabels.lookingAtModels}>
          {({ data }) => (
            <Choices
              some={[...new Set([...data.map(({ model }) => model), ...models.chosen])].map((id) => ({ id, name: id }))}
              chosen={models.chosen}
              onChoose={(chosen) => onModels({ ...models, chosen })}
            />
          )}
        </Answered>
      )}
      <p class="problem" role="alert">
        {tried && modelsOf(models) === undefined ? aiKeyLabels.modelMissing : ''}
      </p>
    </fieldset>
  );
};
