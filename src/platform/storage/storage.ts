import type { Readable } from "node:stream";

/** Bytes of an object, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** A part of an object that arrives in parts, as the storage knows it. */
export interface StoredPart {
  partNumber: number;
  etag: string;
}

/**
 * Where the bytes of documents are. An object is there whole or not at all, however its writer ends. Keys are made by us
 * (`objectKey`): never of what a caller sent.
 */
export interface Storage {
  /** Writes an object, or another one in its place. Rejects, and leaves nothing new, when the stream ends early or fails. */
  put(key: string, bytes: Readable, sizeBytes: number): Promise<void>;
  /** @throws if the object does not exist */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Its size; null if the object does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** Removes an object, and nothing when there is none. */
  remove(key: string): Promise<void>;
  /** Begins an object that arrives in parts. @returns what the storage calls it */
  createMultipartUpload(key: string): Promise<string>;
  /** Writes a part, or another one in its place. @returns its etag; rejects as put, and when the parts were joined or removed */
  putPart(key: string, storageId: string, partNumber: number, bytes: Readable, sizeBytes: number): Promise<string>;
  /** Creates the parts, in their order, the object. Done already, it does nothing. */
  joinParts(key: string, storageId: string, parts: readonly StoredPart[]): Promise<void>;
  /** Removes the parts of an object that was never joined. */
  removeParts(key: string, storageId: string): Promise<void>;
  close(): void;
}

/** Under which key an organization's object is stored. */
export function objectKey(organizationId: string, objectId: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(organizationId) || !/^[a-z0-9_]{1,64}$/.test(objectId)) throw new Error("This is no id of an object.");
  return `${organizationId}/${objectId}`;
}
