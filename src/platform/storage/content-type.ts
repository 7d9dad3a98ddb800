import { fileTypeFromBuffer, supportedExtensions, supportedMimeTypes } from "file-type";

export interface DeclaredFile {
  fileName: string;
  contentType: string;
}

/** The extension of a file name, in lower case; null without one. */
export function extensionOf(fileName: string): string | null {
  const dot = fileName.lastIndexOf(".");
  return dot <= 0 || dot === fileName.length - 1 ? null : fileName.slice(dot + 1).toLowerCase();
}

const recognisedExtensions: ReadonlySet<string> = supportedExtensions;
const recognisedTypes: ReadonlySet<string> = supportedMimeTypes;

/** Container formats: the type detected in the first bytes, and the types and extensions that it can be. */
const families: readonly { found: RegExp; declared: RegExp; extensions: RegExp }[] = [
  {
    found: /^application\/(zip|vnd\.openxmlformats-officedocument\..*|vnd\.oasis\.opendocument\..*|epub\+zip|vnd\.ms-.*)$/,
    declared: /^application\/(zip|x-zip-compressed|vnd\.openxmlformats-officedocument\..*|vnd\.oasis\.opendocument\..*|epub\+zip|vnd\.ms-.*)$/,
    extensions: /^(zip|docx|xlsx|pptx|dotx|xltx|ppsx|docm|xlsm|pptm|odt|ods|odp|odg|epub)$/,
  },
  {
    found: /^application\/x-cfb$/,
    declared: /^application\/(x-cfb|msword|vnd\.ms-.*|x-msoffice)$/,
    extensions: /^(cfb|doc|xls|ppt|msg|dot|xlt)$/,
  },
  { found: /^application\/xml$/, declared: /^((application|text)\/xml|image\/svg\+xml|application\/[a-z0-9.-]+\+xml)$/, extensions: /^(xml|svg|xsd|xsl|xhtml|kml)$/ },
  { found: /^image\/(heic|heif)(-sequence)?$/, declared: /^image\/(heic|heif)(-sequence)?$/, extensions: /^(heic|heif)$/ },
  { found: /^(video\/(mp4|quicktime|x-m4v)|audio\/(mp4|x-m4a))$/, declared: /^(video\/(mp4|quicktime|x-m4v)|audio\/(mp4|x-m4a|m4a))$/, extensions: /^(mp4|mov|m4v|m4a)$/ },
  { found: /^audio\/(wav|vnd\.wave)$/, declared: /^audio\/(wav|wave|x-wav|vnd\.wave)$/, extensions: /^wav$/ },
];

const sameExtension: Readonly<Record<string, string>> = { jpeg: "jpg", jpe: "jpg", tiff: "tif", apng: "png", pjpeg: "jpg" };
const anything = "application/octet-stream";
/** Extensions of types that have no reliable signature, or that several types share. */
const unsureExtensions: ReadonlySet<string> = new Set(["xml", "ics", "vcf", "vtt", "reg", "dat", "key", "mp3", "aac", "class", "it"]);

/**
 * Whether the first bytes match the declared media type and extension. Types without a signature (text) are interchangeable.
 * @param head the first bytes of the file
 */
export async function isAsDeclared(head: Uint8Array, { fileName, contentType }: DeclaredFile): Promise<boolean> {
  const extension = normalize(extensionOf(fileName) ?? "");
  const found = await fileTypeFromBuffer(head);
  if (found === undefined) return !isRecognised(contentType) && !identifiesContent(extension) && !holdsBinary(head, contentType);
  const family = families.find((each) => each.found.test(found.mime));
  const fitsType = contentType === anything || contentType === found.mime || family?.declared.test(contentType) === true;
  if (!fitsType) return false;
  return !identifiesContent(extension) || extension === normalize(found.ext) || family?.extensions.test(extension) === true;
}

function identifiesContent(extension: string): boolean {
  return recognisedExtensions.has(extension) && !unsureExtensions.has(extension);
}

function normalize(extension: string): string {
  return sameExtension[extension] ?? extension;
}

function isRecognised(contentType: string): boolean {
  return recognisedTypes.has(contentType) && !contentType.startsWith("text/") && !contentType.endsWith("xml");
}

function holdsBinary(head: Uint8Array, contentType: string): boolean {
  return contentType.startsWith("text/") && head.includes(0);
}
