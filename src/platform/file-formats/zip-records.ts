/**
 * The records of a ZIP archive, by name and field as PKWARE's APPNOTE 6.3.10 has them. No library writes what the
 * archives need: the bytes of a stream, its size and checksum in front of them (decision 0133).
 */

/** What stands in an entry's records. */
export interface ZipEntry {
  path: string;
  /** Seconds of the wall clock, as `dosDateTime` has them. */
  modified: DosDateTime;
  method: ZipMethod;
  /** Null while the bytes are not written: size and checksum then follow the bytes in a descriptor. */
  content: ZipContent | null;
}

export interface ZipContent {
  crc32: number;
  sizeBytes: number;
  /** As they stand in the archive. */
  compressedBytes: number;
}

/** By its number in the format. */
export const zipMethods = { stored: 0, deflated: 8 } as const;
type ZipMethod = (typeof zipMethods)[keyof typeof zipMethods];

export interface DosDateTime {
  date: number;
  time: number;
}

/** What 32 and 16 bits say where the real number stands in a ZIP64 record. */
const beyond32 = 0xffff_ffff;
const beyond16 = 0xffff;
const versions = { usual: 20, zip64: 45 } as const;
/** Made on UNIX, by version 6.3 of the format. */
const madeBy = 0x033f;
/** Regular file, 0644. */
const fileAttributes = 0o100644 * 0x1_0000;
const flags = { descriptorFollows: 0x0008, pathIsUtf8: 0x0800 } as const;

/** An instant in UTC as the format has it: without a time zone, in steps of two seconds, from 1980 on. */
export function dosDateTime(at: Date): DosDateTime {
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** What precedes an entry's bytes. */
export function localHeader(entry: ZipEntry): Buffer {
  const { path, modified, method, content } = entry;
  const name = Buffer.from(path);
  const isBeyond = content !== null && isLarge(content);
  const extra = isBeyond ? zip64Extra([content.sizeBytes, content.compressedBytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(isBeyond ? versions.zip64 : versions.usual, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(modified.time, 10);
  header.writeUInt16LE(modified.date, 12);
  header.writeUInt32LE(content?.crc32 ?? 0, 14);
  header.writeUInt32LE(isBeyond ? beyond32 : (content?.compressedBytes ?? 0), 18);
  header.writeUInt32LE(isBeyond ? beyond32 : (content?.sizeBytes ?? 0), 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** What follows the bytes of an entry whose size did not stand in front of it. */
export function dataDescriptor(content: ZipContent): Buffer {
  const { crc32, sizeBytes, compressedBytes } = content;
  const descriptor = Buffer.alloc(isLarge(content) ? 24 : 16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(crc32, 4);
  if (isLarge(content)) {
    descriptor.writeBigUInt64LE(BigInt(compressedBytes), 8);
    descriptor.writeBigUInt64LE(BigInt(sizeBytes), 16);
  } else {
    descriptor.writeUInt32LE(compressedBytes, 8);
    descriptor.writeUInt32LE(sizeBytes, 12);
  }
  return descriptor;
}

/**
 * A written entry's record in the directory at the archive's end.
 *
 * @param offset where its local header begins
 */
export function directoryRecord(entry: ZipEntry, content: ZipContent, offset: number): Buffer {
  const { path, modified, method } = entry;
  const name = Buffer.from(path);
  const hasZip64 = isLarge(content) || offset >= beyond32;
  const extra = hasZip64 ? zip64Extra([content.sizeBytes, content.compressedBytes, offset]) : Buffer.alloc(0);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(madeBy, 4);
  record.writeUInt16LE(hasZip64 ? versions.zip64 : versions.usual, 6);
  record.writeUInt16LE(flagsOf(entry), 8);
  record.writeUInt16LE(method, 10);
  record.writeUInt16LE(modified.time, 12);
  record.writeUInt16LE(modified.date, 14);
  record.writeUInt32LE(content.crc32, 16);
  record.writeUInt32LE(hasZip64 ? beyond32 : content.compressedBytes, 20);
  record.writeUInt32LE(hasZip64 ? beyond32 : content.sizeBytes, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(fileAttributes, 38);
  record.writeUInt32LE(hasZip64 ? beyond32 : offset, 42);
  return Buffer.concat([record, name, extra]);
}

/** The directory at an archive's end: its records, where it begins and how long it is. */
interface Directory {
  count: number;
  offset: number;
  sizeBytes: number;
}

/** What follows the directory, at the archive's very end. */
export function endOfDirectory({ count, offset, sizeBytes }: Directory): Buffer {
  const hasZip64 = count >= beyond16 || offset >= beyond32 || sizeBytes >= beyond32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(hasZip64 ? beyond16 : count, 8);
  end.writeUInt16LE(hasZip64 ? beyond16 : count, 10);
  end.writeUInt32LE(hasZip64 ? beyond32 : sizeBytes, 12);
  end.writeUInt32LE(hasZip64 ? beyond32 : offset, 16);
  return hasZip64 ? Buffer.concat([zip64End({ count, offset, sizeBytes }), end]) : end;
}

function zip64End({ count, offset, sizeBytes }: Directory): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x0606_4b50, 0);
  // Without this field and the one before it.
  end.writeBigUInt64LE(BigInt(end.length - 12), 4);
  end.writeUInt16LE(madeBy, 12);
  end.writeUInt16LE(versions.zip64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(sizeBytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + sizeBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

function flagsOf({ content }: ZipEntry): number {
  return flags.pathIsUtf8 | (content === null ? flags.descriptorFollows : 0);
}

function isLarge({ sizeBytes, compressedBytes }: ZipContent): boolean {
  return sizeBytes >= beyond32 || compressedBytes >= beyond32;
}

/** The numbers that 32 bits do not hold, in the format's order: size, compressed size, offset. */
function zip64Extra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return extra;
}
