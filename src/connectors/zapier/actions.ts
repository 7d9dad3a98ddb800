import { createHash, randomUUID } from "node:crypto";
import { callAction, readList, readRecord, type Json } from "../call.ts";
import type { ConnectorAction } from "../description.ts";
import { ConnectorError } from "../errors.ts";
import type { FormFile } from "../form.ts";
import { deriveIdempotencyKey } from "../idempotency.ts";
import { withConnection } from "./connection.ts";
import type { Bundle, Perform, Z } from "./platform.ts";

/** The field of each action that makes a record. */
export const keyField = "idempotency_key";

/** A step that writes. */
export function performAction(action: ConnectorAction): Perform<Json> {
  return (z, bundle) =>
    withConnection(z, bundle, async (connection) => {
      const file = await readFile(z, bundle, action);
      const body = await callAction(connection, action, bundle.inputData, {
        file,
        timeZone: bundle.meta?.timezone ?? undefined,
        idempotencyKey: chooseIdempotencyKey(action, bundle, file),
      });
      return readRecord(action, body);
    });
}

/** At most so many records: Zapier goes on with the first, or with a few lines. */
const searchLimit = 50;

/** A step that finds records; one that is not there is none, no error. */
export function performSearch(action: ConnectorAction): Perform<Json[]> {
  return (z, bundle) =>
    withConnection(z, bundle, async (connection) => {
      const { items } = action;
      const timeZone = bundle.meta?.timezone ?? undefined;
      if (items !== null)
        return readList(connection, { ...action, items }, bundle.inputData, { limit: searchLimit, timeZone });
      try {
        return [readRecord(action, await callAction(connection, action, bundle.inputData))];
      } catch (error) {
        if (error instanceof ConnectorError && error.status === 404) return [];
        throw error;
      }
    });
}

/**
 * Zapier gives a step nothing that names its run and stays when the run is repeated, so that a step that makes a record
 * is known by what it sends: the same within a day makes no second record. A person who wants another rule maps a value
 * to the field, such as the ID of the record that started the Zap. Other steps write the same values when they are
 * repeated, and a later run that sends what an earlier one sent must take effect.
 */
function chooseIdempotencyKey(
  action: ConnectorAction,
  { inputData, meta }: Bundle,
  file: FormFile | undefined,
): string {
  if (!action.creates) return `zapier-${randomUUID()}`;
  const { [keyField]: own, ...values } = inputData;
  if (typeof own === "string" && own !== "") return deriveIdempotencyKey("zapier", [action.operation, own]);
  // The address of a file is another one each time. Two files of the same content with different names are two.
  const content = file === undefined ? null : [file.fileName, createHash("sha256").update(file.bytes).digest("hex")];
  const sent = action.fields
    .filter(({ type }) => type !== "file")
    .map(({ name }) => [name, values[name] ?? null])
    .filter(([, value]) => value !== null);
  return deriveIdempotencyKey("zapier", [action.operation, meta?.zap?.id ?? null, sent, content]);
}

/** The file that another app hands over by its address. */
async function readFile(z: Z, { inputData }: Bundle, action: ConnectorAction): Promise<FormFile | undefined> {
  const field = action.fields.find(({ type }) => type === "file");
  if (field === undefined) return undefined;
  const url = inputData[field.name];
  if (typeof url !== "string" || url === "") throw new ConnectorError(`${field.label} is required.`);
  const response = await z.request({ url, raw: true, skipThrowForStatus: true });
  if (response.status !== 200 || response.buffer === undefined)
    throw new ConnectorError(`The file could not be read: its address responded with status ${response.status}.`);
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => (headers[name.toLowerCase()] = value));
  return {
    bytes: await response.buffer(),
    contentType: (headers["content-type"] ?? "application/octet-stream").split(";")[0] ?? "",
    fileName: readFileName(headers["content-disposition"], url),
  };
}

/** From the header, where it has one, or the address. */
function readFileName(disposition: string | undefined, url: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  if (encoded !== undefined) return decodePart(encoded);
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1];
  const last = decodePart(new URL(url).pathname.split("/").at(-1) ?? "");
  return plain ?? (last === "" ? "file" : last);
}

/** As it is where it is not percent-encoded: a file can be called `100%.pdf`. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
