import { displayedSize, toDisplayedRectangle } from "./coordinates.ts";
import { openPdf, type Dictionary, type PdfFile } from "./library.ts";
import type { AcroField, Inspection, PageSize, PdfProblem } from "./types.ts";

export const maxPdfBytes = 25 * 2 ** 20;
export const maxPdfPages = 500;

/** A file that can be sent for signature, or why it cannot. */
export type OpenedPdf = { file: PdfFile; problem: null } | { file: null; problem: PdfProblem };

/** Opens a stranger's file and checks it. The order of the checks is that of the problems that can hide others. */
export async function openForSigning(bytes: Uint8Array): Promise<OpenedPdf> {
  if (bytes.length > maxPdfBytes) return { file: null, problem: "too_large" };
  // A file that begins later has cross-references that readers count in different ways.
  if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") !== "%PDF-") return { file: null, problem: "not_pdf" };
  const file = await openPdf(bytes).catch(() => null);
  if (file === null) return { file: null, problem: "not_pdf" };
  const problem = findProblem(file);
  return problem === null ? { file, problem } : { file: null, problem };
}

/** What a file has, for whoever places fields on it. */
export async function inspect(bytes: Uint8Array): Promise<Inspection> {
  const { file, problem } = await openForSigning(bytes);
  if (file === null) return { problem, pages: [], acroFields: [] };
  return { problem: null, pages: listPages(file), acroFields: listAcroFields(file) };
}

export function listPages({ pages }: PdfFile): PageSize[] {
  return pages.map((page, index) => {
    const { width, height } = displayedSize(page);
    return { number: index + 1, width: round(width), height: round(height) };
  });
}

export function listAcroFields(file: PdfFile): AcroField[] {
  return file.formFields().map(({ name, kind, widget }) => {
    const page = widget === null ? undefined : file.pages[widget.pageIndex];
    if (widget === null || page === undefined) return { name, kind, place: null };
    return { name, kind, place: { page: widget.pageIndex + 1, ...toDisplayedRectangle(page, widget.rectangle) } };
  });
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;

function findProblem(file: PdfFile): PdfProblem | null {
  if (file.isEncrypted) return "encrypted";
  if (file.isRepaired || file.pages.length === 0) return "not_pdf";
  if (file.pages.length > maxPdfPages) return "too_large";
  if (file.formDictionary?.has("XFA") === true) return "dynamic_form";
  if (file.catalog.has("Perms") || file.formFields().some(({ isSigned }) => isSigned)) return "already_signed";
  for (const dictionary of file.dictionaries()) {
    if (isSignature(dictionary)) return "already_signed";
    if (isActive(dictionary)) return "active_content";
  }
  return null;
}

function isSignature(dictionary: Dictionary): boolean {
  const type = dictionary.name("Type");
  return dictionary.has("ByteRange") && (type === "Sig" || type === "DocTimeStamp" || dictionary.has("Contents"));
}

/** Actions that run a script or a program, send or import data, open another file, or play something (12.6.4). */
const activeActions = new Set([
  "JavaScript",
  "Launch",
  "SubmitForm",
  "ImportData",
  "GoToE",
  "Rendition",
  "Movie",
  "Sound",
  "GoTo3DView",
  "RichMediaExecute",
]);
const activeAnnotations = new Set(["FileAttachment", "RichMedia", "Screen", "Movie", "Sound", "3D"]);

/** Scripts, launch actions and attached files: what a signer signs must be what everybody sees. */
function isActive(dictionary: Dictionary): boolean {
  if (dictionary.has("JS") || dictionary.has("EF") || dictionary.has("EmbeddedFiles")) return true;
  const action = dictionary.name("S");
  if (action !== undefined && activeActions.has(action)) return true;
  const subtype = dictionary.name("Subtype");
  return subtype !== undefined && activeAnnotations.has(subtype);
}
