import { defineModule } from '../../kit/modules/module.ts';
import { answer } from '../../kit/modules/ports.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { mailModule, ownWording } from '../../platform/mail/mail.module.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { usersModule } from '../../platform/users/users.module.ts';
import { addMapping, deleteMapping, listMappings, readMapping, updateMapping } from './email-mappings.endpoints.ts';
import { emailMappingsFaults } from './email-mappings.faults.ts';
import { createEmailMappings } from './email-mappings.service.ts';
import { previewMapping, testMapping } from './try-outs.endpoints.ts';

export const emailMappingsModule = defineModule('email-mappings', {
  needs: [mailModule, organisationsModule, usersModule],
  owns: {
    email_mapping: copy(
      'id kind org_id facility_id locale subject text_body html_body from_name enabled revision changed_by changed_at',
      { mask: { reply_to: 'email', also_to: 'none' } },
    ),
  },
  faults: emailMappingsFaults,
  create: ({ collected, ...deps }) => ({
    emailMappings: createEmailMappings({ ...deps, kinds: () => collected('mails').flat() }),
  }),
})({
  endpoints: [listMappings, readMapping, addMapping, updateMapping, deleteMapping, previewMapping, testMapping],
  answers: ({ emailMappings }) => [answer(ownWording, emailMappings.wordingFor)],
});
