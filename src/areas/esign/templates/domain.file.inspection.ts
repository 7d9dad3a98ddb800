import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { AppError, invalidInput } from "../../../contract/errors/error-codes.ts";
import { inspectPdf } from "../../../platform/pdf/pdf.ts";
import type { Inspection, PdfProblem } from "../../../platform/pdf/types.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { Context, ReceivedFile } from "../../../rpc/context.ts";
import type { AcroField } from "./schema.ts";

const problems: Readonly<Record<PdfProblem, string>> = {
  not_pdf: "is not a PDF, or is damaged",
  encrypted: "is encrypted; save it without a password",
  dynamic_form: "is a dynamic form (XFA); print it to a PDF",
  active_content: "has scripts, launch actions or attachments; print it to a PDF",
  already_signed: "is signed already; use the unsigned file",
  too_large: "has more than 25 MiB or 500 pages",
};

/** Below the database's time limit of an idle transaction, 10 s: the inspection runs within the request's. */
const inspectionMilliseconds = 8_000;

/** At most so many are stored and returned. */
const maxAcroFields = 200;

export interface InspectedFile {
  file: ReceivedFile;
  pages: Inspection["pages"];
  acroFields: AcroField[];
}

/**
 * Inspects the file of the request, which the storage has. No lock is held meanwhile.
 *
 * @throws VALIDATION_FAILED without a file, and for one that cannot be sent for signature
 */
export async function inspectReceivedFile({ file, files, organizationId }: Context): Promise<InspectedFile> {
  if (file === undefined) throw invalidInput({ path: "file", message: "required" });
  if (files === undefined) throw new Error("no storage is configured for this transaction");
  const bytes = await buffer(await files.storage.read(objectKey(organizationId, file.objectId)));
  const stop = new AbortController();
  const inspection = await Promise.race([
    inspectPdf(organizationId, bytes),
    delay(inspectionMilliseconds, null, { signal: stop.signal }),
  ]).finally(() => stop.abort());
  if (inspection === null) throw rejectFile("takes too long to read; print it to a PDF");
  if (inspection.problem !== null) throw rejectFile(problems[inspection.problem]);
  const acroFields = inspection.acroFields.slice(0, maxAcroFields).map(({ name, kind, place }) => ({
    name,
    kind,
    page: place?.page ?? null,
    x: place?.x ?? null,
    y: place?.y ?? null,
    width: place?.width ?? null,
    height: place?.height ?? null,
  }));
  return { file, pages: inspection.pages, acroFields };
}

const rejectFile = (message: string): AppError =>
  new AppError("VALIDATION_FAILED", `file: ${message}`, { errorReason: "file_mismatch" });
