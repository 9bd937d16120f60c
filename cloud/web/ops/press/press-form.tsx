import { useState } from 'preact/hooks';
import type { Press } from '../../client/platform-api.gen.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Disclosed } from '../../kit/disclosed.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice, optionsOf } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { LocalTimeField } from '../../kit/local-time-field.tsx';
import { MarkdownPart } from '../../kit/markdown-part.ts';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { useSave } from '../../kit/use-save.tsx';
import { contentWords } from '../../words/content-en.ts';
import { pictureLabels } from '../../words/pictures-en.ts';
import { PRESS_STATES, pressLabels } from '../../words/press-en.ts';
import { useConsole } from '../console.ts';
import { PictureField } from '../pictures/picture-field.tsx';

interface PressFormProps {
  /** Whose it is; null: the platform’s. */
  readonly organisationId: string | null;
  /** Undefined: a new one. */
  readonly press: Press | undefined;
}

const typedOf = (press: Press | undefined) => ({
  title: press?.title ?? '',
  slug: press?.slug ?? '',
  outlet: press?.outlet ?? '',
  sourceUrl: press?.sourceUrl ?? '',
  excerpt: press?.excerpt ?? '',
  body: press?.body ?? '',
  publishedOn: press?.publishedOn ?? '',
  state: press?.state ?? ('draft' as Press['state']),
  publishAt: press?.publishAt ?? '',
  featured: press?.featured ?? false,
  imageId: press?.image?.imageId ?? '',
  imageText: press?.image?.text ?? '',
});
type Typed = ReturnType<typeof typedOf>;

const bodyOf = ({ title, slug, outlet, sourceUrl, excerpt, body, publishedOn, state, ...typed }: Typed) => ({
  ...{ title: title.trim(), slug: slug.trim(), outlet: outlet.trim(), excerpt: excerpt.trim(), body, publishedOn },
  ...{ featured: typed.featured, sourceUrl: sourceUrl.trim() === '' ? null : sourceUrl.trim() },
  publishAt: state === 'scheduled' ? typed.publishAt : null,
  image: typed.imageId === '' ? null : { imageId: typed.imageId, text: typed.imageText.trim() },
});

const problemsOf = (typed: Typed) => {
  const missing = (text: string): string => (text.trim() === '' ? pressLabels.missing : '');
  return {
    title: missing(typed.title),
    slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(typed.slug.trim()) ? '' : pressLabels.slugWrong,
    outlet: missing(typed.outlet),
    excerpt: missing(typed.excerpt),
    publishedOn: missing(typed.publishedOn),
    image: typed.imageId !== '' && typed.imageText.trim() === '' ? pictureLabels.textMissing : '',
    publishAt: typed.state === 'scheduled' && typed.publishAt === '' ? pressLabels.publishAtMissing : '',
  };
};

const KEPT = [
  ...(['title', 'slug', 'outlet', 'sourceUrl', 'excerpt', 'body', 'publishedOn', 'state', 'publishAt'] as const),
  ...(['featured', 'imageId', 'imageText'] as const),
];

/** What the press wrote, or was told, as somebody writes it down. */
export const PressForm = ({ organisationId, press }: PressFormProps) => {
  const { ask } = useConsole();
  const { busy, error, save, conflict } = useSave(press, ['press']);
  const draft = useDraft(`press ${press?.pressId ?? organisationId}`, typedOf(press), KEPT);
  const { typed, put, sent } = draft;
  const [tried, setTried] = useState(false);
  const problems = problemsOf(typed);
  const send = (): void => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== '')) return;
    void save(pressLabels.saved, async (expectedRevision) => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const { state } = typed;
      const saved =
        press === undefined
          ? await ask(
              'POST /api/admin/press/add',
              { body: { organisationId, ...bodyOf(typed), ...(state !== 'withdrawn' && { state }) } },
              options,
            )
          : await ask(
              'POST /api/press/update/{pressId}',
              { path: { pressId: press.pressId }, body: { ...bodyOf(typed), state, expectedRevision } },
              options,
            );
      sent(press === undefined ? typedOf(undefined) : typed);
      setTried(false);
      return saved;
    });
  };
  const remove = (pressId: string) =>
    save(pressLabels.removed, async () => {
      await ask('DELETE /api/admin/press/delete/{id}', { path: { id: pressId } });
      return undefined;
    });
  return (
    <div class="stack">
      <Form
        send={pressLabels.save}
        busy={busy}
        error={error}
        draft={draft}
        onSend={send}
        after={conflict(() => sent(typedOf(press)))}
      >
        <Words typed={typed} put={put} problems={tried ? problems : undefined} />
        <PictureField
          imageId={typed.imageId}
          imageText={typed.imageText}
          problem={tried ? problems.image : ''}
          onPicture={put}
        />
        <Seen typed={typed} put={put} problems={tried ? problems : undefined} />
      </Form>
      <Disclosed summary={contentWords.preview}>
        <MarkdownPart text={typed.body} />
      </Disclosed>
      {press !== undefined && (
        <div>
          <ConfirmButton
            label={pressLabels.remove}
            more={pressLabels.removeMore}
            busy={busy}
            onConfirmed={() => void remove(press.pressId)}
          />
        </div>
      )}
    </div>
  );
};

interface PartProps {
  readonly typed: Typed;
  readonly put: (part: Partial<Typed>) => void;
  readonly problems: ReturnType<typeof problemsOf> | undefined;
}

const Words = ({ typed, put, problems }: PartProps) => (
  <>
    <TextField
      label={pressLabels.headline}
      value={typed.title}
      problem={problems?.title ?? ''}
      onText={(title) => put({ title })}
    />
    <TextField
      label={pressLabels.slug}
      maxLength={80}
      value={typed.slug}
      more={pressLabels.slugMore}
      problem={problems?.slug ?? ''}
      onText={(slug) => put({ slug })}
    />
    <TextField
      label={pressLabels.outlet}
      maxLength={120}
      value={typed.outlet}
      problem={problems?.outlet ?? ''}
      onText={(outlet) => put({ outlet })}
    />
    <TextField
      label={pressLabels.sourceUrl}
      inputMode="url"
      maxLength={2_000}
      value={typed.sourceUrl}
      more={pressLabels.sourceUrlMore}
      onText={(sourceUrl) => put({ sourceUrl })}
    />
    <TextArea
      label={pressLabels.excerpt}
      rows={3}
      maxLength={1_000}
      value={typed.excerpt}
      problem={problems?.excerpt ?? ''}
      onText={(excerpt) => put({ excerpt })}
    />
    <TextArea
      label={pressLabels.body}
      rows={8}
      maxLength={50_000}
      value={typed.body}
      more={contentWords.markdownMore}
      onText={(body) => put({ body })}
    />
  </>
);

/** From when it is to be seen, and where. */
const Seen = ({ typed, put, problems }: PartProps) => (
  <>
    <DateField
      label={pressLabels.publishedOn}
      value={typed.publishedOn}
      more={problems?.publishedOn ?? ''}
      onDay={(publishedOn) => put({ publishedOn })}
    />
    <Choice
      label={pressLabels.state}
      value={typed.state}
      options={optionsOf(PRESS_STATES)}
      onChoice={(state) => put({ state })}
    />
    {typed.state === 'scheduled' && (
      <LocalTimeField
        label={pressLabels.publishAt}
        value={typed.publishAt === '' ? undefined : typed.publishAt}
        time={utcTime}
        problem={problems?.publishAt ?? ''}
        onMoment={(publishAt) => put({ publishAt })}
      />
    )}
    <CheckField label={pressLabels.featured} checked={typed.featured} onCheck={(featured) => put({ featured })} />
  </>
);
