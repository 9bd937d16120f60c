interface ChoicesProps {
  readonly some: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Several of some things, by their names: stands in a `fieldset`, which says of what. */
export const Choices = ({ some, chosen, onChoose }: ChoicesProps) => (
  <>
    {some.map(({ id, name }) => (
      <label key={id} class="choice">
        <input
          type="checkbox"
          checked={chosen.has(id)}
          onChange={({ currentTarget }) => {
            const next = new Set(chosen);
            if (currentTarget.checked) next.add(id);
            else next.delete(id);
            onChoose(next);
          }}
        />
        <bdi>{name}</bdi>
      </label>
    ))}
  </>
);
