import type { Database } from '../db/unit-of-work.ts';
import type { Call } from '../http/endpoint.ts';
import type { PartnerCaller, PartnersService } from '../modules/partners/partners.module.ts';
import type { BatchResult } from './batch-answer.ts';
import type { BatchKind } from './batch-kind.ts';
import type { BatchStore } from './batch-store.ts';
import type { Ingest } from './ingest.ts';

export interface ApplyDeps {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly ingest: Pick<Ingest, 'judge'>;
  readonly partners: Pick<PartnersService, 'authenticate'>;
}

export type ApplyBatch = <Item, Draft, Row, Found, State>(
  kind: BatchKind<Item, Draft, Row, Found>,
  store: BatchStore<Row, State>,
  bytes: Uint8Array,
  call: Call<PartnerCaller>,
) => Promise<BatchResult>;
