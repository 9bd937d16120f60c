import { SignPdf } from '@signpdf/signpdf';
import { Signer } from '@signpdf/utils';
import { type SealKey, signedData } from './signed-data.ts';
import type { SealedFile } from './stamp-seal.ts';

class KeySigner extends Signer {
  /** What was signed last. */
  cms: Uint8Array = new Uint8Array();
  private readonly key: SealKey;
  constructor(key: SealKey) {
    super();
    this.key = key;
  }
  override async sign(content: Buffer): Promise<Buffer> {
    const cms = signedData(content, this.key);
    this.cms = cms;
    return cms;
  }
}

/**
 * Seals a file that has room for it (`makeRoomForSeal`): its signature covers every byte but its own. The same file and key
 * give the same bytes.
 */
export const sealPdf = async (pdf: Uint8Array, key: SealKey): Promise<SealedFile> => {
  const signer = new KeySigner(key);
  const bytes = await new SignPdf().sign(Buffer.from(pdf), signer);
  return { bytes: new Uint8Array(bytes), cms: new Uint8Array(signer.cms) };
};
