import { aiRequestWords } from '../../words/ai-requests-en.ts';
import type { AiLog } from './ai-types.ts';
import { useAgents } from './use-agents.ts';
import { useKeys } from './use-keys.ts';

/** What whoever has made a request is called. */
export const useNames = (facilityId: string) => {
  const keys = useKeys(facilityId).data?.data ?? [];
  const agents = useAgents(facilityId).data?.data ?? [];
  return ({ keyHash, deviceId }: Pick<AiLog, 'keyHash' | 'deviceId'>): string => {
    if (keyHash !== null)
      return keys.find((one) => one.keyHash === keyHash)?.label ?? aiRequestWords.deletedKey(keyHash);
    const agent = agents.find((one) => one.deviceId === deviceId);
    return agent?.name ?? aiRequestWords.unknownAgent(deviceId ?? '');
  };
};
