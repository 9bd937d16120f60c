import { useState } from 'preact/hooks';
import type { LandingPage } from '../../client/platform-api.gen.ts';
import { ConfirmButton } from '../../kit/confirm-button.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { utcTime } from '../../kit/facility-time.ts';
import { Choice } from '../../kit/filters.tsx';
import { Form } from '../../kit/form.tsx';
import { LocalTimeField } from '../../kit/local-time-field.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { useSave } from '../../kit/use-save.tsx';
import { landingLabels } from '../../words/landing-pages-en.ts';
import { useConsole } from '../console.ts';
import { BlockFields } from './block-fields.tsx';
import { blockOf, emptyBlock, problemOf, type TypedBlock, typedBlock } from './typed-blocks.ts';

interface LandingPageFormProps {
  readonly organisationId: string;
  readonly gyms: readonly { readonly facilityId: string; readonly name: string }[];
  /** Undefined: a new one. */
  readonly page: LandingPage | undefined;
}

const typedOf = (page: LandingPage | undefined) => {
  const content = page?.draft ?? page?.published;
  return {
    title: content?.title ?? '',
    description: content?.description ?? '',
    slug: page?.slug ?? '',
    facilityId: page?.facilityId ?? '',
    blocks: (content?.blocks ?? []).map(typedBlock) as readonly TypedBlock[],
  };
};
type Typed = ReturnType<typeof typedOf>;

const KEPT = ['title', 'description', 'slug', 'facilityId', 'blocks'] as const;
const LIKE = { blocks: [emptyBlock('text')] };

const draftOf = ({ title, description, blocks }: Typed) => ({
  title: title.trim(),
  ...(description.trim() !== '' && { description: description.trim() }),
  blocks: blocks.map(blockOf),
});

const problemsOf = ({ title, slug, blocks }: Typed) => ({
  title: title.trim() === '' ? landingLabels.missing : '',
  slug: /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug.trim()) ? '' : landingLabels.slugWrong,
  blocks: blocks.map(problemOf).find((problem) => problem !== undefined) ?? '',
});

/** A page as somebody writes it, part by part: saved as a draft, which only publishing shows to anybody. */
export const LandingPageForm = ({ organisationId, gyms, page }: LandingPageFormProps) => {
  const { ask } = useConsole();
  const saving = useSave(page, ['landing-pages', organisationId]);
  const { busy, error, save, conflict } = saving;
  const drafted = useDraft(`page ${page?.landingPageId ?? organisationId}`, typedOf(page), KEPT, LIKE);
  const { typed, put, sent } = drafted;
  const [tried, setTried] = useState(false);
  const problems = problemsOf(typed);
  const send = (): void => {
    setTried(true);
    if (Object.values(problems).some((problem) => problem !== '')) return;
    void save(landingLabels.saved, async (expectedRevision) => {
      const options = { idempotencyKey: crypto.randomUUID() };
      const [slug, draft] = [typed.slug.trim(), draftOf(typed)];
      const facilityId = typed.facilityId === '' ? null : typed.facilityId;
      const saved =
        page === undefined
          ? await ask('POST /api/admin/landing-pages', { body: { organisationId, facilityId, slug, draft } }, options)
          : await ask(
              'PATCH /api/admin/landing-pages',
              { body: { landingPageId: page.landingPageId, slug, draft, expectedRevision, action: 'save' } },
              options,
            );
      sent(page === undefined ? typedOf(undefined) : typed);
      setTried(false);
      return saved;
    });
  };
  return (
    <div class="stack">
      <Form
        send={landingLabels.save}
        busy={busy}
        error={error}
        draft={drafted}
        onSend={send}
        after={conflict(() => sent(typedOf(page)))}
      >
        <TextField
          label={landingLabels.headline}
          maxLength={120}
          value={typed.title}
          more={landingLabels.headlineMore}
          problem={tried ? problems.title : ''}
          onText={(title) => put({ title })}
        />
        <TextField
          label={landingLabels.slug}
          maxLength={80}
          value={typed.slug}
          more={landingLabels.slugMore}
          problem={tried ? problems.slug : ''}
          onText={(slug) => put({ slug })}
        />
        {page === undefined && (
          <Choice
            label={landingLabels.gym}
            value={typed.facilityId}
            options={[['', landingLabels.noGym], ...gyms.map(({ facilityId, name }) => [facilityId, name] as const)]}
            onChoice={(facilityId) => put({ facilityId })}
          />
        )}
        <TextArea
          label={landingLabels.description}
          rows={2}
          maxLength={300}
          value={typed.description}
          onText={(description) => put({ description })}
        />
        <BlockFields blocks={typed.blocks} tried={tried} onBlocks={(blocks) => put({ blocks })} />
      </Form>
      {page !== undefined && <Acts page={page} saving={saving} />}
    </div>
  );
};

type Act = 'publish' | 'schedule' | 'withdraw';
const SAID: Readonly<Record<Act, string>> = {
  publish: landingLabels.published,
  schedule: landingLabels.scheduled,
  withdraw: landingLabels.withdrawn,
};

interface ActsProps {
  readonly page: LandingPage;
  readonly saving: ReturnType<typeof useSave>;
}

/** What is done with a page as it is saved. */
const Acts = ({ page: { landingPageId, state, previewPath }, saving: { busy, save } }: ActsProps) => {
  const { ask } = useConsole();
  const [publishAt, setPublishAt] = useState<string>();
  const act = (action: Act) =>
    save(SAID[action], (expectedRevision) =>
      ask(
        'PATCH /api/admin/landing-pages',
        { body: { landingPageId, expectedRevision, action, ...(action === 'schedule' && { publishAt }) } },
        { idempotencyKey: crypto.randomUUID() },
      ),
    );
  const remove = () =>
    save(landingLabels.removed, async () => {
      await ask('DELETE /api/admin/landing-pages', { query: { landingPageId }, body: {} });
      return undefined;
    });
  const button = (label: string, more: string, onConfirmed: () => void) => (
    <ConfirmButton label={label} more={more} busy={busy} onConfirmed={onConfirmed} />
  );
  return (
    <div class="stack">
      <p class="quiet small">{landingLabels.saveFirst}</p>
      {previewPath !== null && (
        <div>
          <CopyButton text={previewPath} label={landingLabels.preview} />
          <p class="quiet small">{landingLabels.previewMore}</p>
        </div>
      )}
      <LocalTimeField
        label={landingLabels.publishAt}
        value={publishAt}
        time={utcTime}
        onMoment={(moment) => setPublishAt(moment)}
      />
      <div class="buttons">
        {button(landingLabels.publish, landingLabels.publishMore, () => void act('publish'))}
        {publishAt !== undefined &&
          button(landingLabels.schedule, landingLabels.scheduleMore, () => void act('schedule'))}
        {state === 'published' &&
          button(landingLabels.withdraw, landingLabels.withdrawMore, () => void act('withdraw'))}
        {button(landingLabels.remove, landingLabels.removeMore, () => void remove())}
      </div>
    </div>
  );
};
