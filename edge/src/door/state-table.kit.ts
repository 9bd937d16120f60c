import { expect, it } from 'vitest';

/** A transition as one line: the state it leads to, then what it asks for, after an arrow. */
export const line = (state: string, effects: readonly string[]): string =>
  effects.length === 0 ? state : `${state} -> ${effects.join(', ')}`;

export interface StateTable<State, Input> {
  readonly states: Readonly<Record<string, State>>;
  readonly inputs: Readonly<Record<string, Input>>;
  /** One transition, written as `line` does; `same` when the very same object came back and nothing is asked for. */
  readonly run: (state: State, input: Input) => string;
  /** Per state, the inputs that do something. What is not listed must do nothing at all. */
  readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Tests every state with every input, and that the table names nothing that is not there. Counts the pairs. */
export const testEveryPair = <State, Input>({ states, inputs, run, table }: StateTable<State, Input>): void => {
  let pairs = 0;
  for (const [name, state] of Object.entries(states))
    it(`${name}, with every input`, () => {
      const actual: Record<string, string> = {};
      for (const [on, input] of Object.entries(inputs)) {
        pairs++;
        const outcome = run(state, input);
        if (outcome !== 'same') actual[on] = outcome;
      }
      expect(actual).toEqual(table[name]);
    });
  it('leaves out no pair of state and input', () => {
    expect(Object.keys(table)).toEqual(Object.keys(states));
    expect(pairs).toBe(Object.keys(states).length * Object.keys(inputs).length);
  });
};
