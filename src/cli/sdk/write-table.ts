import { join } from "node:path";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { projectFolder } from "../run-program.ts";
import { nounOf } from "../../sdk/operations.ts";
import type { SdkOperation } from "./read-operations.ts";

export const tableFile = join(projectFolder, "src", "sdk", "operations.generated.ts");

const idempotencies = { required: "k", ignored: "i", none: "n" } as const;

/** `sdk/operations.generated.ts`: what the SDK knows of each operation, one line each. `sdk/operations.ts` reads it. */
export function writeTable(operations: readonly SdkOperation[]): string {
  return [
    "// Written by `npm run generate` from the router: do not edit.",
    "",
    `export const sdkVersion = "${interfaceVersion}";`,
    "",
    "/** Name, method, path, flags and the list in a page. `~` is the noun of the name. */",
    "export const operationTable = `",
    ...operations.map(writeLine),
    "`;",
    "",
  ].join("\n");
}

function writeLine({ name, method, path, query, body, idempotency, upload, items, isFeed }: SdkOperation): string {
  const takesQuery = query.length > 0 ? "q" : "";
  const takes = body === null ? takesQuery : "b";
  const inQuery = body !== null && query.length > 0 ? `:${query.map((parameter) => parameter.name).join(",")}` : "";
  const flags = `${idempotencies[idempotency]}${takes}${upload ? "u" : ""}${inQuery}`;
  // What most paths begin with: the SDK is small.
  const noun = `/${nounOf(name)}`;
  return [
    name,
    method,
    path.startsWith(noun) ? `~${path.slice(noun.length)}` : path,
    flags,
    ...(items === null ? [] : [`${items}${isFeed ? "*" : ""}`]),
  ].join(" ");
}
