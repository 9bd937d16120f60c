import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { DemoSite } from './demo-site.ts';
import { DEMO_ADMIN, demoLines } from './lines.ts';
import { PARTNER_ENV } from './partner-env.ts';
import type { SecondBox } from './second-box.ts';

/** What signs in at each console, once; null where there is no such link. */
export interface SignInLinks {
  readonly operators: string | null;
  readonly partners: string | null;
}

/** What stands on another box as it is unpacked: where it is claimed, and its own panel. */
export const secondBoxScreen = ({ claimUrl, panelUrl, simUrl, pin }: SecondBox): string => {
  const dim = (text: string) => styleText('dim', text);
  return [
    '',
    claimUrl === undefined
      ? '  This box is claimed already.'
      : `  Claim it      ${claimUrl}   ${dim('what the code on its panel leads to; a new one comes every ten minutes')}`,
    `  Box panel     ${panelUrl}   ${dim(`PIN ${pin}`)}`,
    `  Simulator     ${simUrl}/   ${dim('its doors')}`,
    '',
    dim('Ctrl-C stops this box and keeps its data.'),
    '',
  ].join('\n');
};

/** Where everything is, and what to try: the demo's first screen. */
export const demoScreen = (site: DemoSite, startedInMs: number, links: SignInLinks): string => {
  const { cloud, edge, sim } = site;
  const bold = (text: string) => styleText('bold', text);
  const dim = (text: string) => styleText('dim', text);
  const pin = readFileSync(join(site.dataDir, 'edge', 'panel-pin'), 'utf8').trim();
  const keys = (name: string, of: { live: string; dryrun: string; readOnly: string }) => [
    `  ${name}`,
    `    live       ${of.live}`,
    `    dryrun     ${of.dryrun}`,
    `    read-only  ${of.readOnly}`,
  ];
  return [
    '',
    `${bold('Gatehouse')} ${dim(`is running: one gym, three doors, ready after ${(startedInMs / 1000).toFixed(1)} s`)}`,
    '',
    `  Partner API   ${cloud.partnerUrl}/partner/v1   ${dim(`reference: ${cloud.partnerUrl}/docs/`)}`,
    `  Console       ${links.operators ?? `${cloud.consoleUrl}/ops`}   ${dim(`signs in once, within 5 minutes; another: npm run -s gatehouse -- admin sign-in-link ${DEMO_ADMIN} --data ${site.short(join(site.dataDir, 'cloud'))}`)}`,
    `  For partners  ${links.partners ?? `${cloud.consoleUrl}/console`}   ${dim(`their console; another link: npm run -s gatehouse -- admin partner-sign-in-link ${cloud.demo.direct.id} --data ${site.short(join(site.dataDir, 'cloud'))}`)}`,
    `  Platform API  ${cloud.platformUrl}/api   ${dim(`its first key, shown once: npm run -s gatehouse -- admin first-key --data ${site.short(join(site.dataDir, 'cloud'))}`)}`,
    `  Unified API   ${cloud.unifiedUrl}/v1/rest, /graphql and /mcp, to look around in: ${cloud.unifiedUrl}/explorer   ${dim(`a token for it: npm run -s gatehouse -- token --scope read --data ${site.short(join(site.dataDir, 'cloud'))}`)}`,
    `  Money         ${cloud.consoleUrl}/ops/wallets   ${dim('wallets, payments, and invoices: PDF/A-3 with EN 16931 in it')}`,
    `  AI models     ${cloud.inferenceUrl}/v1   ${dim(`docs/inference.md says how clients are pointed at it; credit and keys: ${cloud.consoleUrl}/ops/facilities/${cloud.demo.facilityId}/ai`)}`,
    `  Box panel     ${edge.panelUrl}   ${dim(`PIN ${pin}`)}`,
    `  Simulator     ${sim.url}/?zone=${cloud.demo.timezone}   ${dim('watch the doors move')}`,
    `  Weather       ${cloud.platformUrl}/api/clubs/${cloud.demo.facilityId}/environment   ${dim('made up by a stand-in for a provider; asks for a key of the platform API')}`,
    `  Outside       ${site.standInsUrl}/   ${dim('services of others, played here: what came to them, and how to make them fail')}`,
    `  Device API    ${cloud.deviceUrl}   ${dim(`where boxes claim themselves. A second one: npm run demo -- --second-box --data ${site.short(site.dataDir)}`)}`,
    `  Authorities   ${site.short(cloud.caFile)}   ${dim(`trust it in a browser to open the first four without a warning: ${cloud.consoleUrl}/ca says how`)}`,
    `                ${site.short(site.gymCaFile)}   ${dim('and the gym’s own, for the panel')}`,
    `  Data, logs    ${site.short(site.dataDir)}`,
    `  Operators     npm run -s gatehouse -- cloud boxes --data ${site.short(join(site.dataDir, 'cloud'))}   ${dim('every other order to this cloud names the folder too')}`,
    `  Quick start   docs/partner/quick-start.md   ${dim(`its names are set by: . ${site.short(join(site.dataDir, PARTNER_ENV))}`)}`,
    '',
    ...keys(`${cloud.demo.direct.name} (sends facility_id)`, cloud.demo.direct.keys),
    ...keys(
      `${cloud.demo.linked.name} (sends linking_identifier ${cloud.demo.linkingIdentifier})`,
      cloud.demo.linked.keys,
    ),
    '',
    bold('Try, in a second terminal in this folder:'),
    ...demoLines(site).flatMap(({ says, command }) => ['', `  ${dim(`# ${says}`)}`, `  ${command}`]),
    '',
    dim('Ctrl-C stops everything and keeps the data.'),
    '',
  ].join('\n');
};
