import { type FileHandle, open } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_HEADER_BYTES = 30;
const VERSION_NEEDED = 20;
const DEFLATED = 8;
/** 1 January 1980, the first day that a zip can name. */
const DATE = 0x21;

/** A document that is written many times, each with another start: the rest is compressed once. */
interface CompressedRest {
  readonly bytes: Buffer;
  readonly deflated: Buffer;
}

export function compressRest(bytes: Buffer): CompressedRest {
  return { bytes, deflated: deflateRawSync(bytes) };
}

/**
 * Writes a zip whose entries each have a short start of their own and a rest that several share. A deflate stream may
 * begin with an uncompressed block, so that compressing the rest once is enough: thousands of entries are written at
 * the speed of the disk.
 */
export class ArchiveWriter implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #directory: Buffer[] = [];
  #position = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(path, 'w'));
  }

  async add(name: string, start: Buffer, rest: CompressedRest): Promise<void> {
    const data = Buffer.concat([storedBlock(start), rest.deflated]);
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(rest.bytes, crc32(start)), 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(start.length + rest.bytes.length, 8);
    const fileName = Buffer.from(name);

    const header = Buffer.alloc(LOCAL_HEADER_BYTES);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt16LE(VERSION_NEEDED, 4);
    header.writeUInt16LE(DEFLATED, 8);
    header.writeUInt16LE(DATE, 12);
    sizes.copy(header, 14);
    header.writeUInt16LE(fileName.length, 26);

    const listed = Buffer.alloc(46);
    listed.write('PK\x01\x02', 'latin1');
    listed.writeUInt16LE(VERSION_NEEDED, 4);
    listed.writeUInt16LE(VERSION_NEEDED, 6);
    listed.writeUInt16LE(DEFLATED, 10);
    listed.writeUInt16LE(DATE, 14);
    sizes.copy(listed, 16);
    listed.writeUInt16LE(fileName.length, 28);
    listed.writeUInt32LE(this.#position, 42);
    this.#directory.push(listed, fileName);

    await this.#write([header, fileName, data]);
  }

  /** Writes the list of entries. */
  async end(): Promise<void> {
    const directory = Buffer.concat(this.#directory);
    const entries = this.#directory.length / 2;
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(entries, 8);
    end.writeUInt16LE(entries, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#position, 16);
    await this.#write([directory, end]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #write(parts: readonly Buffer[]): Promise<void> {
    const { bytesWritten } = await this.#file.writev(parts);
    const expected = parts.reduce((total, { length }) => total + length, 0);
    if (bytesWritten !== expected) throw new Error('the disk is full');
    this.#position += bytesWritten;
  }
}

/** A deflate block that stores its bytes uncompressed, and is not the last of its stream. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([head, bytes]);
}
