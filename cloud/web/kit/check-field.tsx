interface CheckFieldProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
}

/** One thing that holds or does not. */
export const CheckField = ({ label, checked, onCheck }: CheckFieldProps) => (
  <label class="choice whole">
    <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onCheck(currentTarget.checked)} />
    {label}
  </label>
);
