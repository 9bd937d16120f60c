import { WhenInView } from '../../kit/when-in-view.tsx';
import { Answers } from './answers.tsx';
import { pageNameAt } from './page-names.ts';

/** What was asked before about the page at an address, below it: it is asked for once the page has all that it shows. */
export const PageAnswers = ({ path }: { readonly path: string }) => {
  const name = pageNameAt(path);
  return name === undefined ? null : <WhenInView key={path}>{() => <Answers about={`page:${name}`} />}</WhenInView>;
};
