import { callersFault, defineFaults, faultsOf } from '@gatehouse/shared/fault/fault.ts';

export const aiSettingsFaults = defineFaults({
  ai_key_unknown: callersFault(
    404,
    'No such key',
    'There is no key of this hash at the facility, or it was deleted. List the keys to see which there are.',
  ),
  ai_keys_full: callersFault(
    409,
    'There are as many keys as there may be',
    'A facility has 200 keys at most. Delete one that is not used any more, and try again.',
  ),
  guardrail_in_use: callersFault(
    409,
    'A key names the guardrail',
    'A guardrail that a key names is not removed: the key would be free of it. Take it off the key first; the message names the key.',
  ),
});
export const aiSettingsFault = faultsOf(aiSettingsFaults);
