import { useLocation } from 'preact-iso/router';
import type { Agreement } from '../../client/platform-api.gen.ts';
import { useAttempt } from '../../kit/attempt.ts';
import { isChanged, useRevision } from '../../kit/changed.tsx';
import { useDraft } from '../../kit/use-draft.ts';
import { agreementLabels } from '../../words/agreements-en.ts';
import { useConsole } from '../console.ts';
import { addressOf } from '../routes.ts';
import { OF_ONE_VERSION, typedOf } from './typed-agreement.ts';
import { cuaOf } from './typed-cua.ts';

const KEPT = ['title', 'kind', 'requirement', 'body', 'changeNote', 'effectiveOn', 'reacknowledge'] as const;
const SAID = {
  draft: agreementLabels.draftSaved,
  publish: agreementLabels.published,
  archive: agreementLabels.archived,
} as const;
type Action = keyof typeof SAID;

/** What somebody writes of an agreement, a new one where there is none, and what is done with it. */
export const useSaving = (organisationId: string | null, agreement: Agreement | undefined) => {
  const { ask, announcer, queries } = useConsole();
  const { route } = useLocation();
  const { busy, error, run } = useAttempt();
  const { base, moveOn } = useRevision(agreement?.revision ?? 0);
  const draft = useDraft(`agreement ${agreement?.agreementId ?? organisationId}`, typedOf(agreement), KEPT);
  const { typed, put, sent } = draft;
  const cua = cuaOf(typed.cua);
  const written = () => {
    const { title, requirement, body, changeNote, effectiveOn, reacknowledge, audience, kind } = typed;
    return {
      ...{ title: title.trim(), requirement, body, changeNote, reacknowledge, audience },
      effectiveOn: effectiveOn === '' ? null : effectiveOn,
      ...(kind === 'club-user' && { cua: cua.cua }),
    };
  };
  const save = (action: Action) =>
    run(async () => {
      const place = agreement && { agreementId: agreement.agreementId, expectedRevision: base };
      const body = {
        ...(place ?? { organisationId, kind: typed.kind }),
        ...(action !== 'archive' && written()),
        action,
      };
      const options = { idempotencyKey: crypto.randomUUID() };
      try {
        const saved = await ask('PUT /api/admin/agreements/save', { body }, options);
        announcer.say(SAID[action]);
        if (action !== 'archive') sent(action === 'draft' ? typed : { ...typed, ...OF_ONE_VERSION });
        moveOn(saved.revision);
        if (agreement === undefined) route(addressOf('agreement', { agreementId: saved.agreementId }));
      } finally {
        // Where somebody else was quicker, what they have saved is shown as well.
        await queries.invalidateQueries({ queryKey: ['agreements'] });
      }
    });
  return {
    ...{ draft, typed, put, cua, busy, save },
    error: isChanged(error) ? undefined : error,
    isChanged: isChanged(error),
    keepMine: () => run(async () => moveOn()),
    takeTheirs: () =>
      run(async () => {
        sent(typedOf(agreement));
        moveOn();
      }),
  };
};
export type Saving = ReturnType<typeof useSaving>;
