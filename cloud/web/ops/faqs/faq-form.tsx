import { useState } from 'preact/hooks';
import type { Faq } from '../../client/platform-api.gen.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { MarkdownPart } from '../../kit/markdown-part.ts';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { useSave } from '../../kit/use-save.tsx';
import { contentWords } from '../../words/content-en.ts';
import { AUDIENCES, faqLabels } from '../../words/faqs-en.ts';
import { useConsole } from '../console.ts';
import { pageNames } from './page-names.ts';

interface FaqFormProps {
  /** Whose it is; null: the platform’s. */
  readonly organisationId: string | null;
  /** Undefined: a new one. */
  readonly faq: Faq | undefined;
}

const typedOf = (faq: Faq | undefined) => ({
  question: faq?.question ?? '',
  answer: faq?.answer ?? '',
  category: faq?.category ?? '',
  locale: faq?.locale ?? 'en',
  audience: faq?.audience ?? ('staff' as const),
  about: (faq?.about ?? []).join('\n'),
  position: String(faq?.position ?? 0),
  published: faq?.state === 'published',
});
type Typed = ReturnType<typeof typedOf>;

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const bodyOf = ({ question, answer, category, locale, audience, about, position, published }: Typed) => ({
  ...{ question: question.trim(), answer: answer.trim(), category: category.trim(), locale: locale.trim(), audience },
  ...{
    about: linesOf(about),
    position: Number(position),
    state: published ? ('published' as const) : ('draft' as const),
  },
});

const problemsOf = ({ question, answer, category, position }: Typed) => ({
  question: question.trim() === '' ? faqLabels.questionMissing : '',
  answer: answer.trim() === '' ? faqLabels.answerMissing : '',
  category: /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(category.trim()) ? '' : faqLabels.categoryWrong,
  position: /^\d{1,6}$/.test(position.trim()) ? '' : faqLabels.positionWrong,
});

/** A question and its answer as somebody writes them. */
export const FaqForm = ({ organisationId, faq }: FaqFormProps) => {
  const { ask } = useConsole();
  const { busy, error, save, conflict } = useSave(faq, ['faqs']);
  const draft = useDraft(`faq ${faq?.faqId ?? organisationId}`, typedOf(faq), [
    'question',
    'answer',
    'category',
    'about',
  ]);
  const { typed, put, sent } = draft;
  const [tried, setTried] = useState(false);
  const problems = problemsOf(typed);
  const send = (): void => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== '')) return;
    void save(faqLabels.saved, async (expectedRevision) => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const body = bodyOf(typed);
      const saved =
        faq === undefined
          ? await ask('POST /api/admin/faqs/add', { body: { organisationId, ...body } }, options)
          : await ask(
              'POST /api/faqs/update/{id}',
              { path: { id: faq.faqId }, body: { ...body, expectedRevision } },
              options,
            );
      sent(faq === undefined ? typedOf(undefined) : typed);
      setTried(false);
      return saved;
    });
  };
  return (
    <div class="stack">
      <Form
        send={faqLabels.save}
        busy={busy}
        error={error}
        draft={draft}
        onSend={send}
        after={conflict(() => sent(typedOf(faq)))}
      >
        <Fields typed={typed} put={put} problems={tried ? problems : undefined} />
      </Form>
      <Disclosed summary={contentWords.preview}>
        <MarkdownPart text={typed.answer} />
      </Disclosed>
      {faq !== undefined && (
        <div>
          <ConfirmButton
            label={faqLabels.remove}
            more={faqLabels.removeMore}
            busy={busy}
            onConfirmed={() =>
              void save(faqLabels.removed, async () => {
                await ask('DELETE /api/admin/faqs/delete/{id}', { path: { id: faq.faqId } });
                return undefined;
              })
            }
          />
        </div>
      )}
    </div>
  );
};

interface FieldsProps {
  readonly typed: Typed;
  readonly put: (part: Partial<Typed>) => void;
  readonly problems: ReturnType<typeof problemsOf> | undefined;
}

const Fields = ({ typed, put, problems }: FieldsProps) => (
  <>
    <TextArea
      label={faqLabels.question}
      rows={2}
      maxLength={300}
      value={typed.question}
      problem={problems?.question ?? ''}
      onText={(question) => put({ question })}
    />
    <TextArea
      label={faqLabels.answer}
      rows={6}
      maxLength={20_000}
      value={typed.answer}
      more={contentWords.markdownMore}
      problem={problems?.answer ?? ''}
      onText={(answer) => put({ answer })}
    />
    <TextField
      label={faqLabels.category}
      maxLength={60}
      value={typed.category}
      more={faqLabels.categoryMore}
      problem={problems?.category ?? ''}
      onText={(category) => put({ category })}
    />
    <Choice
      label={faqLabels.audience}
      value={typed.audience}
      options={optionsOf(AUDIENCES)}
      onChoice={(audience) => put({ audience })}
    />
    <TextField
      label={faqLabels.locale}
      maxLength={35}
      value={typed.locale}
      more={faqLabels.localeMore}
      onText={(locale) => put({ locale })}
    />
    <TextField
      label={faqLabels.position}
      inputMode="numeric"
      maxLength={6}
      value={typed.position}
      more={faqLabels.positionMore}
      problem={problems?.position ?? ''}
      onText={(position) => put({ position })}
    />
    <TextArea
      label={faqLabels.about}
      rows={2}
      maxLength={2_000}
      value={typed.about}
      more={faqLabels.aboutMore}
      onText={(about) => put({ about })}
    />
    <Disclosed summary={faqLabels.pages}>
      <p class="small">{pageNames.join(', ')}</p>
    </Disclosed>
    <CheckField label={faqLabels.published} checked={typed.published} onCheck={(published) => put({ published })} />
  </>
);
