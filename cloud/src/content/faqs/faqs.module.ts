import { defineModule } from '../../kit/modules/module.ts';
import { copy } from '../../kit/modules/table-policy.ts';
import { organisationsModule } from '../../platform/organisations/organisations.module.ts';
import { addFaq, deleteFaq, listFaqs, listFaqsOfCategory, readFaq, updateFaq } from './faqs.endpoints.ts';
import { createFaqs, faqsFaults } from './faqs.repo.ts';

export type { Faqs } from './faqs.repo.ts';

export const faqsModule = defineModule('faqs', {
  needs: [organisationsModule],
  owns: {
    faq: copy(
      'id org_id category locale question answer_md audience about position state revision created_by created_at changed_by changed_at',
    ),
  },
  faults: faqsFaults,
  create: ({ clock, random }) => ({ faqs: createFaqs({ clock, random }) }),
})({
  endpoints: [listFaqs, listFaqsOfCategory, readFaq, addFaq, updateFaq, deleteFaq],
});
