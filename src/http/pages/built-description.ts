import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { describeApi, readDescriptionFrom, writeDescriptionTo } from "../../openapi/describe-api.ts";
import { prepareText, type ServedText } from "./served-text.ts";

/** The document with its compressed forms, for one base URL. */
interface BuiltDocument {
  baseUrl: string;
  document: ServedText;
}

const descriptionFile = (folder: string) => join(folder, "api-description.json");
const documentFile = (folder: string) => join(folder, "api-document.bin");

/** The OpenAPI document, described and compressed: 1.6 s of processor time where nothing of it was described before. */
export function prepareDocument(baseUrl: string): ServedText {
  return prepareText(JSON.stringify(describeApi(baseUrl)), "application/json");
}

/**
 * Writes the description of the API, and the document for a base URL, for the servers of a build.
 *
 * @param folder is emptied before its next build
 */
export function writeDescription(folder: string, baseUrl: string): void {
  writeDescriptionTo(descriptionFile(folder));
  const built: BuiltDocument = { baseUrl, document: prepareDocument(baseUrl) };
  writeFileSync(documentFile(folder), serialize(built));
}

/**
 * Reads what a build of these sources wrote, in 10 ms. With another base URL only the description is used.
 *
 * @returns the document; undefined where the folder has none for this base URL
 */
export function readDescription(folder: string, baseUrl: string): ServedText | undefined {
  if (!existsSync(documentFile(folder)) || !existsSync(descriptionFile(folder))) return undefined;
  readDescriptionFrom(descriptionFile(folder));
  const built = deserialize(readFileSync(documentFile(folder))) as BuiltDocument;
  return built.baseUrl === baseUrl ? built.document : undefined;
}
