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
import type { Storage } from "./storage.ts";

/** A bucket of an S3-compatible server. The credentials come from where the official client looks for them. */
export interface S3Settings {
  bucket: string;
  region: string;
  /** null for Amazon's own. */
  endpoint: string | null;
  /** Whether the bucket stands in the path instead of the host's name. */
  pathStyle: boolean;
}

/** The storage in a bucket, which belongs to this installation alone and need not be reachable by anybody else. */
export function openS3Storage({ bucket, region, endpoint, pathStyle }: S3Settings): Storage {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint !== null && { endpoint }),
    // Not every server that speaks S3 knows the newer checksums; what is read is compared with our own hash.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const at = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    put: async (key, bytes, sizeBytes) => {
      await client.send(new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: sizeBytes }));
    },
    read: async (key, range) => {
      const asked = { ...at(key), ...(range !== undefined && { Range: `bytes=${range.first}-${range.last}` }) };
      const { Body, ContentLength } = await client.send(new GetObjectCommand(asked));
      const wanted = range === undefined ? ContentLength : range.last - range.first + 1;
      // There are servers that take a range for another: more than was asked would break the answer that it goes into.
      return wanted === undefined || wanted === ContentLength ? (Body as Readable) : Readable.from(takeFirst(Body as Readable, wanted));
    },
    sizeOf: (key) => sizeOf(client, at(key)),
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    beginParts: async (key) => {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(key)));
      return UploadId ?? "";
    },
    putPart: async (key, storageId, partNumber, bytes, sizeBytes) => {
      const part = { UploadId: storageId, PartNumber: partNumber, Body: bytes, ContentLength: sizeBytes };
      const { ETag } = await client.send(new UploadPartCommand({ ...at(key), ...part }));
      return ETag ?? "";
    },
    joinParts: async (key, storageId, parts) => {
      if ((await sizeOf(client, at(key))) !== null) return;
      const list = parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: etag }));
      await client.send(new CompleteMultipartUploadCommand({ ...at(key), UploadId: storageId, MultipartUpload: { Parts: list } }));
    },
    removeParts: async (key, storageId) => {
      await unlessMissing(client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: storageId })));
    },
    close: () => client.destroy(),
  };
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

/** What was asked; undefined where there is no such object or upload. */
async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === "NoSuchUpload")) return undefined;
    throw error;
  }
}
