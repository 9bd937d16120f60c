import type { ComponentChildren } from 'preact';

interface FiguresTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  /** The first of a row is what it is about. */
  readonly rows: readonly {
    readonly key: string;
    readonly name: ComponentChildren;
    readonly cells: readonly ComponentChildren[];
  }[];
}

/** Figures in columns. What is wider than the page scrolls by itself, and is reached by keyboard. */
export const FiguresTable = ({ title, columns, rows }: FiguresTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section class="scrolls" aria-label={title} tabIndex={0}>
    <table class="grid">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, cells }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{name}</bdi>
            </th>
            {cells.map((cell, place) => (
              <td key={columns[place + 1]} class="figures">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
