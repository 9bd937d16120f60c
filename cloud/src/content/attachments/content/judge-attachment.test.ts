import { describe, expect, it } from 'vitest';
import { aDoc, aDocx, aPdf, aStream } from '../testing/some-files.ts';
import { judgeAttachment } from './judge-attachment.ts';

const A_ZIP = aDocx();
const rels = (relationship: string) => ({
  'word/_rels/document.xml.rels': `<Relationships>${relationship}</Relationships>`,
});
const objectStream = (text: string) => aStream(Buffer.from(`4 0 ${text}`), '/Type /ObjStm /N 1 /First 4');

describe('an attachment is what its content says', () => {
  it.each([
    ['a PDF', aPdf(), 'application/pdf', 1],
    ['a PDF with a compressed stream', aPdf('', [aStream(Buffer.from('BT ET'))]), 'application/pdf', 1],
    ['a document of Word', aDocx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 3],
    [
      'one with a link to a page',
      aDocx(rels('<Relationship Type="x/hyperlink" Target="https://a.example" TargetMode="External"/>')),
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      3,
    ],
    ['one of Word 97', aDoc(), 'application/msword', null],
  ])('%s', async (_, bytes, type, pages) =>
    expect(await judgeAttachment(bytes)).toEqual({ is: 'accepted', type, pages }),
  );

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('%PD')],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['a page', Buffer.from('<!doctype html><p>%PDF-1.7')],
    ['a program', Buffer.from('MZ\x90\0')],
    ['a workbook', aDocx({}, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml')],
  ])('%s is none', async (_, bytes) => expect(await judgeAttachment(bytes)).toEqual({ is: 'unknown' }));
});

describe('an attachment is refused', () => {
  it.each<[string, string, Buffer]>([
    ['script', 'runs when it is opened', aPdf('/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')],
    ['script', 'hides the name', aPdf('/OpenAction << /S /J#61vaScript /JS (a) >>')],
    ['script', 'hides it in a compressed object', aPdf('', [objectStream('<< /S /JavaScript /JS (a) >>')])],
    ['broken', 'packs objects twice', aPdf('', [aStream(Buffer.from('a'), '/Filter /LZWDecode /N 1 /First 4')])],
    ['embedded', 'has files in it', aPdf('/Names << /EmbeddedFiles 9 0 R >>')],
    ['external', 'starts a program', aPdf('/OpenAction << /S /Launch /F (cmd.exe) >>')],
    ['external', 'sends what is filled in', aPdf('/OpenAction << /S /SubmitForm /F (https://a.example) >>')],
    [
      'encrypted',
      'has a password',
      Buffer.from(aPdf().toString('latin1').replace('/Root', '/Encrypt 1 0 R /Root'), 'latin1'),
    ],
    ['broken', 'ends in the middle', aPdf().subarray(0, 200)],
    ['broken', 'has no pages', Buffer.from('%PDF-1.7\n%%EOF')],
    ['polyglot', 'is a ZIP as well', Buffer.concat([aPdf(), A_ZIP])],
    ['polyglot', 'is a page as well', Buffer.concat([aPdf(), Buffer.from('<script>a</script>')])],
    [
      'bomb',
      'unpacks to too much',
      aPdf(
        '',
        [0, 1].map(() => aStream(Buffer.alloc(160 * 1024 * 1024))),
      ),
    ],
    ['macro', 'has a project of macros', aDocx({ 'word/vbaProject.bin': 'a' })],
    ['macro', 'says that it has', aDocx({}, 'application/vnd.ms-word.document.macroEnabled.main+xml')],
    ['script', 'has controls', aDocx({ 'word/activeX/activeX1.xml': '<a/>' })],
    ['embedded', 'has another file in it', aDocx({ 'word/embeddings/oleObject1.bin': 'a' })],
    [
      'external',
      'has its template elsewhere',
      aDocx(rels('<Relationship Type="x/attachedTemplate" Target="https://a.example/a.dotm" TargetMode="External"/>')),
    ],
    [
      'external',
      'has a field that starts something',
      aDocx({ 'word/document.xml': '<w:instrText>DDE</w:instrText><w:instrText>AUTO c:\\\\cmd</w:instrText>' }),
    ],
    ['broken', 'declares entities', aDocx({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><w:document/>' })],
    ['broken', 'leaves its folder', aDocx({ '../../a.xml': '<a/>' })],
    [
      'polyglot',
      'has something before it',
      Buffer.concat([A_ZIP.subarray(0, 4), Buffer.from('%PDF-1.7'), A_ZIP.subarray(4)]),
    ],
    ['polyglot', 'has something behind it', Buffer.concat([A_ZIP, Buffer.from('%PDF-1.7')])],
    ['bomb', 'unpacks to a hundred times its size', aDocx({ 'word/a.xml': Buffer.alloc(9_000_000) })],
    [
      'bomb',
      'has thousands of parts',
      aDocx(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`a${at}.xml`, '']))),
    ],
    ['macro', 'has macros', aDoc({ '/Macros/VBA/dir': 'a' })],
    ['embedded', 'has objects', aDoc({ '/ObjectPool/_1/\u0001Ole10Native': 'a' })],
    ['external', 'has a field that fetches', aDoc({}, { text: '\u0013 INCLUDEPICTURE "https://a.example/p" \u0014' })],
    ['encrypted', 'has a password', aDoc({}, { flags: 0x0100 })],
    ['encrypted', 'is a document with a password', aDoc({ '/EncryptedPackage': 'a', '/EncryptionInfo': 'a' })],
    ['broken', 'is a beginning only', aDoc().subarray(0, 700)],
  ])('as %s where it %s', async (reason, _, bytes) =>
    expect(await judgeAttachment(bytes)).toEqual({ is: 'refused', reason }),
  );
});
