import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Smaller answers do not get smaller by compression. */
const MIN_COMPRESSED_BYTES = 1_024;
/** Quick levels: a board changes often, and each version is compressed once. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 5;

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

/** An answer as bytes, compressed once for all who ask for it. */
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
  async encoded(wanted: Encoding): Promise<{ encoding: Encoding; bytes: Buffer }> {
    if (wanted === 'identity' || this.size < MIN_COMPRESSED_BYTES)
      return { encoding: 'identity', bytes: this.plain };
    let bytes = this.compressed.get(wanted);
    if (!bytes) {
      bytes = compress[wanted](this.plain);
      this.compressed.set(wanted, bytes);
    }
    return { encoding: wanted, bytes: await bytes };
  }
}
