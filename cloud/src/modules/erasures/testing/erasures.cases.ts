import { ofMember } from '../../../test-kit/member-case.ts';
import type { PlatformCases } from '../../../test-kit/platform-case.ts';

export const erasuresCases: PlatformCases = {
  'members.export': ofMember,
  'members.erase': ofMember,
};
