import { SignPdf } from '@signpdf/signpdf';
import { Signer } from '@signpdf/utils';
import { type SealKey, signedData } from './signed-data.ts';

class KeySigner extends Signer {
  private readonly key: SealKey;
  constructor(key: SealKey) {
    super();
    this.key = key;
  }
  override async sign(content: Buffer): Promise<Buffer> {
    return signedData(content, this.key);
  }
}

/**
 * Seals a file that has room for it (`makeRoomForSeal`): its signature covers every byte but its own. The same file and key
 * give the same bytes.
 */
export const sealPdf = (pdf: Uint8Array, key: SealKey): Promise<Uint8Array> =>
  new SignPdf().sign(Buffer.from(pdf), new KeySigner(key));
