import { connect } from 'node:net';
import { decodeDocument, encodeDocument } from '../values/codec';
import { numberOf } from '../values/number';
import { type Doc, isNumber } from '../values/value';
import { Framing } from './framing';
import { HEADER_BYTES, OP_MSG } from './message';

/** Sends one command to a server's Unix socket and returns its reply. Throws an Error if it is not `ok`. */
export function runCommand(socket: string, command: Doc): Promise<Doc> {
  return new Promise((resolve, reject) => {
    const framing = new Framing();
    const connection = connect(socket, () => connection.write(message(command)));
    connection.on('error', reject);
    connection.on('close', () => reject(new Error(`${socket} closed the connection`)));
    connection.on('data', (chunk) => {
      const [reply] = framing.push(chunk);
      if (!reply) return;
      connection.removeAllListeners('close');
      connection.destroy();
      const body = decodeDocument(reply.subarray(HEADER_BYTES + 5));
      const ok = body.get('ok');
      if (isNumber(ok) && numberOf(ok) === 1) resolve(body);
      else reject(new Error(String(body.get('errmsg'))));
    });
  });
}

function message(command: Doc): Buffer {
  const document = encodeDocument(command);
  const bytes = Buffer.alloc(HEADER_BYTES + 5 + document.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(1, 4);
  bytes.writeInt32LE(OP_MSG, 12);
  bytes.set(document, HEADER_BYTES + 5);
  return bytes;
}
