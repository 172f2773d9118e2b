import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { CORPUS_SSN } from './planted-cases.ts';

/** Documents as uploads and bureaus send them: what they say is compressed, or drawn. */
export const DOCUMENTS: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['PDF with Flate', pdf('/Filter /FlateDecode', deflateSync(`BT (SSN ${CORPUS_SSN}) Tj ET`))],
  ['PDF with ASCII85', pdf('/Filter /ASCII85Decode', Buffer.from('<~6Yo4o%3FQ?2`*O,@:Wn[A0>T(~>'))],
  ['PDF with object streams', pdf('/Type /ObjStm /N 2 /First 11', deflateSync(`1 0 2 9 <</T (${CORPUS_SSN})>>`))],
  ['PDF behind a line break', Buffer.concat([Buffer.from('\n'), pdf('', Buffer.from('666\\05545\\0553920'))])],
  ['PDF behind two signs', Buffer.concat([Buffer.from('\r\n'), pdf('', Buffer.from('666\\05545\\0553920'))])],
  ['PDF behind a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), pdf('', deflateSync(CORPUS_SSN))])],
  ['ZIP', zip('ssn.txt', CORPUS_SSN)],
  ['DOCX', zip('[Content_Types].xml', `<w:t>SSN ${CORPUS_SSN}</w:t>`)],
  ['XLSX', zip('xl/sharedStrings.xml', `<si><t>SSN</t></si><si><t>${CORPUS_SSN}</t></si>`)],
  ['gzip', gzipSync(`report of ${CORPUS_SSN}`)],
  ['TIFF', picture([0x49, 0x49, 0x2a, 0x00])],
  ['TIFF, big end first', picture([0x4d, 0x4d, 0x00, 0x2a])],
  ['PNG', picture([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['JPEG', picture([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46])],
  ['JPEG of a camera', picture([0xff, 0xd8, 0xff, 0xe1, 0x1f, 0x42, 0x45, 0x78])],
];

/** Where they stand: JSON of one string that holds the code. */
export const DOCUMENT_PLACES: readonly (readonly [name: string, jsonOf: (bytes: Buffer) => string])[] = [
  ['pdf', (bytes) => `{"pdf":"${bytes.toString('base64')}"}`],
  ['fileContent beside the number', (bytes) => `{"ssn":"${CORPUS_SSN}","fileContent":"${bytes.toString('base64')}"}`],
  ['a list of files', (bytes) => `{"files":[{"name":"id.pdf","data":["${bytes.toString('base64url')}"]}]}`],
  ['EMBEDDED_FILE', (bytes) => JSON.stringify({ xml: embedded(bytes) })],
  ['a data URL', (bytes) => `{"v":"data:application/pdf;base64,${bytes.toString('base64')}"}`],
  ['a data URL in percent codes', (bytes) => `{"v":"data:image/png;base64,${percent(bytes)}"}`],
  ['a MIME part', (bytes) => JSON.stringify({ mail: mimePart(bytes) })],
  ['escaped slashes', (bytes) => `{"v":"${bytes.toString('base64').replaceAll('/', '\\/')}"}`],
  ['a custom field', (bytes) => `"${bytes.toString('base64')}"`],
  ['JSON in base64', (bytes) => `{"v":"${Buffer.from(`{"f":"${bytes.toString('base64')}"}`).toString('base64')}"}`],
];

/** Base64 that begins nearly so. */
export const NO_DOCUMENTS: readonly string[] = [
  'JVBERi0x',
  'H4sIbbbbbbbbbbbb',
  'see https://cdn.example.com/9j/4AAQSkZJRgABAQAAAQABAAD/photo',
  'eJwlaterwordswithoutspacesthatarenodata',
  Buffer.from('just a note that a program has put into base64 for no reason').toString('base64'),
];

function pdf(dictionary: string, stream: Buffer): Buffer {
  const head = `%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<<${dictionary} /Length ${stream.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), stream, Buffer.from('\nendstream\nendobj\n%%EOF\n')]);
}

function zip(name: string, content: string): Buffer {
  const data = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, Buffer.from(name), data]);
}

/** Its pixels stand for those of a scanned card. */
function picture(signature: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from(signature), deflateSync(`pixels of ${CORPUS_SSN}`), Buffer.alloc(120, 0xa5)]);
}

function embedded(bytes: Buffer): string {
  return `<EMBEDDED_FILE _Type="PDF"><DOCUMENT><![CDATA[${bytes.toString('base64')}]]></DOCUMENT></EMBEDDED_FILE>`;
}

function percent(bytes: Buffer): string {
  return encodeURIComponent(bytes.toString('base64'));
}

function mimePart(bytes: Buffer): string {
  const lines = bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  return `--b1\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines}\r\n--b1--\r\n`;
}
