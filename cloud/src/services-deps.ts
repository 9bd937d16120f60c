import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { DeviceTokens } from './link/device-tokens.ts';
import type { Link } from './link/link.ts';
import type { createBoxesService } from './modules/boxes/boxes.module.ts';
import type { WeatherProvider } from './modules/environment/environment.module.ts';
import type { RevocationsService } from './modules/revocations/revocations.module.ts';
import type { PostTargets } from './modules/webhooks/webhooks.module.ts';
import type { PlatformServicesDeps } from './platform-services.ts';

/** What all services work with. */
export interface ServicesDeps extends Omit<PlatformServicesDeps, 'pseudonyms' | 'toDevices'> {
  /** The link needs the boxes and the unlocks need the link: it is asked for when it is used. */
  readonly link: () => Link;
  readonly commandKeys: readonly CommandKey[];
  /** Signs what boxes are told outside of commands, by one of these keys. */
  readonly commandKey: SigningKey;
  /** Signs outage passes. */
  readonly passKey: SigningKey;
  /** Members who were erased are hashed under it, and nothing else. */
  readonly erasureKey: Uint8Array;
  /** What takes away again after a restore what was taken away. */
  readonly revocations: RevocationsService;
  /** For how long backups of the database are kept: 30 days unless given. */
  readonly backupsKeptDays?: number | undefined;
  /** The codes of boxes that wait to be claimed are kept under it, and nothing else. */
  readonly claimKey: Uint8Array;
  readonly challenges: Parameters<typeof createBoxesService>[0]['challenges'];
  readonly tokens: Pick<DeviceTokens, 'issue'>;
  /** The public part of the key that releases of the agent are signed with. */
  readonly releasePublicKey?: string | undefined;
  /** Where the weather comes from, if from anywhere. */
  readonly weather?: WeatherProvider | undefined;
  readonly ingest: Pick<Ingest, 'judge' | 'alone'>;
  /** Where webhooks may lead; to addresses of the internet unless given. */
  readonly webhookTargets?: PostTargets | undefined;
}
