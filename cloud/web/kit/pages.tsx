import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { doorLabels } from '../words/doors-en.ts';
import { Answered } from './answered.tsx';
import { useQuery } from './page-tools.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}
interface PagesProps<Row> {
  /** Names what is listed: with another one it begins anew. */
  readonly of: readonly unknown[];
  readonly read: (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>;
  readonly what: string;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
  /** What stands there where nothing at all was found. */
  readonly empty: ComponentChildren;
}

/** A long list, page after page as somebody asks for them. A page may be empty and go on all the same. */
export const Pages = <Row,>(props: PagesProps<Row>) => <OnePage key={JSON.stringify(props.of)} {...props} />;

const OnePage = <Row,>(props: PagesProps<Row> & { readonly after?: string }) => {
  const { of, read, what, children, empty, after } = props;
  const [goesOn, goOn] = useState(false);
  const piece = useRef<HTMLDivElement>(null);
  // The button that asked for it is gone: whoever goes by keyboard is where what they asked for begins.
  useEffect(() => {
    if (after !== undefined) piece.current?.focus();
  }, [after]);
  const query = useQuery({ queryKey: [...of, 'page', after ?? ''], queryFn: ({ signal }) => read(after, signal) });
  return (
    <div ref={piece} tabIndex={-1}>
      <Answered query={query} what={what}>
        {({ data, next }) => (
          <>
            {data.length === 0 && next === null && after === undefined ? empty : children(data)}
            {next !== null && !goesOn && (
              <button type="button" onClick={() => goOn(true)}>
                {doorLabels.older}
              </button>
            )}
            {next !== null && goesOn && <OnePage {...props} after={next} />}
          </>
        )}
      </Answered>
    </div>
  );
};
