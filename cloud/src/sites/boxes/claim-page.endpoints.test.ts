import { ClaimPageAnswer } from '@gatehouse/shared/wire/device-api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { serveDeviceApi } from '../../access/snapshots/testing/device-api.ts';
import { ENGINES } from '../../kit/db/engines.ts';

describe.each(ENGINES)('the page that boxes show as a QR code on $name', ({ open }) => {
  let api: Awaited<ReturnType<typeof serveDeviceApi>>;
  beforeEach(async () => {
    api = await serveDeviceApi(await open());
    return () => api.close();
  });

  it('is told to a box that nobody has claimed', async () => {
    const answer = await api.get('claim-page', {});
    expect([answer.status, ClaimPageAnswer.parse(answer.json)]).toEqual([
      200,
      { url: 'https://console.example/ops/claim' },
    ]);
  });
});
