import { isoOf, isoOrNull } from '@gatehouse/shared/time/iso.ts';
import { z } from 'zod';
import { pageOf, pageQuery, pageSchema } from '../../kit/http/paging.ts';
import { noPosition } from '../../kit/http/position.ts';
import { By, type Named, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import {
  AT_FACILITY,
  actorOf,
  DONE,
  Done,
  facilityParams,
  facilityReads,
  facilityWrites,
  PathId,
} from '../../platform/users/facility-surface.ts';
import { platformEndpoint } from '../../platform/users/platform-surface.ts';
import { usersFaults } from '../../platform/users/users.faults.ts';
import { warningsFaults } from './warnings.faults.ts';
import type { WarningsService } from './warnings.service.ts';
import type { ListedWarning } from './warnings-inbox.ts';

type Deps = { readonly warnings: Pick<WarningsService, 'page' | 'find' | 'acknowledge' | 'closeByHand'> };

const { place_unknown } = usersFaults;
const { warning_unknown, warning_stands } = warningsFaults;

export const Warning = z
  .object({
    warningId: z.string(),
    kind: z.string().describe('What is warned of, such as `scope_key_opens_nothing`: one meaning each.'),
    subject: z.string().describe('What it is about, by ids; what they are, the kind says.'),
    message: z.string().describe('For staff, in words.'),
    count: z.int().describe('How often it happened, or 1 for what is so.'),
    firstAt: z.string(),
    lastAt: z.string(),
    partnerId: z.string().nullable().describe('The partner that hears of it too, in its events.'),
    acknowledgedBy: By.nullable().describe('Who has said first that they look after it, since it is open.'),
    acknowledgedAt: z.string().nullable(),
    closedBy: By.nullable().describe('Who closed it; null where its cause was gone.'),
    closedAt: z.string().nullable(),
    closable: z.boolean().describe('Whether a person may close it. The others close by themselves.'),
  })
  .meta({ id: 'Warning' });

export const toWarning = ({
  id,
  facilityId: _here,
  ...warning
}: Named<ListedWarning, 'acknowledgedBy' | 'closedBy'>): z.input<typeof Warning> => ({
  warningId: id,
  ...warning,
  firstAt: isoOf(warning.firstAt),
  lastAt: isoOf(warning.lastAt),
  acknowledgedAt: isoOrNull(warning.acknowledgedAt),
  closedAt: isoOrNull(warning.closedAt),
});

const BOX = '5f0c1d8e-7a52-4c7e-9f2b-0d9f6a1f7c11';
export const A_WARNING: z.input<typeof Warning> = {
  warningId: 'wrn_0123456789abcdef',
  kind: 'panel_guessed_at',
  subject: BOX,
  message: `Somebody tries PINs at the panel of box ${BOX}: 12 wrong ones. It is closed for a while.`,
  count: 2,
  firstAt: '2026-01-08T21:14:05.000Z',
  lastAt: '2026-01-08T21:44:11.000Z',
  partnerId: null,
  acknowledgedBy: null,
  acknowledgedAt: null,
  closedBy: null,
  closedAt: null,
  closable: true,
};
const ofOne = z.object({ ...facilityParams, warningId: PathId.describe('The warning.') });
const ONE = { ...AT_FACILITY, warningId: A_WARNING.warningId };

const Position = /^(\d{1,16})\.(wrn_[0-9a-z]{16})$/;
const positionOf = (after: string | undefined) => {
  if (after === undefined) return undefined;
  const [, lastAt, id] = Position.exec(after) ?? [];
  if (lastAt === undefined || id === undefined) throw noPosition();
  return { lastAt: Number(lastAt), id };
};

export const listWarnings = platformEndpoint<Deps>()({
  id: 'warnings.list',
  method: 'GET',
  path: '/api/access-control/:facilityId/warnings',
  graph: { on: 'Facility', as: 'warnings', with: { facilityId: 'facilityId' } },
  summary: 'List the warnings of a facility',
  description: 'What staff should look at, the newest first. Whom one hurts, `GET …/warnings/{id}/members` says.',
  gate: facilityReads,
  params: z.object(facilityParams),
  query: z.strictObject({
    state: z.enum(['open', 'closed', 'all']).default('open').describe('Those that are open unless told otherwise.'),
    kind: z.string().min(1).max(60).optional().describe('Only those of this kind.'),
    ...pageQuery,
  }),
  success: { status: 200, description: 'A page.', schema: pageSchema(Warning) },
  examples: { params: AT_FACILITY, query: { kind: A_WARNING.kind }, success: { data: [A_WARNING], next: null } },
  faults: { place_unknown },
  handle: async ({ warnings }, { params, query: { after, limit, ...asked } }, { read }) => {
    const rows = await warnings.page(params.facilityId, { ...asked, after: positionOf(after), limit: limit + 1 });
    const { page, next } = pageOf(rows, limit, ({ lastAt, id }) => `${lastAt}.${id}`);
    const named = await read((tx) => namedBy(tx, page, 'acknowledgedBy', 'closedBy'));
    return { data: named.map(toWarning), next };
  },
});

export const readWarning = platformEndpoint<Deps>()({
  id: 'warnings.read',
  method: 'GET',
  path: '/api/access-control/:facilityId/warnings/:warningId',
  summary: 'Read one warning',
  description: 'Open or closed.',
  gate: facilityReads,
  params: ofOne,
  success: { status: 200, description: 'The warning.', schema: Warning },
  examples: { params: ONE, success: A_WARNING },
  faults: { place_unknown, warning_unknown },
  handle: async ({ warnings }, { params }, { read }) =>
    read(async (tx) => {
      const warning = await warnings.find(tx, params.facilityId, params.warningId);
      return toWarning(await oneNamedBy(tx, warning, 'acknowledgedBy', 'closedBy'));
    }),
});

export const acknowledgeWarning = platformEndpoint<Deps>()({
  id: 'warnings.acknowledge',
  method: 'POST',
  path: '/api/access-control/:facilityId/warnings/:warningId/acknowledge',
  tool: { offer: 'It says that somebody looks, and closes nothing.' },
  summary: 'Say that somebody looks after a warning',
  description: 'It stays open. Whoever was first stays named, until it is closed and raised again.',
  gate: facilityReads,
  params: ofOne,
  success: { status: 200, description: 'It is known.', schema: Done },
  examples: { params: ONE, success: DONE },
  faults: { place_unknown, warning_unknown },
  audit: { event: 'warning.acknowledge', target: ({ params }) => params.warningId },
  handle: async ({ warnings }, { params }, { tx, caller }) => {
    await warnings.acknowledge(tx, params.facilityId, params.warningId, actorOf(caller));
    return DONE;
  },
});

export const closeWarning = platformEndpoint<Deps>()({
  id: 'warnings.close',
  method: 'POST',
  path: '/api/access-control/:facilityId/warnings/:warningId/close',
  summary: 'Close a warning of what has happened',
  description:
    'Only where `closable`: what is so still cannot be closed by hand. If it happens again, it is a new warning.',
  gate: facilityWrites,
  params: ofOne,
  success: { status: 200, description: 'It is closed.', schema: Done },
  examples: { params: ONE, success: DONE },
  faults: { place_unknown, warning_unknown, warning_stands },
  audit: { event: 'warning.close', target: ({ params }) => params.warningId },
  handle: async ({ warnings }, { params }, { tx, caller }) => {
    await warnings.closeByHand(tx, params.facilityId, params.warningId, actorOf(caller));
    return DONE;
  },
});
