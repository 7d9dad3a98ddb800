/**
 * The text of a bank's file: in UTF-16 where its mark says so, else in UTF-8 if it is valid, else in Windows-1252,
 * which older programs of banks write.
 */
export async function readFileText(file: Pick<Blob, "arrayBuffer">): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
