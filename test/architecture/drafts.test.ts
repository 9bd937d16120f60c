import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source/source-file.ts';

/**
 * The forms of the consoles that lose what is typed at a reload, each with its reason: `Form` takes none without saying so
 * (`cloud/web/kit/form.tsx`), and what is no `Form` is looked for by its tag. The list gets longer only by what would be wrong
 * to keep, or is not worth it.
 */
const WITHOUT_A_DRAFT: Readonly<Record<string, string>> = {
  'cloud/web/explorer/token-panel.tsx': 'secret: a key, which is traded for a token and forgotten',
  'cloud/web/kit/code-field.tsx': 'secret: a code',
  'cloud/web/kit/code-sign-in.tsx': 'short: nobody is signed in whose draft it could be',
  'cloud/web/kit/confirm-button.tsx': 'moment: it asks once more',
  'cloud/web/kit/hold-button.tsx': 'moment: it asks once more',
  'cloud/web/kit/key-row.tsx': 'chosen: how long a key goes on beside the next',
  'cloud/web/ops/account/alarm-pushes.tsx': 'chosen',
  'cloud/web/ops/account/browsers-page.tsx': 'short: what a browser is called',
  'cloud/web/ops/account/desks.tsx': 'short: what a desk is called',
  'cloud/web/ops/account/passkeys.tsx': 'short: what a passkey is called',
  'cloud/web/ops/agreements/sign-form.tsx': 'moment: what is signed is said by whoever signs, having read it',
  'cloud/web/ops/ai/top-up.tsx': 'short: an amount',
  'cloud/web/ops/ai/try-out.tsx': 'secret: it may be a text of anybody',
  'cloud/web/ops/alarms/alarm-steps.tsx': 'chosen',
  'cloud/web/ops/claim/claim-form.tsx': 'moment: fingerprints are compared anew',
  'cloud/web/ops/claim/code-entry.tsx': 'secret: a code',
  'cloud/web/ops/db-sync/db-sync-page.tsx': 'chosen',
  'cloud/web/ops/doors/begin-maintenance.tsx': 'moment: it hangs on how the door is seen',
  'cloud/web/ops/doors/let-in.tsx': 'moment: it hangs on how the door is seen',
  'cloud/web/ops/doors/maintenance.tsx': 'moment: it hangs on how the door is seen',
  'cloud/web/ops/find/find-dialog.tsx': 'short: what is searched for',
  'cloud/web/ops/frame/facility-frame.tsx': 'short: what is searched for',
  'cloud/web/ops/integrations/set-up.tsx': 'secret: what a partner asks for may be one',
  'cloud/web/ops/listings/put-there.tsx': 'short: a telephone number',
  'cloud/web/ops/lockdown/end-lockdown.tsx': 'moment: it hangs on how the doors are seen',
  'cloud/web/ops/messages/quiet-hours.tsx': 'short: two times',
  'cloud/web/ops/money/card-topup.tsx': 'short: an amount',
  'cloud/web/ops/money/price-form.tsx': 'short: a price',
  'cloud/web/ops/money/statements.tsx': 'short: what the columns of a file are called, which is chosen anew as well',
  'cloud/web/ops/money/templates.tsx': 'short: a name',
  'cloud/web/ops/money/topup-invoices.tsx': 'short: an amount',
  'cloud/web/ops/organisations/holidays.tsx': 'chosen',
  'cloud/web/ops/partners/partner-organisations.tsx': 'chosen',
  'cloud/web/ops/partners/partner-statuses.tsx': 'short: a word',
  'cloud/web/ops/people/cards.tsx': 'secret: the number of a card',
  'cloud/web/ops/people/give-card.tsx': 'secret: the number of a card',
  'cloud/web/ops/people/give-grant.tsx': 'moment: how long counts from when it is given',
  'cloud/web/ops/people/member-number-form.tsx': 'short: a number',
  'cloud/web/ops/people/pin.tsx': 'secret: a PIN',
  'cloud/web/ops/people/record.tsx': 'moment: who erases somebody types whom',
  'cloud/web/ops/retention/retention-page.tsx': 'short: a number of days',
  'cloud/web/ops/settings/access-policy.tsx': 'short: numbers',
  'cloud/web/ops/settings/daily-digest.tsx': 'chosen',
  'cloud/web/ops/users/user-roles.tsx': 'chosen',
  'cloud/web/ops/warnings/target-form.tsx': 'chosen',
  'cloud/web/partner/reference/endpoint-page.tsx': 'secret: a call may have a code or a PIN in it',
  'cloud/web/partner/requests/filters.tsx': 'short: it stands in the address',
  'cloud/web/partner/requests/requests-page.tsx': 'short: what is searched for',
  'cloud/web/partner/sandbox/door-that-fails.tsx': 'chosen',
  'cloud/web/partner/start/break-a-door.tsx': 'chosen',
};
const REASONS = /^(?:short|chosen|secret|moment)(?:: .+)?$/;

interface Forms {
  readonly path: string;
  readonly text: string;
}
/** By its own words, as a form of its own that keeps nothing, or as fields that stand in no form. */
const undrafted = ({ text }: Forms): readonly string[] => [
  ...[...text.matchAll(/<Form\b[\s\S]*?\bdraft="(\w+)"/g)].map(([, why = '']) => why),
  ...(/<form\b/.test(text) && !/\buseReloadable\b|<DraftNote\b/.test(text) ? [''] : []),
  ...(isTyped(text) && !/<form\b/i.test(text) && !/\buse(?:Draft|Reloadable)\b/.test(text) ? [''] : []),
];
/** Something is typed there, and held there: what is part of a form that stands elsewhere is handed what it shows. */
const isTyped = (text: string): boolean =>
  /<Text(?:Area|Field)\b/.test(text) && /\buseState(?:<\w+>)?\((?:''|String\(|[A-Z_]+\)|\(\) =>)/.test(text);
const files = sourceFiles().filter(({ path }) => /^cloud\/web\/.*\.tsx$/.test(path));
const without = files.flatMap((file) => undrafted(file).map((why) => ({ path: file.path, why })));

describe('every form of the consoles', () => {
  it('keeps what is typed through a reload, or stands here with why it does not', () => {
    const unsaid = without.filter(({ path }) => !Object.hasOwn(WITHOUT_A_DRAFT, path)).map(({ path }) => path);
    expect(unsaid, 'What somebody typed there is gone once the page is loaded again.').toEqual([]);
  });
  it('says the same reason itself', () => {
    const others = without.filter(({ path, why }) => !WITHOUT_A_DRAFT[path]?.startsWith(why)).map(({ path }) => path);
    expect(others).toEqual([]);
    expect(Object.values(WITHOUT_A_DRAFT).filter((reason) => !REASONS.test(reason))).toEqual([]);
  });
  it('leaves the list once it keeps a draft, or is gone', () => {
    const paths = new Set(without.map(({ path }) => path));
    expect(Object.keys(WITHOUT_A_DRAFT).filter((path) => !paths.has(path))).toEqual([]);
  });
  it('is looked for where forms are', () => {
    expect(files.filter(({ text }) => text.includes('<Form')).length).toBeGreaterThan(40);
    const found = (text: string) => undrafted({ path: 'x.tsx', text });
    expect(found('<Form send="x" draft={draft} onSend={send}>')).toEqual([]);
    expect(found('<Form send="x"\n  draft="short"\n  onSend={send}>')).toEqual(['short']);
    expect(found('<form onSubmit={send}>')).toEqual(['']);
    expect(found('<form onSubmit={send}>\n<DraftNote draft={draft} />')).toEqual([]);
    expect(found("const [note, setNote] = useState('');\n<TextArea value={note}")).toEqual(['']);
    expect(found("const { typed } = useDraft('note', { note: '' }, ['note']);\n<TextArea value={note}")).toEqual([]);
    expect(found('<TextArea value={typed.note}')).toEqual([]);
  });
});
