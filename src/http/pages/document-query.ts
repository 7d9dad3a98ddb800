import { declarations } from "../../composition/router.ts";
import { invalidInput } from "../../contract/errors/error-codes.ts";
import { areaSentences } from "../../openapi/areas.ts";
import type { ChosenOperations } from "../../openapi/forms/choose-operations.ts";
import { openPaths } from "../../openapi/open-paths.ts";
import { nameAnchor } from "../../reference/anchor.ts";

/** The versions of OpenAPI in which the document is served. */
export const documentVersions = ["3.1", "3.0", "2.0"] as const;
export type DocumentVersion = (typeof documentVersions)[number];

/** A form of the document: its version, and the operations that it has; with no names, all. */
export interface DocumentForm extends ChosenOperations {
  version: DocumentVersion;
}

/** The document as it is described. */
export const wholeDocument: DocumentForm = { version: "3.1", areas: [], operations: [] };

const parameters: ReadonlySet<string> = new Set(["version", "area", "operations"]);

/** The area by its name in the reference's addresses: `org-team` is Org & Team. */
const areas = new Map([...areaSentences.keys()].map((area) => [nameAnchor(area), area]));

/**
 * Reads the query of GET /api/v1/openapi.json: `version=2.0&area=cases,tasks&operations=events.list`. The names are in
 * order and each once, so that the same form has the same value.
 *
 * @param query without the `?`
 * @throws VALIDATION_FAILED for an unknown or repeated parameter, and for a version or name that the document has not
 */
export function readDocumentQuery(query: string): DocumentForm {
  const sent = new URLSearchParams(query);
  const names = [...sent.keys()];
  const unknown = names.some((name) => !parameters.has(name));
  if (unknown) throw invalidInput({ path: "query", message: "knows version, area and operations alone" });
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalidInput({ path: repeated, message: "sent more than once" });
  return { version: readVersion(sent.get("version")), areas: readAreas(sent), operations: readOperations(sent) };
}

function readVersion(text: string | null): DocumentVersion {
  const version = documentVersions.find((each) => each === (text ?? "3.1"));
  if (version === undefined) throw invalidInput({ path: "version", message: "must be 3.1, 3.0 or 2.0" });
  return version;
}

function readAreas(sent: URLSearchParams): string[] {
  return readNames(sent.get("area"), (name) => {
    const area = areas.get(nameAnchor(name));
    if (area === undefined)
      throw invalidInput({ path: "area", message: `must be one of ${[...areas.keys()].join(", ")}` });
    return area;
  });
}

function readOperations(sent: URLSearchParams): string[] {
  return readNames(sent.get("operations"), (name) => {
    if (!listOperationNames().has(name))
      throw invalidInput({ path: "operations", message: "must be names of operations, such as cases.list,cases.get" });
    return name;
  });
}

/** @param read throws for a name that the document has not */
function readNames(text: string | null, read: (name: string) => string): string[] {
  if (text === null) return [];
  return [...new Set(text.split(",").map((name) => read(name.trim())))].toSorted();
}

let operationNames: ReadonlySet<string> | undefined;

function listOperationNames(): ReadonlySet<string> {
  operationNames ??= new Set([
    ...declarations.map(({ name }) => name),
    ...Object.values(openPaths).flatMap((item) => Object.values(item).map(({ operationId }) => String(operationId))),
  ]);
  return operationNames;
}
