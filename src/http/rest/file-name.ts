/** A parameter of a Content-Disposition: its name, and its value with quotes or without. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g;
/** RFC 5987: charset, language, and bytes that are percent-encoded. */
const extendedValue = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i;
/** RFC 2047: how .NET's HttpClient writes a name that is not ASCII as `filename`, against RFC 7578. */
const encodedWord = /^=\?utf-8\?b\?([A-Za-z0-9+/]*={0,2})\?=$/i;

/**
 * The name of a file from the Content-Disposition of its part: that of `filename*` always, as RFC 6266 has it, whatever
 * stands beside it or around it. @fastify/busboy 3.2.6 takes the last of the two if the part's name is quoted, and
 * .NET's HttpClient and PowerShell 7 send both.
 *
 * @param disposition decoded
 * @returns null where `filename` says it plainly, or nothing does, or its encoding is invalid
 */
export function readFileName(disposition: string): string | null {
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of disposition.matchAll(parameter)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, unquote(value.trim()));
  }
  const plain = values.get("filename") ?? "";
  const found = decodeExtended(values.get("filename*") ?? "") ?? decodeWord(plain) ?? decodeQuotes(plain);
  // Some browsers send the path.
  return found === null ? null : found.slice(Math.max(found.lastIndexOf("/"), found.lastIndexOf("\\")) + 1);
}

function unquote(value: string): string {
  return value.startsWith('"') && value.endsWith('"') && value.length > 1
    ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1")
    : value;
}

function decodeExtended(value: string): string | null {
  const [, charset = "", encoded = ""] = extendedValue.exec(value) ?? [];
  if (charset === "") return null;
  if (charset.toLowerCase() !== "utf-8") return decodeLatin1(encoded);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

function decodeLatin1(encoded: string): string {
  return encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decodeWord(value: string): string | null {
  const encoded = encodedWord.exec(value)?.[1];
  if (encoded === undefined) return null;
  try {
    return utf8.decode(Buffer.from(encoded, "base64"));
  } catch {
    return null;
  }
}

/**
 * How browsers, curl, PHP and urllib3 write a quotation mark in a name, and nothing else but line breaks: a percent
 * sign stays as it is. Source: WHATWG, HTML, "multipart form data"; each as it ran on 2026-12-01.
 */
const decodeQuotes = (value: string): string | null => (value.includes("%22") ? value.replaceAll("%22", '"') : null);
