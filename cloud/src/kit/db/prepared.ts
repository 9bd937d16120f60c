import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely';
import { runCompiled } from './unit-handle.ts';
import type { Tx } from './unit-of-work.ts';

/** Stands for a value while a query is compiled. */
class Slot {
  readonly row: number;
  readonly name: string;
  constructor(row: number, name: string) {
    this.row = row;
    this.name = name;
  }
}

type Build<Values, Row> = (tx: Tx, values: Values) => Compilable<Row>;
type Run<Values, Row> = (tx: Tx, values: Values) => Promise<Row[]>;

/** One text for each engine and each number of rows. */
const compiledOnce = <Values extends object, Row>(
  build: Build<readonly Values[], Row>,
): Run<readonly Values[], Row> => {
  const compiled = new WeakMap<DialectAdapter, Map<number, CompiledQuery<Row>>>();

  const compile = (tx: Tx, rows: readonly Values[]): CompiledQuery<Row> => {
    const slotsOf = (row: Values, at: number) =>
      Object.fromEntries(Object.keys(row).map((name) => [name, new Slot(at, name)]));
    return build(tx, rows.map(slotsOf) as readonly object[] as readonly Values[]).compile();
  };

  return async (tx, rows) => {
    const { adapter } = tx.getExecutor();
    const known = compiled.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiled.set(adapter, known);
    const query = known.get(rows.length) ?? compile(tx, rows);
    known.set(rows.length, query);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? rows[parameter.row]?.[parameter.name as keyof Values] : parameter,
    );
    const result = await runCompiled<Row>(tx, { ...query, parameters });
    return result.rows;
  };
};

/**
 * A query that is built and compiled once for each engine, and then only given its values: what the busiest paths use,
 * where building the same query anew costs more than running it. `build` gets stand-ins for the values, so it may pass
 * them on to the query and nothing else: it must not look at them. Give every value each time, `null` where there is none.
 */
export const prepared = <Values extends object, Row>(build: Build<Values, Row>): Run<Values, Row> => {
  const run = compiledOnce((tx: Tx, [values]: readonly Values[]) => build(tx, values as Values));
  return (tx, values) => run(tx, [values]);
};

/** The most rows that one statement takes. */
const ROWS_MAX = 64;

/**
 * The same for any number of rows, by statements of 64, 32, … and 1 of them: so many texts are there, not one for each
 * number of rows. Resolves with what all of them returned.
 */
export const preparedForMany = <Values extends object, Row>(
  build: Build<readonly Values[], Row>,
): Run<readonly Values[], Row> => {
  const run = compiledOnce(build);
  return async (tx, rows) => {
    const results: Row[] = [];
    for (let at = 0, size = ROWS_MAX; at < rows.length; at += size) {
      while (size > rows.length - at) size /= 2;
      results.push(...(await run(tx, rows.slice(at, at + size))));
    }
    return results;
  };
};
