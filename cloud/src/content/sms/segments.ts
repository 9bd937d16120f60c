export type SmsEncoding = 'GSM-7' | 'UCS-2';

/** What a text takes on its way. */
export interface TextShape {
  readonly encoding: SmsEncoding;
  /** Parts, each of which is paid for. */
  readonly segments: number;
  /** The characters that GSM-7 does not have, each once. */
  readonly forcing: readonly string[];
}

/** 3GPP TS 23.040 section 9.2.3.24.1: of 140 octets a header of six is in each part, once there are several. */
const UNITS_ALONE = 70;
const UNITS_OF_PART = 67;

/**
 * How a text is encoded (3GPP TS 23.038) and divided (3GPP TS 23.040). The library is loaded at first need. It divides UCS-2
 * between what readers see as characters, as no network does, and lets a part overflow where such a character is longer than that:
 * there the parts are counted here.
 */
export const textShape = async (text: string): Promise<TextShape> => {
  // By its default alone: what bundles it for pages does not see the names of its exports.
  const { default: calculator } = await import('sms-segments-calculator');
  const message = new calculator.SegmentedMessage(text);
  if (message.encodingName === 'GSM-7') return { encoding: 'GSM-7', segments: message.segmentsCount, forcing: [] };
  return { encoding: 'UCS-2', segments: partsOf(text), forcing: [...new Set(message.getNonGsmCharacters())] };
};

/** In UTF-16, of which nothing divides a surrogate pair. */
const partsOf = (text: string): number => {
  if (text.length <= UNITS_ALONE) return 1;
  let parts = 1;
  let units = 0;
  for (const character of text) {
    if (units + character.length > UNITS_OF_PART) {
      parts += 1;
      units = 0;
    }
    units += character.length;
  }
  return parts;
};
