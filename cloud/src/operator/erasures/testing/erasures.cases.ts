import { ofMember } from '../../../testing/member-case.ts';
import type { PlatformCases } from '../../../testing/platform-case.ts';

export const erasuresCases: PlatformCases = {
  'members.export': ofMember,
  'members.erase': ofMember,
};
