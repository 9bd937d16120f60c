import { createECDH, generateKeyPairSync, sign } from 'node:crypto';
import { CODE_STEP_S, codeText, shownText } from '../pass-code.ts';

/** A phone as a member has one: its key never leaves it. */
export const aPhone = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(d, 'base64url'));
  return {
    /** As a pass names it. */
    key: ecdh.getPublicKey('base64url', 'compressed'),
    /** What it shows at a moment. */
    show: (jws: string, passId: string, atS: number): string => {
      const step = Math.floor(atS / CODE_STEP_S);
      const signature = sign('sha256', Buffer.from(codeText(passId, step)), {
        key: privateKey,
        dsaEncoding: 'ieee-p1363',
      });
      return shownText({ jws, step, signature });
    },
  };
};
