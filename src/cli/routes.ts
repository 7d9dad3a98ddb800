import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiRouter } from "../composition/router.ts";
import { basePath } from "../contract/base-path.ts";
import { environmentVariables } from "../platform/environment.ts";
import { tabulate } from "../reference/tables.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { listSurface, readDocument, surfaceFile } from "../testing/conformance/openapi/list-surface.ts";
import { projectFolder } from "./run-program.ts";
import { readOperations } from "./sdk/read-operations.ts";
import { tableFile, writeTable } from "./sdk/write-table.ts";

export const configurationGuide = join(projectFolder, "src", "guides", "configuration.md");

/** Every operation: method, path, scope, tier, idempotency, summary. */
export function listRoutes(): string[][] {
  return readDeclarations(apiRouter).map(({ meta }) => [
    meta.method,
    `${basePath}${meta.path}`,
    meta.scope === null ? "–" : `${meta.scope}${describeOthers(meta.orScopes ?? [])}`,
    meta.tier,
    meta.idempotency,
    meta.deprecated === undefined ? meta.summary : `${meta.summary} (deprecated)`,
  ]);
}

/** The alternatives to a scope; of many only that there are some, since the operation's description lists them. */
function describeOthers(scopes: readonly string[]): string {
  if (scopes.length === 0) return "";
  return scopes.length === 1 ? ` or ${scopes[0]}` : " or an area’s";
}

const routeHead = ["Method", "Path", "Scope", "Rate tier", "Idempotency key", "Summary"];

/**
 * The configuration guide with its table of variables brought up to date, between `<!-- environment -->` and `<!--
 * /environment -->`.
 *
 * @throws when the markers are missing
 */
export function updateConfigurationGuide(guide: string): string {
  const rows = environmentVariables.map(({ name, sentence, default: preset }) => [
    code(name),
    sentence,
    preset === "" ? "–" : code(preset),
  ]);
  const [before, rest] = guide.split("<!-- environment -->\n");
  const after = rest?.split("<!-- /environment -->")[1];
  if (before === undefined || after === undefined)
    throw new Error("The configuration guide lacks the markers of its table");
  return `${before}<!-- environment -->\n\n${tabulate(["Variable", "Description", "Default"], rows)}\n\n<!-- /environment -->${after}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

/** For a terminal: columns as wide as their widest cell. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

if (import.meta.main) {
  console.log(align([routeHead, ...listRoutes()]));
  if (process.argv.includes("--write")) {
    writeFileSync(configurationGuide, updateConfigurationGuide(readFileSync(configurationGuide, "utf8")));
    writeFileSync(tableFile, writeTable(readOperations(readDocument())));
    writeFileSync(surfaceFile, `${listSurface(readDocument()).join("\n")}\n`);
    console.log(
      "\nThe API surface, the SDK's table of operations and the configuration guide are up to date; `git diff` shows what changed.",
    );
  }
}
