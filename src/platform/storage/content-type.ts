import { fileTypeFromBuffer, supportedExtensions } from "file-type";
import { extensionsOfType, isAnything, isMediaExtension, isMediaType, listKin, listSynonyms } from "./media-types.ts";

export interface DeclaredFile {
  fileName: string;
  contentType: string;
}

/** The extension of a file name, in lower case; null without one. */
export function extensionOf(fileName: string): string | null {
  const dot = fileName.lastIndexOf(".");
  return dot <= 0 || dot === fileName.length - 1 ? null : fileName.slice(dot + 1).toLowerCase();
}

interface Format {
  ext: string;
  mime: string;
}

const recognized: ReadonlySet<string> = supportedExtensions;

/**
 * Extensions whose files need not have the marks that file-type knows, or that several formats share: sound without a
 * tag, DICOM without its preamble (of scanners before 1993), transport streams and TypeScript.
 */
const unsureExtensions: ReadonlySet<string> = new Set(
  "xml ics vcf vtt reg dat key mp1 mp2 mp3 aac class it dcm ts".split(" "),
);

/** Formats that are text themselves. */
const textFormats: ReadonlySet<string> = new Set("rtf pdf ps eps xml ics vcf vtt reg pgp stl".split(" "));
/** Text formats that are no less plain text: who declares them as such is right. */
const plainFormats: ReadonlySet<string> = new Set("rtf xml ics vcf vtt reg pgp stl".split(" "));
/** What file-type 22.3 takes for a format by two to five bytes that stand in other binary files, too. */
const impreciseFormats: ReadonlySet<string> = new Set("mpg ttf ico cur aac mp1 mp2 mp3".split(" "));

/**
 * Whether the first bytes match the declared media type and extension. Types without marks (text) are interchangeable;
 * types that mean one thing are one.
 *
 * @param head the first bytes of the file
 * @see src/decisions/0134-content-types.md
 */
export async function isAsDeclared(head: Uint8Array, declared: DeclaredFile): Promise<boolean> {
  const extension = extensionOf(declared.fileName) ?? "";
  const contentType = declared.contentType;
  const found: Format | undefined = await fileTypeFromBuffer(head);
  if (found === undefined) {
    return isWithoutMarks(head, contentType, extension) || isLatePdf(head, contentType, extension);
  }
  if (fitsFormat(found, contentType, extension)) return true;
  // A report that begins with “BMW” is no bitmap, and a TGA no cursor.
  const isByChance = holdsText(head) ? !textFormats.has(found.ext) : impreciseFormats.has(found.ext);
  return isByChance && isWithoutMarks(head, contentType, extension);
}

function fitsFormat(found: Format, contentType: string, extension: string): boolean {
  const kin = listKin(found.ext);
  const isFormat = contentType === found.mime || [...extensionsOfType(contentType)].some((each) => kin.has(each));
  const isPlainText = contentType === "text/plain" && plainFormats.has(found.ext);
  if (!isFormat && !isPlainText && !isAnything(contentType)) return false;
  return !namesFormat(extension) || kin.has(extension);
}

/** Whether content without known marks may be of a type and have an extension. */
function isWithoutMarks(head: Uint8Array, contentType: string, extension: string): boolean {
  if (hasMarks(contentType) || requiresMarks(extension)) return false;
  if (contentType.startsWith("text/") && head.includes(0) && !isUtf16(head)) return false;
  const isSeen = isMediaType(contentType) || isMediaExtension(extension);
  return !isSeen || isVectorGraphic(contentType, extension) || !beginsLikeCode(head);
}

/** Whether files of a type have marks that would have been found. */
function hasMarks(contentType: string): boolean {
  if (contentType.startsWith("text/") || contentType.endsWith("xml") || isAnything(contentType)) return false;
  const extensions = [...extensionsOfType(contentType)];
  return extensions.some(requiresMarks) && !extensions.some((each) => unsureExtensions.has(each));
}

function requiresMarks(extension: string): boolean {
  if (unsureExtensions.has(extension)) return false;
  if (recognized.has(extension)) return true;
  const synonyms = isMediaExtension(extension) ? listSynonyms(extension) : [];
  return synonyms.some((each) => recognized.has(each)) && !synonyms.some((each) => unsureExtensions.has(each));
}

/** Whether an extension says what is in a file. */
function namesFormat(extension: string): boolean {
  return (recognized.has(extension) || isMediaExtension(extension)) && !unsureExtensions.has(extension);
}

function isVectorGraphic(contentType: string, extension: string): boolean {
  return contentType === "image/svg+xml" || (extension === "svg" && !isMediaType(contentType));
}

/** Where a PDF's header may begin. Source: Adobe, "PDF Reference", 1.7, implementation note 13; so qpdf and poppler. */
const pdfHeaderWithin = 1_024;

/** A PDF behind a line break, a printer's commands or the header of a mail. */
function isLatePdf(head: Uint8Array, contentType: string, extension: string): boolean {
  if (!extensionsOfType(contentType).has("pdf") && !(isAnything(contentType) && extension === "pdf")) return false;
  if (namesFormat(extension) && !listKin("pdf").has(extension)) return false;
  const beginning = Buffer.from(head.subarray(0, pdfHeaderWithin + 4));
  return beginning.includes("%PDF-") && !beginsLikeCode(head);
}

/** Whether content begins as a page, an element or a script does. */
function beginsLikeCode(head: Uint8Array): boolean {
  const beginning = Buffer.from(head.subarray(0, 512)).toString("latin1");
  return /^(?:\u00ef\u00bb\u00bf)?\s*(?:<|#!)/u.test(beginning);
}

/** Whether all bytes can be text in 8 bits: no control characters but those of lines, pages and printers. */
function holdsText(head: Uint8Array): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x1b || (byte >= 0x09 && byte <= 0x0d));
}

function isUtf16(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}
