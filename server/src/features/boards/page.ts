import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import { BOARD_LINES_TYPE } from '@livelane/shared/boards/board.lines';
import type { Request } from 'express';
import type { BoardForm } from './board.presenter';

/** Smaller answers do not get smaller by compression. */
const MIN_COMPRESSED_BYTES = 1_024;
/** Quick levels: a board changes often, and each version is compressed once. Brotli's next level gains very little. */
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 5;

/**
 * The view depends on its reader, and its tag does not: a browser that stored it would ask with the tag of one
 * person, and take "unchanged" as leave to show their board to the next.
 */
export const PRIVATE_VIEW = {
  'Cache-Control': 'no-store',
  Vary: 'Authorization, Accept, Accept-Encoding',
};

export type Encoding = 'br' | 'gzip' | 'identity';

const compress: Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

/** The shortest encoding that the caller accepts. */
function wantedEncoding(req: Request): Encoding {
  const found = req.acceptsEncodings('br', 'gzip', 'identity');
  return found === 'br' || found === 'gzip' ? found : 'identity';
}

/**
 * Boards with more bytes of memory are streamed: built whole, each version would hold up the others for a tenth of a
 * second and take twice its size (R32).
 */
const STREAMED_WEIGHT = 24_000_000;

/** True for a board whose answer is streamed. */
export const isStreamed = ({ weight }: { weight: number }): boolean => weight > STREAMED_WEIGHT;

/** The form of a board that the caller accepts. */
export const wantedForm = (req: Request): BoardForm =>
  req.get('Accept') === BOARD_LINES_TYPE ? 'lines' : 'object';

/** A board's page as an answer. */
export async function answerWith(page: Page | StreamedPage, req: Request, headers: Record<string, string>) {
  const { encoding, body } = await page.encoded(wantedEncoding(req));
  return {
    status: 200,
    headers: {
      ...headers,
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
      ...(wantedForm(req) === 'lines' && { 'Content-Type': BOARD_LINES_TYPE }),
    },
    body,
  };
}

export interface EncodedPage {
  encoding: Encoding;
  body: Buffer | Readable;
}

/** An answer as bytes, compressed once for all requests. */
export class Page {
  private readonly plain: Buffer;
  private readonly compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(json: string) {
    this.plain = Buffer.from(json);
  }

  /** Bytes without compression; the compressed ones come on top and are few. */
  get size(): number {
    return this.plain.length;
  }

  /** @returns the bytes and how they are encoded, which is `identity` for small pages */
  async encoded(wanted: Encoding): Promise<EncodedPage> {
    if (wanted === 'identity' || this.size < MIN_COMPRESSED_BYTES)
      return { encoding: 'identity', body: this.plain };
    let bytes = this.compressed.get(wanted);
    if (!bytes) {
      bytes = compress[wanted](this.plain);
      this.compressed.set(wanted, bytes);
    }
    return { encoding: wanted, body: await bytes };
  }
}

/** Characters that are written together. */
const CHUNK = 64_000;
/** A stream is compressed for one reader: quickly, and in little memory, unlike Brotli's window. */
const STREAMED_GZIP_LEVEL = 1;

/** An answer that is generated no faster than it is read. */
export class StreamedPage {
  /** @param text the answer in pieces, from its beginning */
  constructor(private readonly text: () => Iterable<string>) {}

  async encoded(wanted: Encoding): Promise<EncodedPage> {
    const plain = Readable.from(inChunks(this.text()), { objectMode: false, highWaterMark: CHUNK });
    if (wanted === 'identity') return { encoding: 'identity', body: plain };
    const body = createGzip({ level: STREAMED_GZIP_LEVEL });
    plain.pipe(body).once('close', () => plain.destroy());
    return { encoding: 'gzip', body };
  }
}

function* inChunks(pieces: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text) yield Buffer.from(text);
}
