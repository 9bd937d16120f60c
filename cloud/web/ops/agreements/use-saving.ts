import { useLocation } from 'preact-iso/router';
import type { Agreement } from '../../client/platform-api.gen.ts';
import { useDraft } from '../../kit/use-draft.ts';
import { useSave } from '../../kit/use-save.tsx';
import { agreementLabels } from '../../words/agreements-en.ts';
import { useConsole } from '../console.ts';
import { addressOf } from '../routes.ts';
import { OF_ONE_VERSION, typedOf } from './typed-agreement.ts';
import { cuaOf } from './typed-cua.ts';

const KEPT = [
  ...([
    'title',
    'kind',
    'requirement',
    'body',
    'changeNote',
    'effectiveOn',
    'reacknowledge',
    'audience',
    'cua',
  ] as const),
];
const SAID = {
  draft: agreementLabels.draftSaved,
  publish: agreementLabels.published,
  archive: agreementLabels.archived,
} as const;
type Action = keyof typeof SAID;

/** What somebody writes of an agreement, a new one where there is none, and what is done with it. */
export const useSaving = (organisationId: string | null, agreement: Agreement | undefined) => {
  const { ask } = useConsole();
  const { route } = useLocation();
  const { busy, error, save: saveAs, conflict } = useSave(agreement, ['agreements']);
  const draft = useDraft(`agreement ${agreement?.agreementId ?? organisationId}`, typedOf(agreement), KEPT);
  const { typed, put, sent } = draft;
  const cua = cuaOf(typed.cua);
  const written = () => {
    const { title, requirement, body, changeNote, effectiveOn, reacknowledge, audience, kind, files } = typed;
    return {
      ...{ title: title.trim(), requirement, body, changeNote, reacknowledge, audience },
      effectiveOn: effectiveOn === '' ? null : effectiveOn,
      attachments: files.map(({ attachmentId }) => attachmentId),
      ...(kind === 'club-user' && { cua: cua.cua }),
    };
  };
  const save = (action: Action) =>
    saveAs(SAID[action], async (expectedRevision) => {
      const body = {
        ...(agreement
          ? { agreementId: agreement.agreementId, expectedRevision }
          : { organisationId, kind: typed.kind }),
        ...(action !== 'archive' && written()),
        action,
      };
      const options = { idempotencyKey: crypto.randomUUID() };
      const saved = await ask('PUT /api/admin/agreements/save', { body }, options);
      if (action !== 'archive') sent(action === 'draft' ? typed : { ...typed, ...OF_ONE_VERSION });
      if (agreement === undefined) route(addressOf('agreement', { agreementId: saved.agreementId }));
      return saved;
    });
  return { draft, typed, put, cua, busy, save, error, conflict: conflict(() => sent(typedOf(agreement))) };
};
export type Saving = ReturnType<typeof useSaving>;
