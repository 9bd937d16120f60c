import { Minutes } from '@gatehouse/shared/time/duration.ts';
import { Disclosed } from '../../kit/disclosed.tsx';
import { MarkdownPart } from '../../kit/markdown-part.ts';
import { faqLabels } from '../../words/faqs-en.ts';
import { useConsole, useQuery } from '../console.ts';
import { holdsSomewhere } from '../session/rights.ts';

export interface AnswersProps {
  /** `error:` and its code, or `page:` and its name. */
  readonly about: string;
}

/** So many answers are known at once. */
const MOST = 100;

/**
 * What staff have asked before of the very error or page that stands there, and what was answered. Where there is nothing, or it cannot be
 * asked for, nothing stands there: it is no error of its own.
 */
export const Answers = ({ about }: AnswersProps) => {
  const { ask, state } = useConsole();
  const now = state.value;
  const roles = 'session' in now && now.session.desk === undefined ? now.session.roles : [];
  const { data } = useQuery({
    queryKey: ['faqs', 'answers'],
    queryFn: ({ signal }) =>
      ask('GET /api/admin/faqs', { query: { audience: 'staff', state: 'published', limit: MOST } }, { signal }),
    enabled: holdsSomewhere(roles, 'facility-staff'),
    staleTime: Minutes(5),
    retry: false,
  });
  const fitting = (data?.data ?? []).filter((faq) => faq.about.includes(about));
  if (fitting.length === 0) return null;
  return (
    <section aria-label={faqLabels.answers}>
      {fitting.map(({ faqId, question, answer }) => (
        <Disclosed key={faqId} summary={question}>
          <MarkdownPart text={answer} headingsFrom={4} />
        </Disclosed>
      ))}
    </section>
  );
};
