import { aPng } from '../../../platform/images/testing/an-image.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';
import { aForm } from '../../attachments/testing/a-form.ts';

export const pageImagesCases: PlatformCases = {
  'page-images.upload': async () => ({ streamed: aForm('gym.png', aPng(), 'image/png') }),
};
