import {
  HttpTimestampAuthority,
  P12Signer,
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  rgb,
  type EmbeddedFont,
  type PDFPage,
  type PdfObject,
  type Signer,
} from "@libpdf/core";
import type { PageGeometry, Rectangle, Rotation } from "./coordinates.ts";
import { balanceStates } from "./graphics-states.ts";
import type { AcroFieldKind, SealDescription, SealIdentity } from "./types.ts";

/**
 * The only file that uses the PDF library: what the other files of this folder need of it, in their terms. Coordinates
 * are a page's own.
 */

/** A dictionary of the file, such as an action, an annotation or a stream's. */
export interface Dictionary {
  has(key: string): boolean;
  /** The value of a key that is a name, without its slash. */
  name(key: string): string | undefined;
}

export interface FormField {
  name: string;
  kind: AcroFieldKind;
  isSigned: boolean;
  /** Of its first widget on a page; the page's index. */
  widget: { pageIndex: number; rectangle: Rectangle } | null;
}

export interface Font {
  /** The width of a text, in points. */
  width(text: string, size: number): number;
  canShow(text: string): boolean;
  /** Of the ascender and of the descender, which is negative, for the size 1. */
  ascent: number;
  descent: number;
}

export interface TextPlacement {
  x: number;
  y: number;
  size: number;
  font: Font;
  /** Counterclockwise, around the beginning of the baseline. */
  angle: Rotation;
  /** Black without it. */
  gray?: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Signs and stamps for a seal. The thread that reads a stranger's file has neither the key nor the network. */
export interface SealServices {
  /** RSA PKCS #1 v1.5 or DER-encoded ECDSA, with SHA-256. */
  sign: (data: Uint8Array) => Promise<Uint8Array>;
  /** Sends a timestamp query (RFC 3161) and returns the reply; null where no time is stamped. */
  sendTimestampQuery: ((query: Uint8Array) => Promise<Uint8Array>) | null;
}

export interface PdfFile {
  readonly isEncrypted: boolean;
  /** Whether the file's cross-references were rebuilt: nothing can be appended to such a file. */
  readonly isRepaired: boolean;
  readonly pages: readonly PageGeometry[];
  /** Every dictionary that can be reached from the catalog, once. */
  dictionaries(): Iterable<Dictionary>;
  catalog: Dictionary;
  formDictionary: Dictionary | null;
  formFields(): FormField[];
  /** Makes what the form fields show part of their pages, and removes the form. */
  flattenForm(): void;
  /** @returns its index */
  addPage(width: number, height: number): number;
  embedFont(bytes: Uint8Array): Font;
  drawText(pageIndex: number, text: string, placement: TextPlacement): void;
  /** Lines with round ends and joins. */
  drawLines(pageIndex: number, lines: readonly (readonly Point[])[], style: { width: number; gray?: number }): void;
  setTitle(title: string): void;
  attach(attachment: { fileName: string; mediaType: string; description: string; bytes: Uint8Array; at: Date }): void;
  /** The bytes that were opened, followed by the changes. */
  save(): Promise<Uint8Array>;
  /** Appends the changes and a signature over the whole file, in one revision. */
  seal(identity: SealIdentity, description: SealDescription, services: SealServices): Promise<Uint8Array>;
}

/** @throws for bytes that are no PDF, or beyond repair */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  return describeFile(await PDF.load(bytes));
}

export function createPdf(): PdfFile {
  return describeFile(PDF.create());
}

/**
 * The identity and the signature of a PKCS #12 file.
 *
 * @throws for another password, or a file without a key and its certificate
 */
export async function readP12(
  bytes: Uint8Array,
  password: string,
): Promise<{ identity: SealIdentity; sign: SealServices["sign"] }> {
  const signer = await P12Signer.create(bytes, password);
  const { certificate, certificateChain: chain, keyType } = signer;
  return { identity: { certificate, chain, keyType }, sign: (data) => signer.sign(data, "SHA-256") };
}

/** The object that a reference refers to; other objects as they are. */
type Follow = (object: PdfObject | null | undefined) => PdfObject | null | undefined;

function describeFile(pdf: PDF): PdfFile {
  allowAppending(pdf);
  const { registry } = pdf.context;
  const resolve = registry.resolve.bind(registry);
  const embeddedFonts = new Map<Font, EmbeddedFont>();
  const pages: PDFPage[] = pdf.getPages();
  const follow: Follow = (object) => (object instanceof PdfRef ? resolve(object) : object);
  const geometries = pages.map((page) => describePage(page, follow));

  function pageAt(index: number): PDFPage {
    const page = pages[index];
    if (page === undefined) throw new RangeError(`there is no page ${index}`);
    return page;
  }

  /** Pages whose content ends with the graphics state with which it begins. */
  const balanced = new Set<PDFPage>();

  /** A page that is drawn on. */
  function canvasAt(index: number): PDFPage {
    const page = pageAt(index);
    if (!balanced.has(page)) balanceContent(pdf, page);
    balanced.add(page);
    return page;
  }

  function* dictionaries(): Iterable<Dictionary> {
    const seen = new Set<unknown>();
    const open: (PdfObject | null | undefined)[] = [pdf.getCatalog()];
    while (open.length > 0) {
      const object = follow(open.pop());
      if (object instanceof PdfArray) {
        if (seen.has(object)) continue;
        seen.add(object);
        open.push(...object);
      } else if (object instanceof PdfDict) {
        if (seen.has(object)) continue;
        seen.add(object);
        yield describeDictionary(object, follow);
        for (const [, value] of object) open.push(value);
      }
    }
  }

  /** The index of the page that has an annotation; by the page's list, because `P` of an annotation is optional. */
  function findPages(): Map<string, number> {
    const found = new Map<string, number>();
    for (const [index, page] of pages.entries()) {
      const annotations = page.dict.getArray("Annots", resolve);
      for (const entry of annotations ?? []) if (entry instanceof PdfRef) found.set(nameOf(entry), index);
    }
    return found;
  }

  function formFields(): FormField[] {
    const pagesOfWidgets = findPages();
    const form = pdf.getForm();
    return (form?.getFields() ?? []).map((field) => {
      const widgets = field.getWidgets().flatMap(({ ref, rect }) => {
        const pageIndex = ref === null ? undefined : pagesOfWidgets.get(nameOf(ref));
        return pageIndex === undefined ? [] : [{ pageIndex, rectangle: toRectangle(rect) }];
      });
      return {
        name: field.name,
        kind: field.type === "non-terminal" ? "unknown" : field.type,
        isSigned: form?.getSignatureField(field.name)?.isSigned() === true,
        widget: widgets[0] ?? null,
      };
    });
  }

  function flattenForm(): void {
    const form = pdf.getForm();
    if (form === null) return;
    for (const [index] of pages.entries()) {
      const page = canvasAt(index);
      // The library closes a graphics state on a page without content that it never opened.
      if (page.dict.has("Contents")) continue;
      page.dict.set("Contents", pdf.register(new PdfStream([], new TextEncoder().encode("q Q\n"))));
    }
    form.flatten();
  }

  return {
    isEncrypted: pdf.isEncrypted,
    isRepaired: pdf.recoveredViaBruteForce,
    get pages() {
      return geometries;
    },
    catalog: describeDictionary(pdf.getCatalog(), follow),
    get formDictionary() {
      const form = pdf.getCatalog().getDict("AcroForm", resolve);
      return form === undefined ? null : describeDictionary(form, follow);
    },
    dictionaries,
    formFields,
    flattenForm,
    addPage(width, height) {
      const page = pdf.addPage({ width, height });
      pages.push(page);
      geometries.push(describePage(page, follow));
      return pages.length - 1;
    },
    embedFont(bytes) {
      const embedded = pdf.embedFont(bytes);
      const { ascent = 800, descent = -200 } = embedded.descriptor ?? {};
      const font: Font = {
        width: (text, size) => embedded.widthOfTextAtSize(text, size),
        canShow: (text) => embedded.canEncode(text),
        ascent: ascent / 1_000,
        descent: descent / 1_000,
      };
      embeddedFonts.set(font, embedded);
      return font;
    },
    drawText(pageIndex, text, { x, y, size, font, angle, gray = 0 }) {
      const embedded = embeddedFonts.get(font);
      if (embedded === undefined) throw new Error("the font is embedded in another file");
      canvasAt(pageIndex).drawText(text, {
        x,
        y,
        size,
        font: embedded,
        color: rgb(gray, gray, gray),
        ...(angle !== 0 && { rotate: { angle, origin: { x, y } } }),
      });
    },
    drawLines(pageIndex, lines, { width, gray = 0 }) {
      const path = canvasAt(pageIndex).drawPath();
      for (const [first, ...rest] of lines) {
        if (first === undefined) continue;
        path.moveTo(first.x, first.y);
        // A line of one point is a dot: round ends draw it.
        for (const point of rest.length === 0 ? [first] : rest) path.lineTo(point.x, point.y);
      }
      path.stroke({ borderColor: rgb(gray, gray, gray), borderWidth: width, lineCap: "round", lineJoin: "round" });
    },
    setTitle: (title) => pdf.setTitle(title),
    attach({ fileName, mediaType, description, bytes, at }) {
      pdf.addAttachment(fileName, bytes, { mimeType: mediaType, description, createdAt: at, modifiedAt: at });
    },
    save: () => pdf.save({ incremental: true }),
    async seal(identity, { signingTime, reason }, services) {
      const { bytes } = await pdf.sign({
        signer: toSigner(identity, services),
        signingTime,
        reason,
        fieldName: "CaseportSeal",
        level: services.sendTimestampQuery === null ? "B-B" : "B-T",
        estimatedSize: estimateSignature(identity, services.sendTimestampQuery !== null),
        ...(services.sendTimestampQuery !== null && {
          timestampAuthority: createTimestampAuthority(services.sendTimestampQuery),
        }),
      });
      return bytes;
    },
  };
}

/** The signature's value, of at most 16,384 bits, and its attributes. */
const signatureBytes = 4_096;
/** A timestamp holds the chain of its server: about 8 kB. */
const timestampBytes = 16_384;

/**
 * How many bytes the file reserves for the signature. No more than it needs: what it leaves is covered by no signature,
 * because the signature is in it.
 */
const estimateSignature = ({ certificate, chain }: SealIdentity, hasTimestamp: boolean): number =>
  [certificate, ...chain].reduce((sum, { length }) => sum + length, signatureBytes) +
  (hasTimestamp ? timestampBytes : 0);

/**
 * Two defaults of the library are changed for this file. It saves a file whole that it takes for linearized, although
 * the standard lets changes be appended to one (ISO 32000-2, annex F.3.1): then a sealed file would not begin with the
 * bytes that were sent. And it signs with whole fonts, of which a file uses some glyphs.
 */
function allowAppending(pdf: PDF): void {
  const findBlocker = pdf.canSaveIncrementally.bind(pdf);
  pdf.canSaveIncrementally = () => {
    const blocker = findBlocker();
    return blocker === "linearized" ? null : blocker;
  };
  const save = pdf.save.bind(pdf);
  pdf.save = (options) => save({ ...options, subsetFonts: true });
}

const lineBreak = new Uint8Array([0x0a]);

/** Streams one after the other; nothing where one has a filter that the library does not know. */
function decode(streams: readonly (PdfObject | null | undefined)[]): Uint8Array {
  try {
    return Buffer.concat(
      streams.flatMap((stream) => (stream instanceof PdfStream ? [stream.getDecodedData(), lineBreak] : [])),
    );
  } catch {
    return new Uint8Array();
  }
}

/** Content that is null is none: the library would make an entry of it. */
function balanceContent(pdf: PDF, { dict }: PDFPage): void {
  const given = dict.get("Contents");
  if (given === undefined) return;
  const content = given instanceof PdfRef ? pdf.context.registry.resolve(given) : given;
  const entries = content instanceof PdfArray ? [...content] : [given];
  const streams = entries.map((entry) => (entry instanceof PdfRef ? pdf.context.registry.resolve(entry) : entry));
  const kept = entries.filter((_, index) => streams[index] instanceof PdfStream);
  if (kept.length === 0) dict.delete("Contents");
  else if (kept.length < entries.length) dict.set("Contents", new PdfArray(kept));
  const states = balanceStates(decode(streams));
  if (states !== null) dict.set("Contents", pdf.register(new PdfStream([], states)));
}

const nameOf = (ref: PdfRef) => `${ref.objectNumber} ${ref.generation}`;

function describeDictionary(dictionary: PdfDict, follow: Follow): Dictionary {
  return {
    has: (key) => dictionary.has(key),
    name: (key) => {
      const value = follow(dictionary.get(key));
      return value instanceof PdfName ? value.value : undefined;
    },
  };
}

function toRectangle([x1, y1, x2, y2]: [number, number, number, number]): Rectangle {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x1 - x2), height: Math.abs(y1 - y2) };
}

/**
 * The crop box is cut at the media box, as viewers do (ISO 32000-2, 14.11.2). They are read here: `getCropBox` of the
 * library returns the upper right corner as width and height.
 */
function describePage({ dict }: PDFPage, follow: Follow): PageGeometry {
  const media = readBox(inherit(dict, "MediaBox", follow), follow) ?? { x: 0, y: 0, width: 612, height: 792 };
  const crop = readBox(inherit(dict, "CropBox", follow), follow) ?? media;
  const x = Math.max(media.x, crop.x);
  const y = Math.max(media.y, crop.y);
  const width = Math.min(media.x + media.width, crop.x + crop.width) - x;
  const height = Math.min(media.y + media.height, crop.y + crop.height) - y;
  const turned = inherit(dict, "Rotate", follow);
  return {
    cropBox: width > 0 && height > 0 ? { x, y, width, height } : media,
    rotation: toRotation(turned instanceof PdfNumber ? turned.value : 0),
  };
}

/** A page has attributes of the nodes above it (7.7.3.4). */
function inherit(page: PdfDict, key: string, follow: Follow): PdfObject | null | undefined {
  let node: PdfObject | null | undefined = page;
  // Deeper than any tree that is written on purpose; a loop ends, too.
  for (let depth = 0; depth < 64 && node instanceof PdfDict; depth += 1) {
    const value = follow(node.get(key));
    if (value !== undefined && value !== null) return value;
    node = follow(node.get("Parent"));
  }
  return undefined;
}

function readBox(box: PdfObject | null | undefined, follow: Follow): Rectangle | null {
  if (!(box instanceof PdfArray)) return null;
  const [x1, y1, x2, y2] = [...box].map((value) => {
    const number = follow(value);
    return number instanceof PdfNumber ? number.value : Number.NaN;
  });
  const rectangle = toRectangle([x1 ?? Number.NaN, y1 ?? Number.NaN, x2 ?? Number.NaN, y2 ?? Number.NaN]);
  return rectangle.width > 0 && rectangle.height > 0 ? rectangle : null;
}

function toRotation(angle: number): Rotation {
  const turned = ((angle % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

function toSigner({ certificate, chain, keyType }: SealIdentity, { sign }: SealServices): Signer {
  return {
    certificate,
    certificateChain: [...chain],
    keyType,
    signatureAlgorithm: keyType === "RSA" ? "RSASSA-PKCS1-v1_5" : "ECDSA",
    sign: (data, algorithm) => {
      if (algorithm !== "SHA-256") throw new Error(`seals are made with SHA-256, not ${algorithm}`);
      return sign(data);
    },
  };
}

/** The library's query and its reading of the reply, without its network. */
function createTimestampAuthority(send: (query: Uint8Array) => Promise<Uint8Array>): HttpTimestampAuthority {
  return new HttpTimestampAuthority("https://timestamp.invalid", {
    fetch: async (_url, options) => {
      const reply = await send(new Uint8Array(options?.body as ArrayBuffer));
      return new Response(Buffer.from(reply));
    },
  });
}
