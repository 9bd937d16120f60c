import { z } from 'zod';
import type { MailService } from '../../platform/mail/mail.module.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { A_WORDING, type EmailMappingsEndpointDeps, kind, wordingFields } from './a-mapping.ts';
import { emailMappingsFaults } from './email-mappings.faults.ts';
import { examplesOf } from './mapping-views.ts';
import { safeOf } from './safe-html.ts';

const { mail_kind_unknown, wording_refused } = emailMappingsFaults;
const body = z.strictObject({ kind, ...wordingFields, html: wordingFields.html.default(null) });
const gate = { needs: 'admin', in: 'anywhere' } as const;

export const previewMapping = platformEndpoint<EmailMappingsEndpointDeps>()({
  id: 'email-mapping.preview',
  method: 'POST',
  path: '/api/admin/email-mapping/preview',
  summary: 'See what an e-mail of a wording looks like',
  description: 'With an example for each variable. Nothing is kept, and nothing is sent.',
  gate,
  readsOnly: true,
  body,
  success: {
    status: 200,
    description: 'The e-mail.',
    schema: z.object({ subject: z.string(), text: z.string(), html: z.string().nullable() }),
  },
  examples: {
    body: A_WORDING,
    success: { subject: 'A door was forced bei Harbour Gym', text: '- A door was forced', html: null },
  },
  faults: { mail_kind_unknown, wording_refused },
  audit: { event: 'email-mapping.preview', target: (input) => input.body.kind },
  handle: async ({ emailMappings }, { body: { kind: name, html, ...wording } }) => {
    const safe = (await safeOf(html)) ?? undefined;
    const { subject, text, html: made = null } = emailMappings.preview(name, { ...wording, html: safe });
    return { subject, text, html: made };
  },
});

export const testMapping = platformEndpoint<
  EmailMappingsEndpointDeps & { readonly mail: Pick<MailService, 'trial'> }
>()({
  id: 'email-mapping.test',
  method: 'POST',
  path: '/api/admin/email-mapping/test',
  summary: 'Send yourself an e-mail of a wording',
  description: 'To your own address and nobody else’s, with an example for each variable. Nothing else is kept.',
  gate,
  body,
  success: { status: 200, description: 'It is on its way.', schema: z.object({ mailId: z.string(), to: z.string() }) },
  examples: { body: A_WORDING, success: { mailId: 'eml_0123456789abcdef', to: 'sam@example.com' } },
  faults: { mail_kind_unknown, wording_refused },
  audit: { event: 'email-mapping.test', target: (input) => input.body.kind },
  prepare: (_deps, { body: { html } }) => safeOf(html),
  handle: async ({ emailMappings, mail }, { body: { kind: name, html: _html, ...rest } }, call) => {
    const { tx, caller, about, prepared } = call;
    const wording = { ...rest, html: prepared ?? undefined };
    const { kind: of } = emailMappings.preview(name, wording);
    const to = caller.user.email;
    const mailId = await mail.trial(tx, { kind: of, to, values: examplesOf(of) }, wording);
    about(mailId);
    return { mailId, to };
  },
});
