import { z } from 'zod';
import type { Tx } from '../../kit/db/unit-of-work.ts';
import { wrongField } from '../../kit/http/validate.ts';
import {
  type PartnerContact,
  PartnerSettings,
  type PartnersService,
  type SeenSettings,
} from '../partners/partners.module.ts';
import type { TellOthers } from './account-news.ts';
import { consoleEndpoint, signedIn } from './console-surface.ts';
import { partnerConsoleFault, partnerConsoleFaults } from './partner-console.faults.ts';
import type { MemberCounts } from './partner-console.ports.ts';
import {
  A_BREAK,
  A_CONSOLE_SETTINGS,
  ConsoleSettings,
  consoleSettings,
  LinkingBreaks,
  LinkingMethod,
  linkingBreaks,
} from './settings-view.ts';

interface SettingsDeps {
  readonly partners: Pick<
    PartnersService,
    'settingsSeen' | 'linkingSeen' | 'lockAccount' | 'setSettings' | 'usableKeys'
  >;
  readonly membersOf: (tx: Tx, partnerId: PartnerContact['partnerId']) => Promise<MemberCounts>;
  readonly tellOthers: TellOthers;
}
const { settings_changed } = partnerConsoleFaults;
const shape = PartnerSettings.shape;

export const readSettings = consoleEndpoint<SettingsDeps>()({
  id: 'console-settings.read',
  method: 'GET',
  path: '/console/v1/settings',
  summary: 'Read your settings',
  description:
    'How your requests name facilities, and what facilities are asked for when they enable your integration.',
  gate: { contact: 'any' },
  success: { status: 200, description: 'The settings.', schema: ConsoleSettings },
  examples: { success: A_CONSOLE_SETTINGS },
  faults: {},
  handle: async ({ partners }, _input, { caller, read }) =>
    consoleSettings(await read((tx) => partners.settingsSeen(tx, signedIn(caller).contact.partnerId))),
});

export const previewLinking = consoleEndpoint<SettingsDeps>()({
  id: 'console-settings.preview-linking',
  method: 'GET',
  path: '/console/v1/settings/linking',
  summary: 'See what another linking method breaks',
  description:
    'Nothing is changed. From such a change on, a request that names a facility in the old way is refused, and items of batches are skipped. To `facility_id`: your software reads the ids of `GET /partner/v1/facilities` and sends those. To `linking_identifier`: it sends your own codes, which the staff of each facility have entered; where they have not, no request can name the facility until they do. What doors enforce by then goes on, and nothing new arrives there.',
  gate: { contact: 'any' },
  // It goes through the members.
  requestsPerSecond: 2,
  query: z.strictObject({ linkingMethod: LinkingMethod.describe('What it would be changed to.') }),
  success: { status: 200, description: 'What it breaks.', schema: LinkingBreaks },
  examples: { query: { linkingMethod: A_BREAK.to }, success: A_BREAK },
  faults: {},
  handle: async ({ partners, membersOf }, { query: { linkingMethod: to } }, { caller, read }) =>
    read(async (tx) => {
      const { partnerId } = signedIn(caller).contact;
      const linking = await partners.linkingSeen(tx, partnerId);
      if (linking.linkingMethod === to)
        throw wrongField('query.linkingMethod', 'unchanged', 'is how your requests name facilities already');
      const members = await membersOf(tx, partnerId);
      return linkingBreaks(linking, { to, members, keys: await partners.usableKeys(tx, partnerId) });
    }),
});

const SEEN_CHANGED = 'The settings have changed since you looked, or where they apply: nothing was done.';

export const updateSettings = consoleEndpoint<SettingsDeps>()({
  id: 'console-settings.update',
  method: 'PATCH',
  path: '/console/v1/settings',
  summary: 'Change your settings',
  description:
    'What is left out stays. It counts from the next request on, is recorded, and the other contacts are told by e-mail. A `prefix` counts for codes that are entered from now on. Another `linkingMethod` breaks what `GET /console/v1/settings/linking` names, and is taken with the `seen` of that alone.',
  gate: { contact: 'owner' },
  body: z
    .strictObject({
      ifSeen: z
        .string()
        .min(1)
        .max(64)
        .describe(
          'The `seen` of the settings that you looked at; where `linkingMethod` changes, that of what it breaks. Refused with 412 where it is another by now.',
        ),
      linkingMethod: shape.linking_method.optional(),
      linkingLabel: shape.linking_label.optional(),
      prefix: shape.prefix.optional(),
      customFields: shape.custom_fields.optional(),
    })
    .meta({ id: 'SettingsChange' }),
  success: { status: 200, description: 'It is so now.', schema: ConsoleSettings },
  examples: {
    body: { ifSeen: A_CONSOLE_SETTINGS.seen, prefix: A_CONSOLE_SETTINGS.prefix },
    success: A_CONSOLE_SETTINGS,
  },
  faults: { settings_changed },
  faultBodies: {
    settings_changed: {
      schema: z.object({
        error: z.literal('settings_changed'),
        message: z.string(),
        request_id: z.string(),
        current: ConsoleSettings.describe('How they are now.'),
      }),
      example: {
        error: 'settings_changed',
        message: SEEN_CHANGED,
        request_id: 'req_0123456789abcdef',
        current: A_CONSOLE_SETTINGS,
      },
    },
  },
  audit: { event: 'console-settings.update', target: () => undefined },
  handle: async ({ partners, tellOthers }, { body }, { tx, caller, about }) => {
    const { contact } = signedIn(caller);
    const { partnerId } = contact;
    about(partnerId);
    await partners.lockAccount(tx, partnerId);
    const before = await partners.settingsSeen(tx, partnerId);
    const { ifSeen, linkingMethod, linkingLabel, prefix, customFields } = body;
    const relinks = linkingMethod !== undefined && linkingMethod !== before.settings.linking_method;
    const { seen } = relinks ? await partners.linkingSeen(tx, partnerId) : before;
    if (ifSeen !== seen) {
      const current = consoleSettings(before);
      throw partnerConsoleFault('settings_changed', SEEN_CHANGED, {
        body: { error: 'settings_changed', message: SEEN_CHANGED, current },
      });
    }
    await partners.setSettings(tx, partnerId, {
      ...(linkingMethod !== undefined && { linking_method: linkingMethod }),
      ...(linkingLabel !== undefined && { linking_label: linkingLabel }),
      ...(prefix !== undefined && { prefix }),
      ...(customFields !== undefined && { custom_fields: customFields }),
    });
    const after = await partners.settingsSeen(tx, partnerId);
    const lines = changesOf(before, after);
    if (lines.length > 0) await tellOthers(tx, contact, { lines });
    return consoleSettings(after);
  },
});

/** What differs, in words. */
const changesOf = ({ settings: from }: SeenSettings, { settings: to }: SeenSettings): string[] => {
  const fields = ({ custom_fields }: PartnerSettings): string =>
    custom_fields.map(({ label }) => label).join(', ') || 'none';
  return [
    from.linking_method !== to.linking_method &&
      `Requests name facilities by ${to.linking_method} from now on. Those that send ${from.linking_method} alone are refused.`,
    from.linking_label !== to.linking_label && `Facilities call your code “${to.linking_label}”.`,
    from.prefix !== to.prefix && `New codes begin with ${to.prefix === '' ? 'anything' : to.prefix}.`,
    JSON.stringify(from.custom_fields) !== JSON.stringify(to.custom_fields) &&
      `Further fields that facilities fill in: ${fields(to)}.`,
  ].filter((line) => line !== false);
};
