import { ErrorCode, failedToParse, MongoServerFault } from '../errors';
import { decodeDocument } from '../values/codec';
import type { Doc, Value } from '../values/value';

/** Operation codes of the MongoDB wire protocol that this server reads or writes. */
const OP_REPLY = 1;
const OP_QUERY = 2004;
export const OP_MSG = 2013;

/** Bytes of the header that every message starts with. */
export const HEADER_BYTES = 16;

const FLAG_CHECKSUM_PRESENT = 1;
const FLAG_MORE_TO_COME = 2;
/** Low 16 flag bits that a server must understand; an unknown one is an error. */
const REQUIRED_FLAGS = 0xffff;
const CHECKSUM_BYTES = 4;

/** One request, whatever its wire form. */
export interface Request {
  readonly requestId: number;
  /** Wire form, because the answer must have the same one. */
  readonly form: 'message' | 'query';
  /** The first key of the body: the command's name as the client wrote it. */
  readonly name: string;
  readonly database: string;
  readonly body: Doc;
  /** Raw documents of kind-1 sections by their identifier. */
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  /** The client waits for no answer (write concern w:0). */
  readonly silent: boolean;
}

/** Reads a whole message (header included). Throws MongoServerFault when its body is malformed. */
export function readRequest(message: Buffer): Request {
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return readMessage(message);
  if (opCode === OP_QUERY) return readQuery(message);
  throw new MongoServerFault(ErrorCode.ProtocolError, `Unsupported wire operation ${opCode}`);
}

function readMessage(message: Buffer): Request {
  const flags = message.readUInt32LE(HEADER_BYTES);
  if (flags & REQUIRED_FLAGS & ~(FLAG_CHECKSUM_PRESENT | FLAG_MORE_TO_COME)) {
    throw failedToParse(`OP_MSG has unknown required flag bits: ${flags}`);
  }
  const end = message.length - (flags & FLAG_CHECKSUM_PRESENT ? CHECKSUM_BYTES : 0);
  let offset = HEADER_BYTES + 4;
  let body: Doc | undefined;
  const sequences = new Map<string, Buffer[]>();
  while (offset < end) {
    const kind = message[offset];
    offset += 1;
    const size = sizeAt(message, offset, end);
    const section = message.subarray(offset, offset + size);
    offset += size;
    if (kind === 0) {
      if (body) throw failedToParse('OP_MSG has more than one body');
      body = decodeDocument(section);
    } else if (kind === 1) {
      const [identifier, documents] = readSequence(section);
      if (sequences.has(identifier)) throw failedToParse(`Duplicate sequence ${identifier}`);
      sequences.set(identifier, documents);
    } else {
      throw failedToParse(`Unknown OP_MSG section kind ${kind}`);
    }
  }
  if (!body) throw failedToParse('OP_MSG has no body');
  const database = body.get('$db');
  if (typeof database !== 'string')
    throw new MongoServerFault(40571, 'OP_MSG requests require a $db argument');
  return {
    requestId: message.readInt32LE(4),
    form: 'message',
    name: firstKey(body),
    database,
    body,
    sequences,
    silent: (flags & FLAG_MORE_TO_COME) !== 0,
  };
}

function readSequence(section: Buffer): [string, Buffer[]] {
  const zero = section.indexOf(0, 4);
  if (zero < 0) throw failedToParse('Unterminated identifier of a document sequence');
  const documents: Buffer[] = [];
  let offset = zero + 1;
  while (offset < section.length) {
    const size = sizeAt(section, offset, section.length);
    documents.push(section.subarray(offset, offset + size));
    offset += size;
  }
  return [section.toString('utf8', 4, zero), documents];
}

/** The legacy handshake: only `hello` may come this way, the dispatcher refuses the rest. */
function readQuery(message: Buffer): Request {
  const zero = message.indexOf(0, HEADER_BYTES + 4);
  if (zero < 0) throw failedToParse('Unterminated collection name in OP_QUERY');
  const namespace = message.toString('utf8', HEADER_BYTES + 4, zero);
  const offset = zero + 1 + 8;
  const size = sizeAt(message, offset, message.length);
  let body = decodeDocument(message.subarray(offset, offset + size));
  const wrapped = body.get('$query') ?? body.get('query');
  if (wrapped instanceof Map) body = wrapped;
  return {
    requestId: message.readInt32LE(4),
    form: 'query',
    name: firstKey(body),
    database: namespace.split('.', 1)[0] ?? '',
    body,
    sequences: new Map(),
    silent: false,
  };
}

function sizeAt(bytes: Buffer, offset: number, end: number): number {
  if (offset + 5 > end) throw failedToParse('Truncated wire message');
  const size = bytes.readInt32LE(offset);
  if (size < 5 || offset + size > end) throw failedToParse(`Bad length ${size} in a wire message`);
  return size;
}

function firstKey(body: ReadonlyMap<string, Value>): string {
  for (const key of body.keys()) return key;
  throw failedToParse('Empty command');
}

/** A reply in the form that the request had; `document` is one encoded BSON document. */
export function writeReply(
  form: Request['form'],
  responseTo: number,
  requestId: number,
  document: Uint8Array,
): Buffer {
  const extra = form === 'message' ? 5 : 20;
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + extra + document.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(requestId, 4);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(form === 'message' ? OP_MSG : OP_REPLY, 12);
  bytes.fill(0, HEADER_BYTES, HEADER_BYTES + extra);
  if (form === 'query') bytes.writeInt32LE(1, HEADER_BYTES + 16);
  bytes.set(document, HEADER_BYTES + extra);
  return bytes;
}
