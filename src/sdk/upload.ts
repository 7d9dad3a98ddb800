import { dropUndefined, execute, type Settings, type WriteOptions } from "./call.ts";
import { NotFoundError } from "./errors.ts";
import { operationNamed, type Operation } from "./operations.ts";
import { send } from "./send.ts";
import { createSha256 } from "./sha256.ts";

/** Bytes, or a file that is read when they are needed: `File` and `Blob` of any runtime, `openFile` of `caseport/node`. */
export type UploadSource = Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string;

export interface UploadProgress {
  /** Files that are sent in parts are read twice: their hash comes first. */
  phase: "hashing" | "sending";
  loadedBytes: number;
  totalBytes: number;
}

/** Besides the members of the operation's body. */
export interface UploadOptions extends WriteOptions {
  /** Default: the file's name. */
  fileName?: string;
  /** Default: the file's type, or the one of its name. */
  contentType?: string;
  onProgress?: (progress: UploadProgress) => void;
  /** Parts that are sent at the same time; default 4. */
  concurrency?: number;
}
/** With the other members of the operation's body. */
export type UploadInput = UploadOptions & Readonly<Record<string, unknown>>;

/** Where the bytes go, as the response to a declared file says. */
interface Target {
  url: string | null;
  headers: Record<string, string>;
  parts: readonly { partNumber: number; url: string; sizeBytes: number }[] | null;
}
type Declared = { document: { id: string }; upload: Target | null };

interface UploadCall {
  operation: Operation;
  /** Of the record that gets the document. */
  id: string;
  source: UploadSource;
  options: UploadInput | undefined;
}

/** The largest file of one request; a member, so that tests can have a smaller one. */
export const limits = { formBytes: 26_214_400 };
/** For a request with a file: long enough for a slow line. */
const fileTimeoutMs = 3_600_000;
const contentTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  txt: "text/plain",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  mp4: "video/mp4",
};

/**
 * Sends a file of up to 25 MiB in one request, a larger one by its hash and in parts. A repeated call with its
 * idempotency key creates one document.
 */
export async function upload(
  settings: Settings,
  { operation, id, source, options: given = {} }: UploadCall,
): Promise<Record<string, unknown>> {
  const {
    signal,
    timeoutMs = fileTimeoutMs,
    maxRetries,
    requestId,
    headers,
    ifMatch,
    idempotencyKey = crypto.randomUUID(),
    fileName,
    contentType,
    onProgress = () => undefined,
    concurrency = 4,
    ...members
  } = given;
  const blob = source instanceof Blob ? source : new Blob([source]);
  const name = fileName ?? ("name" in blob ? String(blob.name) : "file");
  const type =
    contentType ??
    (blob.type.split(";")[0] ||
      contentTypes[name.slice(name.lastIndexOf(".") + 1).toLowerCase()] ||
      "application/octet-stream");
  const options = dropUndefined({ signal, timeoutMs, maxRetries, requestId, headers, ifMatch, idempotencyKey });
  const progress = (phase: UploadProgress["phase"], loadedBytes: number) =>
    onProgress({ phase, loadedBytes, totalBytes: blob.size });
  if (blob.size <= limits.formBytes) {
    progress("sending", 0);
    const { upload: _, ...result } = await execute(settings, {
      operation,
      ids: [id],
      form: toForm({ ...members, fileName: name, contentType: type }, blob),
      options,
    });
    progress("sending", blob.size);
    return result;
  }
  const sha256 = await hash(blob, options.signal, (bytes) => progress("hashing", bytes));
  const input = { ...members, fileName: name, contentType: type, sizeBytes: blob.size, sha256 };
  const { document, upload: target } = (await execute(settings, {
    operation,
    ids: [id],
    input,
    options,
  })) as Declared;
  if (target !== null)
    await sendParts(settings, blob, target, {
      operation: operation.name,
      signal,
      timeoutMs,
      maxRetries: maxRetries ?? settings.maxRetries,
      concurrency,
      onSent: (bytes) => progress("sending", bytes),
    });
  const { ifMatch: _, ...rest } = options;
  return execute(settings, {
    operation: operationNamed("documents.complete"),
    ids: [document.id],
    input: {},
    options: { ...rest, idempotencyKey: `${idempotencyKey}:complete` },
  });
}

/**
 * A form has only text: null is left out, a list repeats its field. A file's name in a form's header loses its quotes,
 * so it is a field.
 */
function toForm(members: Readonly<Record<string, unknown>>, blob: Blob): FormData {
  const form = new FormData();
  for (const [member, value] of Object.entries(members)) {
    if (value === undefined || value === null) continue;
    for (const each of [value].flat() as (string | number | boolean)[]) form.append(member, String(each));
  }
  form.append("file", blob, "file");
  return form;
}

async function hash(blob: Blob, signal: AbortSignal | undefined, onRead: (bytes: number) => void): Promise<string> {
  const sha256 = createSha256();
  const reader = blob.stream().getReader();
  for (let read = 0; ;) {
    signal?.throwIfAborted();
    const { done, value } = await reader.read();
    if (done) return sha256.digest();
    sha256.update(value);
    onRead((read += value.length));
  }
}

interface Sending {
  operation: string;
  signal: AbortSignal | undefined;
  timeoutMs: number;
  maxRetries: number;
  concurrency: number;
  onSent: (bytes: number) => void;
}

/** The URLs are signed: they get no key. */
async function sendParts(
  settings: Settings,
  blob: Blob,
  { url, headers, parts }: Target,
  { operation, signal, timeoutMs, maxRetries, concurrency, onSent }: Sending,
): Promise<void> {
  const pieces = parts ?? [{ partNumber: 1, url: url ?? "", sizeBytes: blob.size }];
  const partBytes = pieces[0]?.sizeBytes ?? blob.size;
  const waiting = pieces[Symbol.iterator]();
  // A part that fails ends the others.
  const stop = new AbortController();
  const ended = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  let sent = 0;
  const work = async () => {
    for (const { partNumber, url: partUrl, sizeBytes } of waiting) {
      const start = (partNumber - 1) * partBytes;
      const body = blob.slice(start, start + sizeBytes);
      const put = send(
        settings,
        { operation, url: partUrl, method: "PUT", headers, body, canRepeat: true },
        { signal: ended, timeoutMs, maxRetries },
      );
      // The URLs end with the last byte: an earlier attempt sent it.
      await put.catch((error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
      });
      onSent((sent += sizeBytes));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work)).catch((error: unknown) => {
    stop.abort(error);
    throw error;
  });
}
