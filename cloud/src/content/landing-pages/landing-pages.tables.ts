import type { FacilityId, OrgId } from '@gatehouse/shared/ids/ids.ts';

/** A page of an organisation, or of one of its facilities, that anybody may read once it is published. */
export interface LandingPageTable {
  id: string;
  org_id: OrgId;
  facility_id: FacilityId | null;
  slug: string;
  locale: string;
  state: 'draft' | 'published' | 'withdrawn';
  /** JSON: what it would show if it were published now. */
  draft: string;
  /** How many versions were made. */
  versions: number;
  /** The version that is shown. */
  published: number | null;
  /** The version that is to be shown from `publish_at` on. */
  scheduled: number | null;
  publish_at: number | null;
  revision: number;
  created_by: string;
  created_at: number;
  changed_by: string;
  changed_at: number;
}

/** What a page showed, or was to show. Never changed. */
export interface LandingPageVersionTable {
  page_id: string;
  number: number;
  /** JSON. */
  content: string;
  made_by: string;
  made_at: number;
}

/** Every slug that leads to a page, those that it had before too. */
interface LandingPageSlugTable {
  slug: string;
  page_id: string;
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    landing_page: LandingPageTable;
    landing_page_version: LandingPageVersionTable;
    landing_page_slug: LandingPageSlugTable;
  }
}
