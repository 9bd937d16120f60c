import { z } from 'zod';
import { BY_SAM, By, namedBy, oneNamedBy } from '../../platform/users/actor-surface.ts';
import { PathId } from '../../platform/users/facility-surface.ts';
import { type Placed, platformEndpoint } from '../../platform/users/platform-surface.ts';
import {
  A_HASH,
  A_SUMMARY,
  AN_AGREEMENT,
  Attachment,
  CuaConfigShown,
  day,
  reacknowledge,
  requirement,
  SAID,
  summaryFields,
} from './agreement-fields.ts';
import { agreementsFaults } from './agreements.faults.ts';
import type { AgreementRow } from './agreements.repo.ts';
import type { AgreementsService } from './agreements.service.ts';
import { administers, noSuchAgreement, placeOf } from './an-agreement.ts';

interface Deps {
  readonly agreements: AgreementsService;
}
const { agreement_unknown } = agreementsFaults;

const Said = z.object({
  title: z.string().describe('What it is called.'),
  requirement,
  body: z.string().describe('What it says, in Markdown.'),
  changeNote: z.string().describe('What is different from the version before.'),
  reacknowledge,
});
const Version = z
  .object({
    version: z.int().describe('Counts from 1.'),
    title: z.string().describe('What it was called.'),
    requirement,
    changeNote: z.string().describe('What was different from the version before.'),
    reacknowledge,
    effectiveOn: day.describe('From which day on it held, where each club is.'),
    sha256: z.string().describe('Of all that it says, as canonical JSON.'),
    publishedBy: By.describe('Who published it.'),
    publishedAt: z.iso.datetime().describe('When that was (UTC).'),
  })
  .meta({ id: 'AgreementVersion' });

const Agreement = z
  .object({
    ...summaryFields,
    cua: CuaConfigShown.nullable().describe('How people at clubs are asked; null: it is for clubs.'),
    published: Said.extend({
      effectiveOn: day.describe('From which day on it holds, where each club is.'),
      attachments: z.array(Attachment).describe('Its files.'),
    })
      .nullable()
      .describe('What the version says that counts; null: none was published.'),
    drafted: Said.extend({
      effectiveOn: day.nullable().describe('From when it is to hold; null: from the day on that it is published.'),
      attachments: z.array(z.string()).describe('Its files, by their ids.'),
      files: z.array(Attachment).describe('The same, with their names.'),
    })
      .nullable()
      .describe('What the next version is going to say; null: there is no draft.'),
    versions: z.array(Version).describe('Every version, the newest first, 200 at most.'),
  })
  .meta({ id: 'Agreement' });

export const readAgreement = platformEndpoint<Deps>()({
  id: 'agreements.read',
  method: 'GET',
  path: '/api/admin/agreements/:agreementId',
  summary: 'Read an agreement with its draft and its versions',
  description: 'What counts now, what the draft of the next version says, and which versions there were.',
  gate: administers,
  graph: { node: 'Agreement', key: 'agreementId', prefix: 'agr_' },
  resource: {
    find: async ({ agreements }: Deps, { params }, { tx }): Promise<(Placed & { row: AgreementRow }) | undefined> => {
      const row = await agreements.catalogue.find(tx, params.agreementId);
      return row && { ...placeOf(row), row };
    },
    missing: noSuchAgreement,
  },
  params: z.object({ agreementId: PathId.describe('The agreement.') }),
  success: { status: 200, description: 'The agreement.', schema: Agreement },
  examples: {
    params: { agreementId: AN_AGREEMENT },
    success: {
      ...A_SUMMARY,
      cua: null,
      published: { ...SAID, effectiveOn: '2026-02-01', attachments: [] },
      drafted: null,
      versions: [
        {
          version: 2,
          title: SAID.title,
          requirement: 'signature',
          changeNote: SAID.changeNote,
          reacknowledge: true,
          effectiveOn: '2026-02-01',
          sha256: A_HASH,
          publishedBy: BY_SAM,
          publishedAt: A_SUMMARY.changedAt,
        },
      ],
    },
  },
  faults: { agreement_unknown },
  handle: ({ agreements }, _input, { read, resource: { row } }) =>
    read(async (tx) => {
      const { versions, ...whole } = await agreements.catalogue.read(tx, row);
      const named = await oneNamedBy(tx, whole, 'changedBy');
      return {
        ...named,
        published: whole.published && {
          ...whole.published,
          effectiveOn: whole.published.effectiveOn as string,
          attachments: [...whole.published.attachments],
        },
        drafted: whole.drafted,
        versions: await namedBy(tx, versions, 'publishedBy'),
      } as z.output<typeof Agreement>;
    }),
});
