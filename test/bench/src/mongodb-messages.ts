import { BSON } from 'mongodb';

/** As much of MongoDB's wire protocol as a server needs that answers what it has been told to. */

const HEADER_BYTES = 16;
const REQUEST_ID_AT = 4;
const RESPONSE_TO_AT = 8;
const OP_CODE_AT = 12;
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
/** Flags, then the kind of the first section, then its document. */
const BODY_AT = HEADER_BYTES + 5;
/** OP_REPLY: flags, cursor, first document, number of documents. */
const REPLY_BODY_AT = HEADER_BYTES + 20;

/** Of a standalone server, which tells no client of another address; what the drivers of this year ask for. */
const HELLO = {
  isWritablePrimary: true,
  ismaster: true,
  helloOk: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  connectionId: 1,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
};
const HELLO_COMMANDS = new Set(['hello', 'ismaster', 'isMaster']);
/** What they change, by command. */
const WRITES = new Map([
  ['insert', 'documents'],
  ['update', 'updates'],
  ['delete', 'deletes'],
]);
/** Reads that have the same answer until the next write. */
const REPEATABLE = new Set(['find', 'aggregate', 'count', 'ping']);
/** Differ from one session to the next. */
const OF_SESSION = new Set(['lsid', '$clusterTime']);

/** @returns takes the pieces of a connection as they arrive, and gives each whole message */
export function messagesOf(take: (message: Buffer) => void): (piece: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    let bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    while (bytes.length >= HEADER_BYTES) {
      const length = bytes.readInt32LE(0);
      if (bytes.length < length) break;
      take(bytes.subarray(0, length));
      bytes = bytes.subarray(length);
    }
    rest = bytes;
  };
}

/** The name of the first field, which is the command's; null where this is no OP_MSG. */
export function commandOf(message: Buffer): string | null {
  if (message.readInt32LE(OP_CODE_AT) !== OP_MSG) return null;
  const nameAt = BODY_AT + 5;
  return message.toString('latin1', nameAt, message.indexOf(0, nameAt));
}

/** OP_QUERY is only used for the first message of a connection. */
export function isHello(message: Buffer): boolean {
  return message.readInt32LE(OP_CODE_AT) === OP_QUERY || HELLO_COMMANDS.has(commandOf(message) ?? '');
}

export function answerHello(message: Buffer): Buffer {
  const body = BSON.serialize({ ...HELLO, localTime: new Date() });
  if (message.readInt32LE(OP_CODE_AT) === OP_MSG) return answerOf(message, body);
  const reply = Buffer.alloc(REPLY_BODY_AT + body.length);
  writeHeader(reply, message, OP_REPLY);
  reply.writeInt32LE(1, REPLY_BODY_AT - 4);
  reply.set(body, REPLY_BODY_AT);
  return reply;
}

export function isWrite(message: Buffer): boolean {
  return WRITES.has(commandOf(message) ?? '');
}

/** That everything was written. */
export function answerWrite(message: Buffer): Buffer {
  const list = WRITES.get(commandOf(message) ?? '') ?? '';
  const body = BSON.deserialize(message.subarray(BODY_AT, BODY_AT + message.readInt32LE(BODY_AT)));
  const written: unknown = body[list];
  const n = Array.isArray(written) ? written.length : 1;
  return answerOf(message, BSON.serialize({ n, nModified: n, ok: 1 }));
}

/** Equal for equal reads; null for what has to be asked of a real server each time. */
export function commandKey(message: Buffer): string | null {
  if (!REPEATABLE.has(commandOf(message) ?? '')) return null;
  const end = BODY_AT + message.readInt32LE(BODY_AT) - 1;
  let key = '';
  for (let position = BODY_AT + 4; position < end; ) {
    const nameEnd = message.indexOf(0, position + 1);
    const next = nameEnd + 1 + valueBytes(message, message[position] ?? 0, nameEnd + 1);
    const name = message.toString('latin1', position + 1, nameEnd);
    if (!OF_SESSION.has(name)) key += message.toString('latin1', position, next);
    position = next;
  }
  return key;
}

/** The same reply for another request. */
export function withRequestId(reply: Buffer, message: Buffer): Buffer {
  const copy = Buffer.from(reply);
  copy.writeInt32LE(message.readInt32LE(REQUEST_ID_AT), RESPONSE_TO_AT);
  return copy;
}

/** Size of a BSON value, by its type. @throws for those that no command has at its top. */
function valueBytes(message: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x01: // double
    case 0x09: // date
    case 0x11: // timestamp
    case 0x12: // 64-bit integer
      return 8;
    case 0x02: // string
      return 4 + message.readInt32LE(at);
    case 0x03: // document
    case 0x04: // array
      return message.readInt32LE(at);
    case 0x05: // binary
      return 5 + message.readInt32LE(at);
    case 0x07: // object id
      return 12;
    case 0x08: // boolean
      return 1;
    case 0x0a: // null
      return 0;
    case 0x10: // 32-bit integer
      return 4;
    default:
      throw new Error(`a command has a field of type ${type}`);
  }
}

function answerOf(message: Buffer, body: Uint8Array): Buffer {
  const reply = Buffer.alloc(BODY_AT + body.length);
  writeHeader(reply, message, OP_MSG);
  reply.set(body, BODY_AT);
  return reply;
}

function writeHeader(reply: Buffer, message: Buffer, opCode: number): void {
  reply.writeInt32LE(reply.length, 0);
  reply.writeInt32LE(message.readInt32LE(REQUEST_ID_AT), RESPONSE_TO_AT);
  reply.writeInt32LE(opCode, OP_CODE_AT);
}
