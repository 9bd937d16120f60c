import { Bug } from '@gatehouse/shared/fault/fault.ts';

/** So much room a file has for its seal: a certificate or three, and a time stamp. */
const SEAL_BYTES = 20_480;
/** What is put where the library later writes which bytes are covered: as wide as a number can be. */
const TO_COME = '**********';
/** Printed, and locked (ISO 32000-2, 12.5.3). */
const FLAGS = 4 + 128;

/**
 * Makes room for a seal: a signature field that shows nothing, on the first page (ISO 32000-2, 12.7.5.5 and 12.8), with the
 * sub-filter of PAdES. After all that is drawn, and before the file ends.
 */
export const makeRoomForSeal = (
  pdf: PDFKit.PDFDocument,
  { name, madeAt }: { readonly name: string; readonly madeAt: Date },
): void => {
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, TO_COME, TO_COME, TO_COME],
    Contents: Buffer.alloc(SEAL_BYTES),
    // A string of PDF; what is no object would be a name.
    Name: Object(name),
    M: madeAt,
  });
  signature.end('');
  pdf.switchToPage(0);
  pdf.initForm();
  pdf.annotate(0, 0, 0, 0, { Subtype: 'Widget', FT: 'Sig', T: Object('seal'), F: FLAGS, V: signature } as object);
  // The types do not know what a page and the root hold.
  const { page, _root: root } = pdf as unknown as Inside;
  const field = page.annotations.at(-1);
  if (field === undefined) throw new Bug('the page has no field for its seal');
  // Readers that made appearances anew would break the seal.
  Object.assign(root.data.AcroForm.data, { NeedAppearances: undefined, SigFlags: 3, Fields: [field] });
};

interface Inside {
  readonly page: { readonly annotations: readonly { readonly data: object }[] };
  readonly _root: { readonly data: { readonly AcroForm: { readonly data: object } } };
}
