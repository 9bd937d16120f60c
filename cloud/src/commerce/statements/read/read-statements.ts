import { type BankStatement, malformed, StatementError, type StatementProblem } from './bank-statement.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import type { CsvMapping } from './csv-mapping.ts';

export type StatementsRead =
  | { readonly statements: readonly BankStatement[] }
  | { readonly problem: StatementProblem; readonly malformed: boolean };

/** What a bank's file may be written in, besides UTF-8. */
const ENCODINGS = ['utf-8', 'utf-16', 'iso-8859-1', 'iso-8859-15', 'windows-1252'];

/** XML says in its first line what it is written in; where nothing is said it is UTF-8 (XML 1.0, 4.3.3). */
const textOf = (bytes: Uint8Array): string => {
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const isWide = bytes[0] === 0xfe || bytes[0] === 0xff;
  const [, said = 'utf-8'] = /^[^<]{0,3}<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(beginning) ?? [];
  const encoding = isWide ? 'utf-16' : said.toLowerCase();
  if (!ENCODINGS.includes(encoding)) throw malformed(`The file says that it is written in ${said}, which is not read.`);
  try {
    return new TextDecoder(encoding === 'utf-16' && bytes[0] === 0xfe ? 'utf-16be' : encoding, { fatal: true }).decode(
      bytes,
    );
  } catch {
    throw malformed(`The file is not written in ${encoding}, as it should be.`);
  }
};

/** CSV says nothing of what it is written in: what is no UTF-8 is what spreadsheets write, in which every byte is a character. */
const csvTextOf = (bytes: Uint8Array): string => {
  try {
    return textOf(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Reads a file of a bank: CSV where a mapping says how, else CAMT.053. */
export const readStatements = (bytes: Uint8Array, mapping: CsvMapping | undefined): StatementsRead => {
  try {
    return {
      statements: mapping === undefined ? readCamt(textOf(bytes)) : readCsv(csvTextOf(bytes), mapping),
    };
  } catch (error) {
    if (error instanceof StatementError) return { problem: error.problem, malformed: error.malformed };
    throw error;
  }
};
