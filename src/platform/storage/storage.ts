import type { Readable } from "node:stream";

/** A byte range; both ends are inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface StoredPart {
  partNumber: number;
  etag: string;
}

/** The storage of document bytes. Writes are atomic. Keys come from `objectKey`, never from a client's input. */
export interface Storage {
  /** Writes or replaces an object. Rejects, without a change, if the stream ends early or fails. */
  put(key: string, bytes: Readable, sizeBytes: number): Promise<void>;
  /** @throws if the object does not exist */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Null if the object does not exist. */
  sizeOf(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /**
   * Starts a multipart upload.
   *
   * @returns its ID in the storage
   */
  createMultipartUpload(key: string): Promise<string>;
  /**
   * Writes or replaces a part. Rejects as put, and after joinParts or removeParts.
   *
   * @returns its ETag
   */
  putPart(key: string, storageId: string, partNumber: number, part: PartBytes<Readable>): Promise<string>;
  /** Completes a multipart upload. Idempotent. */
  joinParts(key: string, storageId: string, parts: readonly StoredPart[]): Promise<void>;
  removeParts(key: string, storageId: string): Promise<void>;
  close(): void;
}

/** A part of a multipart upload, of exactly this size. */
export interface PartBytes<Bytes> {
  bytes: Bytes;
  sizeBytes: number;
}

export function objectKey(organizationId: string, objectId: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(organizationId) || !/^[a-z0-9_]{1,64}$/.test(objectId))
    throw new Error("Invalid object ID");
  return `${organizationId}/${objectId}`;
}
