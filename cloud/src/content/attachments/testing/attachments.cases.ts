import type { PlatformCases } from '../../../testing/platform-case.ts';
import { aForm } from './a-form.ts';
import { aPdf } from './some-files.ts';

export const attachmentsCases: PlatformCases = {
  'agreements.upload-attachment': async () => ({ streamed: aForm('House rules.pdf', aPdf()) }),
};
