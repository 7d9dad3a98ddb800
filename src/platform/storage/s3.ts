import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { PartBytes, Storage, StoredPart } from "./storage.ts";

/** A bucket of an S3-compatible server. The AWS SDK finds the credentials. */
export interface S3Settings {
  bucket: string;
  region: string;
  /** Null for Amazon S3. */
  endpoint: string | null;
  /** Whether the bucket is in the path instead of the host name. */
  pathStyle: boolean;
}

/** Overridden only by tests. */
interface Sizes {
  /** Larger objects are written in parts: S3 accepts at most 5 GiB in one request. */
  wholeBytes: number;
  /** Bytes of a part, kept in memory. S3 requires at least 5 MiB except for the last, and at most 10,000 parts. */
  partBytes: number;
}

const usualSizes: Sizes = { wholeBytes: 2 ** 30, partBytes: 32 * 2 ** 20 };

/** The storage in a bucket that only this installation uses. */
export function openS3Storage(
  { bucket, region, endpoint, pathStyle }: S3Settings,
  { wholeBytes, partBytes } = usualSizes,
): Storage {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    // Not every S3-compatible server supports the newer checksums; contents are compared with our own hash.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  const parts = openParts(client, at);
  return {
    put: async (key, bytes, sizeBytes) => {
      if (sizeBytes > wholeBytes) return putInParts(parts, key, bytes, { sizeBytes, partBytes });
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: sizeBytes }));
    },
    read: async (key, range) => {
      const input = { ...at(key), ...(range !== undefined && { Range: `bytes=${range.first}-${range.last}` }) };
      const { Body, ContentLength } = await client.send(new GetObjectCommand(input));
      const wanted = range === undefined ? ContentLength : range.last - range.first + 1;
      // Some servers return another range: more bytes than requested would break the response.
      return wanted === undefined || wanted === ContentLength
        ? (Body as Readable)
        : Readable.from(takeFirst(Body as Readable, wanted));
    },
    sizeOf: (key) => sizeOf(client, at(key)),
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    createMultipartUpload: parts.begin,
    putPart: parts.putPart,
    joinParts: async (key, storageId, list) => {
      if ((await sizeOf(client, at(key))) === null) await parts.join(key, storageId, list);
    },
    removeParts: parts.giveUp,
    close: () => client.destroy(),
  };
}

function openParts(client: S3Client, at: (key: string) => { Bucket: string; Key: string }) {
  const begin = async (key: string) => (await client.send(new CreateMultipartUploadCommand(at(key)))).UploadId ?? "";
  const putPart = async (
    key: string,
    storageId: string,
    partNumber: number,
    { bytes: Body, sizeBytes: ContentLength }: PartBytes<Readable | Buffer>,
  ) => {
    const { ETag } = await client.send(
      new UploadPartCommand({ ...at(key), UploadId: storageId, PartNumber: partNumber, Body, ContentLength }),
    );
    return ETag ?? "";
  };
  const join = async (key: string, storageId: string, parts: readonly StoredPart[]) => {
    const list = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
    await client.send(
      new CompleteMultipartUploadCommand({ ...at(key), UploadId: storageId, MultipartUpload: { Parts: list } }),
    );
  };
  const giveUp = async (key: string, storageId: string) => {
    await unlessMissing(client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: storageId })));
  };
  return { begin, putPart, join, giveUp };
}

type Parts = ReturnType<typeof openParts>;

/** @throws if the stream fails or has another size; the upload is then aborted */
async function putInParts(
  { begin, putPart, join, giveUp }: Parts,
  key: string,
  bytes: Readable,
  { sizeBytes, partBytes }: { sizeBytes: number; partBytes: number },
): Promise<void> {
  const storageId = await begin(key);
  try {
    const parts: StoredPart[] = [];
    let written = 0;
    for await (const part of inPieces(bytes, partBytes)) {
      const partNumber = parts.length + 1;
      parts.push({
        partNumber,
        etag: await putPart(key, storageId, partNumber, { bytes: part, sizeBytes: part.length }),
      });
      written += part.length;
    }
    if (written !== sizeBytes) throw new Error("The object's size differs from the declared size.");
    await join(key, storageId, parts);
  } catch (error) {
    // The first error is reported; the bucket's lifecycle rules remove parts that remain.
    await giveUp(key, storageId).catch(() => undefined);
    throw error;
  }
}

/** Splits a stream into pieces of equal size; the last can be smaller. */
async function* inPieces(bytes: Readable, pieceBytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= pieceBytes) {
      const all = Buffer.concat(chunks);
      yield all.subarray(0, pieceBytes);
      chunks = [all.subarray(pieceBytes)];
      size -= pieceBytes;
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
}

async function* takeFirst(bytes: Readable, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

async function sizeOf(client: S3Client, at: { Bucket: string; Key: string }): Promise<number | null> {
  const head = await unlessMissing(client.send(new HeadObjectCommand(at)));
  return head?.ContentLength ?? null;
}

/** The result; undefined if the object or upload does not exist. */
async function unlessMissing<Result>(request: Promise<Result>): Promise<Result | undefined> {
  try {
    return await request;
  } catch (error) {
    if (
      error instanceof S3ServiceException &&
      (error.$metadata.httpStatusCode === 404 || error.name === "NoSuchUpload")
    )
      return undefined;
    throw error;
  }
}
