import type { Valid } from '../kit/http/endpoint-contract.ts';
import type { PlatformApi } from './platform-api.ts';

/** How an endpoint of the platform API is called by its super admin so that it succeeds, and with what it does not. */
export interface PlatformCase extends Valid {
  /** Path parameters (only those that differ) that name a thing of the other organisation. Needed wherever a path names more than a facility. */
  readonly foreign?: Readonly<Record<string, string>>;
  /** The same parameters, well-formed, for a thing that there is not. What is answered to both must be alike. */
  readonly missing?: Readonly<Record<string, string>>;
  /** What differs where the endpoint's `resource` is one that there is not, if that is more or other than `missing`. */
  readonly absent?: Pick<Valid, 'params' | 'query' | 'body'>;
}

/** By endpoint id. Asked before each request that has to succeed, so it may make what that request uses up. */
export type PlatformCases = Readonly<Record<string, (api: PlatformApi) => Promise<PlatformCase>>>;
