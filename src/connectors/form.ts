import { randomUUID } from "node:crypto";

export interface FormFile {
  fileName: string;
  contentType: string;
  bytes: Buffer;
}

/**
 * A `multipart/form-data` body. Written here because the platforms' HTTP clients take a buffer alike, and forms each in
 * its own way.
 *
 * @param members of the record; a list is a field for each of its values, an object is JSON
 */
export function writeForm(
  members: Readonly<Record<string, unknown>>,
  file: FormFile,
): { contentType: string; bytes: Buffer } {
  const boundary = `caseport-${randomUUID()}`;
  const parts: Buffer[] = [];
  const open = (lines: readonly string[]) => parts.push(Buffer.from([`--${boundary}`, ...lines, "", ""].join("\r\n")));
  // As a member: in the header of a part each client escapes a name in its own way.
  for (const [name, value] of Object.entries({ fileName: file.fileName, ...members })) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === null) continue;
      open([`Content-Disposition: form-data; name="${name}"`]);
      parts.push(Buffer.from(`${typeof each === "object" ? JSON.stringify(each) : String(each)}\r\n`));
    }
  }
  open(['Content-Disposition: form-data; name="file"; filename="file"', `Content-Type: ${file.contentType}`]);
  parts.push(file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`));
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(parts) };
}
