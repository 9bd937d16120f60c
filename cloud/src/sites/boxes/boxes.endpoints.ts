import { ConfigurationReport, ConfigurationReportAnswer } from '@gatehouse/shared/wire/configuration-report.ts';
import {
  ChallengeAnswer,
  ClaimAnswer,
  ClaimPageAnswer,
  ClaimRequest,
  TimeAnswer,
  TimeQuery,
  TokenAnswer,
  TokenRequest,
} from '@gatehouse/shared/wire/device-api.ts';
import { boxesFault, boxesFaults } from './boxes.faults.ts';
import type { BoxesService } from './boxes.service.ts';
import { callingBox, deviceEndpoint } from './device-surface.ts';

export interface BoxEndpointDeps {
  readonly boxes: Pick<BoxesService, 'claim' | 'challenge' | 'token' | 'takeReport'>;
  readonly brokerUrl: () => string;
  /** Where people work with the platform in a browser, without a slash at the end. */
  readonly consoleUrl: () => string;
  /** The time, signed for this nonce; undefined while this process is not sure of it. */
  readonly signTime: (nonce: string) => string | undefined;
}

const { proof_refused, box_not_active, claim_code_taken, claims_full, time_unsure } = boxesFaults;

/** Boxes that nobody knows yet ask again and again. Outside of a unit, those alike have one audit row a minute. */
export const postClaim = deviceEndpoint<BoxEndpointDeps>()({
  id: 'edge.claim',
  method: 'POST',
  unit: 'own',
  path: '/edge/v1/claims',
  summary: 'Ask to be claimed',
  description:
    'An unclaimed box proves its own key and says which code it shows; one of an earlier release, a hash of it. It repeats this until staff have typed the code; the answer then names the facility and the keys that sign commands.',
  gate: {
    public: 'A box that belongs to nobody yet has nothing to authenticate with but the key it brings and proves.',
  },
  body: ClaimRequest,
  success: { status: 200, description: 'Waiting, or claimed.', schema: ClaimAnswer },
  faults: { proof_refused, box_not_active, claim_code_taken, claims_full },
  audit: { event: 'box.claim_asked', target: () => undefined },
  handle: ({ boxes }, { body }, { remoteAddress }) => boxes.claim(body.proof, remoteAddress),
});

export const getClaimPage = deviceEndpoint<BoxEndpointDeps>()({
  id: 'edge.claim-page',
  method: 'GET',
  path: '/edge/v1/claim-page',
  summary: 'Ask where people claim boxes',
  description:
    'The address of the page on which staff claim a box. An unclaimed box shows it as a QR code with its claim code as the fragment (`#7K3M-9QXT`), which browsers send to no server.',
  gate: { public: 'Where the console is, is no secret, and a box that belongs to nobody yet has to know it.' },
  success: { status: 200, description: 'The page.', schema: ClaimPageAnswer },
  faults: {},
  handle: async ({ consoleUrl }) => ({ url: `${consoleUrl()}/ops/claim` }),
});

export const postChallenge = deviceEndpoint<BoxEndpointDeps>()({
  id: 'edge.challenge',
  method: 'POST',
  readsOnly: true,
  path: '/edge/v1/challenges',
  summary: 'Get a challenge',
  description: 'A challenge to sign within a minute, usable once: so the box’s own clock does not matter.',
  gate: { public: 'A challenge is worth nothing without the key to sign it.' },
  success: { status: 200, description: 'The challenge.', schema: ChallengeAnswer },
  faults: {},
  audit: { event: 'box.challenge_issued', target: () => undefined },
  handle: async ({ boxes }) => boxes.challenge(),
});

export const postToken = deviceEndpoint<BoxEndpointDeps>()({
  id: 'edge.token',
  method: 'POST',
  unit: 'own',
  path: '/edge/v1/tokens',
  summary: 'Trade a signed challenge for a token',
  description: 'A token of ten minutes for one audience: `mqtt` to connect to the broker, `edge` for this API.',
  gate: { public: 'The signed challenge in the body is the authentication.' },
  body: TokenRequest,
  success: { status: 200, description: 'The token.', schema: TokenAnswer },
  faults: { proof_refused, box_not_active },
  audit: { event: 'box.token_issued', target: () => undefined },
  handle: async ({ boxes, brokerUrl }, { body }) => ({
    ...(await boxes.token(body.proof, body.audience)),
    brokerUrl: brokerUrl(),
  }),
});

export const getTime = deviceEndpoint<BoxEndpointDeps>()({
  id: 'edge.time',
  method: 'GET',
  path: '/edge/v1/time',
  summary: 'Ask what time it is',
  description:
    'The time, signed for the nonce with the key that signs commands. For a box whose clock is so wrong that it cannot judge the dates of this server’s certificate: it asks this, once, over a connection that it judges by chain and name alone, and nothing else.',
  gate: { public: 'What time it is, is no secret, and the answer counts for its signature.' },
  query: TimeQuery,
  success: { status: 200, description: 'The signed time.', schema: TimeAnswer },
  faults: { time_unsure },
  handle: async ({ signTime }, { query }) => {
    const jws = signTime(query.nonce);
    if (jws === undefined) throw boxesFault('time_unsure', 'The clock of this server was set a short while ago.');
    return { jws };
  },
});

export const postConfigurationReport = deviceEndpoint<BoxEndpointDeps>()({
  id: 'edge.configuration-report',
  method: 'POST',
  path: '/edge/v1/configuration-reports',
  summary: 'Say what the box has and drives',
  description:
    'Which buses, boards and readers there are (names and numbers, never paths or keys), which desired state the doors follow, and what of it was refused and why. What a newer box says beyond that is not read.',
  gate: { token: 'edge' },
  body: ConfigurationReport,
  success: { status: 200, description: 'Taken.', schema: ConfigurationReportAnswer },
  faults: {},
  audit: { event: 'box.configuration_reported', target: () => undefined },
  handle: async ({ boxes }, { body }, call) => {
    await boxes.takeReport(call.tx, callingBox(call), body);
    return { v: 1 as const };
  },
});
