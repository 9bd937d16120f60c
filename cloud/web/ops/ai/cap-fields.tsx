import { Choice, optionsOf } from '../../kit/filters.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { aiLabels, RESETS } from '../../words/ai-en.ts';
import { capOf, type TypedCap } from './typed-cap.ts';

interface CapFieldsProps {
  readonly cap: TypedCap;
  /** Whether somebody has tried to send it: before that nothing is called wrong. */
  readonly tried: boolean;
  readonly onCap: (cap: TypedCap) => void;
}

/** How much may be spent, and when that begins anew. */
export const CapFields = ({ cap, tried, onCap }: CapFieldsProps) => (
  <>
    <TextField
      label={aiLabels.limitAmount}
      value={cap.amount}
      maxLength={10}
      more={aiLabels.limitMore}
      problem={tried && capOf(cap) === undefined ? aiLabels.capWrong : ''}
      onText={(amount) => onCap({ ...cap, amount })}
    />
    <Choice
      label={aiLabels.reset}
      value={cap.reset}
      options={optionsOf(RESETS)}
      onChoice={(reset) => onCap({ ...cap, reset })}
    />
  </>
);
