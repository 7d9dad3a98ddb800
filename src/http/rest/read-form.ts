import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type * as z from "zod";
import { AppError } from "../../contract/errors/error-codes.ts";
import type { Spool, SpooledFile } from "../../platform/storage/spool.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import { readBody } from "../request/read-body.ts";
import { readFileName } from "./file-name.ts";

/** The largest file of a form; multipart uploads accept larger files. */
export const maxFormFileBytes = 26_214_400;
/** Allowance for the fields and the form's own bytes. */
const formBytes = 262_144;

const limits = {
  fieldNameSize: 100,
  fieldSize: 16_384,
  fields: 60,
  files: 1,
  parts: 61,
  headerPairs: 20,
  headerSize: 4_096,
  fileSize: maxFormFileBytes + 1,
};

const formMediaType = /^multipart\/form-data\s*;/i;

/**
 * Receives a request's body before authentication: JSON completely, of a form only the headers.
 *
 * @returns undefined for a form, which is read after authorization
 * @throws as readBody and checkFormHead
 */
export async function receiveBody(request: IncomingMessage, declaration: Declaration): Promise<Buffer | undefined> {
  if (!isForm(declaration, request)) return readBody(request, declaration.meta.manyItems?.maxBodyBytes);
  checkFormHead(request);
  return undefined;
}

/** Whether a request carries its file in a form. Only operations that take files accept one. */
function isForm({ meta }: Declaration, request: IncomingMessage): boolean {
  return meta.upload === true && isFormRequest(request);
}

export function isFormRequest({ headers }: IncomingMessage): boolean {
  return formMediaType.test(headers["content-type"] ?? "");
}

function tooLarge(): AppError {
  return new AppError(
    "PAYLOAD_TOO_LARGE",
    "The file is larger than 25 MiB; declare it as JSON and upload it in parts",
    { headers: { Connection: "close" } },
  );
}

/**
 * Checks a form by its headers alone: its body is read only after authentication.
 *
 * @throws PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export function checkFormHead({ headers }: IncomingMessage): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity")
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "The body must not carry a content encoding", {
      headers: { Connection: "close" },
    });
  if (Number(headers["content-length"] ?? 0) > maxFormFileBytes + formBytes) throw tooLarge();
}

/** The file of a form in the spool. The caller removes it. */
export interface FormFile extends SpooledFile {
  fileName: string;
  contentType: string;
}

export interface Form {
  /** The fields and the file's properties, as in a JSON body. */
  body: Record<string, unknown>;
  file: FormFile;
}

/**
 * Reads a form with bounded memory: the file is hashed and written to the spool; all other fields are text.
 *
 * @throws VALIDATION_FAILED for a form without exactly one file named `file`, or an incomplete one; PAYLOAD_TOO_LARGE
 */
export async function readForm(request: IncomingMessage, declaration: Declared, spool: Spool): Promise<Form> {
  const fields = new Map<string, string[]>();
  const faults: string[] = [];
  const opened: BusboyFileStream[] = [];
  let taken: Promise<FormFile | null> | null = null;
  const { busboy, countUnread, currentFileName } = openBusboy(request, faults);
  busboy.on("field", (name, bytes, nameTruncated, valueTruncated) => {
    if (nameTruncated || valueTruncated) faults.push("body: a field is too long");
    const value = decodeUtf8(bytes);
    if (value === null) faults.push(`${name}: invalid UTF-8`);
    fields.set(name, [...(fields.get(name) ?? []), value ?? ""]);
  });
  busboy.on("file", (name, stream, ...[plainName, , contentType]) => {
    const fileName = currentFileName() ?? plainName ?? "";
    if (name !== "file") faults.push("file: the file's field must have this name");
    opened.push(stream);
    // An error without a listener would end the process.
    stream.on("error", () => undefined);
    const spooled = spool.take(stream).then((file) => ({ ...file, fileName, contentType: contentType.toLowerCase() }));
    taken = spooled.catch((error: Error) => {
      // The form reports its own early end.
      if (stream.truncated || busboy.destroyed) return null;
      // Nothing reads the file any more: without this the form would wait forever.
      busboy.destroy(error);
      throw error;
    });
    taken.catch(() => undefined);
  });
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
    busboy.on(limit, () => void faults.push("body: has too many fields or files"));
  const isWhole = await feed(request, busboy);
  if (!isWhole) for (const stream of opened) stream.destroy(new Error("The form ended early."));
  const file = await (taken as Promise<FormFile | null> | null);
  if (isWhole && countUnread() > 0) faults.push("body: each part must be a form field with a name");
  if (!isWhole || file === null) {
    await file?.drop();
    throw isWhole && taken === null ? reject([...faults, "file: required"]) : broken();
  }
  return validateForm({ fields, faults, file, declaration }).catch(async (error: unknown) => {
    await file.drop();
    throw error;
  });
}

/**
 * Pipes the body into the parser without destroying the request, so that a rejection can be sent.
 *
 * @returns whether the form was complete
 */
function feed(request: IncomingMessage, busboy: BusboyInstance): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isWhole: boolean) => () => {
      request.unpipe(busboy);
      if (!isWhole) busboy.destroy();
      resolve(isWhole);
    };
    busboy.once("finish", end(true));
    busboy.on("error", end(false));
    request.once("close", () => {
      if (!request.complete) end(false)();
    });
    request.once("error", end(false));
    request.pipe(busboy);
  });
}

function broken(): AppError {
  return new AppError("VALIDATION_FAILED", "body: is not a complete multipart form", {
    headers: { Connection: "close" },
    errorReason: "incomplete_request",
  });
}

interface OpenedForm {
  busboy: BusboyInstance;
  /** The number of parts that were skipped because they are not form fields. */
  countUnread: () => number;
  /** The file's name of the part whose headers were read last, where the library would read another one. */
  currentFileName: () => string | null;
}

function openBusboy({ headers }: IncomingMessage, faults: string[]): OpenedForm {
  let parts = 0;
  let read = 0;
  let encodedName: string | null = null;
  // Called once for each part that the library understands.
  const isPartAFile = (name: string | undefined, contentType: string | undefined, fileName: string | undefined) => {
    if (name !== undefined) read += 1;
    return contentType === "application/octet-stream" || fileName !== undefined;
  };
  try {
    // The library replaces invalid UTF-8 silently: as Latin-1 the values keep their bytes, for decodeUtf8.
    const busboy = new Busboy({
      headers: { ...headers, "content-type": headers["content-type"] ?? "" },
      limits,
      defCharset: "latin1",
      isPartAFile,
    });
    parserOf(busboy).prependListener("part", (part: EventEmitter) => {
      parts += 1;
      part.once("header", (header: PartHeader) => {
        validatePartHeader(header, faults);
        encodedName = readFileName(decodeUtf8(dispositionOf(header)) ?? "");
      });
    });
    return { busboy, countUnread: () => parts - read, currentFileName: () => encodedName };
  } catch {
    throw broken();
  }
}

/** Header values in Latin-1. */
type PartHeader = Record<string, string[] | undefined>;

/** The library's own parser: the library skips invalid parts silently, and only its parser emits an event for them. */
function parserOf(busboy: BusboyInstance): EventEmitter {
  return (busboy as BusboyInstance & { _parser: { parser: EventEmitter } })._parser.parser;
}

function dispositionOf(header: PartHeader): string {
  return header["content-disposition"]?.join("; ") ?? "";
}

/** Checks a part's headers before the library reads them. */
function validatePartHeader(header: PartHeader, faults: string[]): void {
  const disposition = dispositionOf(header);
  if (decodeUtf8(disposition) === null || !isEncodedUtf8(disposition))
    faults.push("body: invalid UTF-8 in the name of a field or file");
  const [type] = header["content-type"] ?? [];
  if (type === undefined) return;
  const [mediaType = "", ...parameters] = type.split(";").map((each) => each.trim());
  const charset = parameters.find((each) => /^charset=/i.test(each));
  if (charset !== undefined && !/^charset="?utf-?8"?$/i.test(charset))
    faults.push("body: the charset of a field must be UTF-8");
  // Otherwise the library decodes the value by the charset named here.
  header["content-type"] = [mediaType];
}

/** Whether what `filename*=UTF-8''…` encodes is UTF-8. */
function isEncodedUtf8(disposition: string): boolean {
  try {
    for (const [, encoded = ""] of disposition.matchAll(/\*\s*=\s*"?utf-8'[^']*'([^;"]*)/gi))
      decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * @param bytes as Latin-1
 * @returns null for invalid UTF-8
 */
function decodeUtf8(bytes: string): string | null {
  try {
    return utf8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return null;
  }
}

function reject(faults: readonly string[]): AppError {
  return new AppError("VALIDATION_FAILED", [...new Set(faults)].join("; "));
}

/** To which types the texts of a form are converted. */
type Declared = Pick<Declaration, "input">;

interface Read {
  fields: ReadonlyMap<string, readonly string[]>;
  faults: string[];
  file: FormFile;
  declaration: Declared;
}

async function validateForm({ fields, faults, file, declaration }: Read): Promise<Form> {
  if (file.sizeBytes > maxFormFileBytes) throw tooLarge();
  const { sizeBytes, sha256 } = file;
  for (const [name, own] of [
    ["sizeBytes", String(sizeBytes)],
    ["sha256", sha256],
  ] as const) {
    if (fields.has(name) && fields.get(name)?.join() !== own) faults.push(`${name}: does not match the file`);
  }
  const values = [...fields].map(([name, texts]) => [name, readField(declaration, name, texts, faults)]);
  if (faults.length > 0) throw reject(faults);
  const isDeclared = ([name]: readonly [string, unknown]) => Object.hasOwn(declaration.input.shape, name);
  const sent = { fileName: file.fileName, contentType: file.contentType };
  const body: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(sent).filter(isDeclared)),
    ...Object.fromEntries(values),
    ...Object.fromEntries(Object.entries({ sizeBytes, sha256 }).filter(isDeclared)),
  };
  const { fileName, contentType } = { ...sent, ...body };
  return { body, file: { ...file, fileName, contentType } };
}

/** A form contains only text: values are converted to the declared types. A repeated field is a list. */
function readField({ input }: Declared, name: string, texts: readonly string[], faults: string[]): unknown {
  const schema = Object.hasOwn(input.shape, name) ? innermost(input.shape[name] as z.core.$ZodType) : undefined;
  if (schema === "array") return texts;
  if (texts.length > 1) faults.push(`${schema === undefined ? "body" : name}: sent more than once`);
  const [text = ""] = texts;
  if (schema === "number" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function innermost({ _zod: { def } }: z.core.$ZodType): string {
  return ["optional", "default", "nullable"].includes(def.type) && "innerType" in def
    ? innermost(def.innerType as z.core.$ZodType)
    : def.type;
}
