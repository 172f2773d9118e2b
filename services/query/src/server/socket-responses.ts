import { STATUS_CODES } from 'node:http';
import { type ApiError, invalidRequest, methodNotAllowed } from '../api-error.ts';
import { errorEnvelope } from '../envelope.ts';
import { commonHeaders } from '../middleware/response.ts';
import { MAX_TARGET_BYTES } from '../middleware/well-formed.ts';

/** The error of Node's parser for bytes that it cannot read as a request. */
export type ParserError = Error & {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
};

/** A request line of RFC 9112 with any method: the parser knows its own list only. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+ [^ ]+ HTTP\/1\.[01]\r?$/;
/** A target of such length from its beginning, or the end of one whose beginning came in an earlier packet. */
const LONG_TARGET = new RegExp(`^[A-Z]+ [^ \\r\\n]{${MAX_TARGET_BYTES}}|^[^ ]* HTTP/1\\.[01]\\r?$`);
/** The longest line that is examined: a packet of the parser. */
const MAX_LINE_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** The error for bytes that are no request. */
export function parserRefusal(error: ParserError): ApiError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return LONG_TARGET.test(lineAt(error.rawPacket, 0))
        ? invalidRequest(`The request target is longer than ${MAX_TARGET_BYTES} bytes.`, 414)
        : invalidRequest('The headers are too large.', 431);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalidRequest('The request did not arrive in time.', 408);
    case 'HPE_INVALID_METHOD':
      return REQUEST_LINE.test(lineAt(error.rawPacket, error.bytesParsed ?? 0))
        ? methodNotAllowed()
        : malformedRequest();
    default:
      return malformedRequest();
  }
}

function malformedRequest(): ApiError {
  return invalidRequest('The request is malformed.');
}

/** The line at the offset; other requests may precede it in the packet. */
function lineAt(packet: Buffer | undefined, offset: number): string {
  if (packet === undefined) return '';
  const start = offset === 0 ? 0 : packet.lastIndexOf(LINE_FEED, offset - 1) + 1;
  const end = packet.indexOf(LINE_FEED, start);
  return packet.toString('latin1', start, Math.min(end === -1 ? packet.length : end, start + MAX_LINE_BYTES));
}

/** A whole HTTP/1.1 response as text, after which the connection is closed. */
export function socketResponse(refusal: ApiError, requestId: string): string {
  const { status, headers } = refusal;
  const body = errorEnvelope(refusal, { requestId }).toString();
  const lines = Object.entries({
    ...commonHeaders(requestId, Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    ...headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
