import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../kit/db/engines.ts';
import { askedOverHttps, exchangedOverMqtt } from './device-exchange.ts';

/** What the release before answered to the same box, which asked and told the same. */
const before = JSON.parse(readFileSync(new URL('device-release-0105.json', import.meta.url), 'utf8'));

describe.each(ENGINES)('a box of the release before, on $name', ({ open }) => {
  it('is answered over HTTPS as it was', async () => {
    expect(await askedOverHttps(await open())).toEqual(before.https);
  });
});

it('a box of the release before is sent over MQTT what it was sent', async () => {
  expect(await exchangedOverMqtt()).toEqual(before.mqtt);
});
