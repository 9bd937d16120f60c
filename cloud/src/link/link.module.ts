import type { CommandKey } from '@gatehouse/shared/wire/device-api.ts';
import type { SigningKey } from '@gatehouse/shared/wire/jws.ts';
import { defineModule } from '../kit/modules/module.ts';
import type { Challenges } from './challenges.ts';
import type { DeviceTokens } from './device-tokens.ts';
import { beaconArrived, boxGone, knownBoxes, newestMark, publicKeyOf, storeFacts } from './link.ports.ts';
import type { Link, LinkPorts } from './link.ts';
import { linkCalls } from './link-calls.ts';

declare module '../kit/modules/module.ts' {
  interface Environment {
    /** Makes the cloud's end of the device link, which may be reached later. */
    readonly openLink: (ports: LinkPorts) => Link;
    readonly commandKeys: readonly CommandKey[];
    /** Signs what boxes are told outside of commands, by one of these keys. */
    readonly commandKey: SigningKey;
    readonly challenges: Pick<Challenges, 'issue' | 'redeem'>;
    readonly tokens: Pick<DeviceTokens, 'issue' | 'verify'>;
    /** The time, signed for this nonce; undefined while this process is not sure of it. */
    readonly signTime: (nonce: string) => string | undefined;
    /** Where boxes find the broker. */
    readonly brokerUrl: () => string;
    /** Where the platform API is served. */
    readonly platformUrl: () => string;
    /** Where browsers find images of notifications: `https://…/media`. */
    readonly mediaUrl: () => string;
  }
}

export const linkModule = defineModule('link', {
  asks: { publicKeyOf, knownBoxes, newestMark, storeFacts },
  emits: { beaconArrived, boxGone },
  create: ({ openLink, log, ...deps }) => {
    const { publicKeyOf, knownBoxes, newestMark, storeFacts, beaconArrived, boxGone } = deps;
    const link = openLink({ publicKeyOf, knownBoxes, newestMark, storeFacts, beaconArrived, boxGone });
    return { link, linkCalls: linkCalls(link, log) };
  },
})({
  close: ({ link }) => link.close(),
});
