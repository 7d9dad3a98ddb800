import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiRouter } from "../router.ts";
import { basePath } from "../contract/base-path.ts";
import { environmentVariables } from "../platform/environment.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { projectFolder } from "./run-program.ts";

const readmeFile = join(projectFolder, "README.md");

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

/** Behind a scope in whose place others do as well: many are told by the operation's description. */
function describeOthers(scopes: readonly string[]): string {
  if (scopes.length === 0) return "";
  return scopes.length === 1 ? ` or ${scopes[0]}` : " or an area’s";
}

const routeHead = ["Method", "Path", "Scope", "Rate tier", "Idempotency key", "What it does"];

/**
 * A README with its tables brought up to date: what stands between `<!-- routes -->` and `<!-- /routes -->`, and between
 * `<!-- environment -->` and `<!-- /environment -->`.
 * @throws when a pair of markers is missing
 */
export function updateReadme(readme: string): string {
  const routes = listRoutes().map(([method = "", path = "", scope = "", ...rest]) => [method, code(path), scope.replaceAll(/[a-z]+:[a-z]+/g, code), ...rest]);
  const variables = environmentVariables.map(({ name, sentence, default: preset }) => [code(name), sentence, preset === "" ? "–" : code(preset)]);
  const withRoutes = fill(readme, "routes", tabulate(routeHead, routes));
  return fill(withRoutes, "environment", tabulate(["Variable", "What it does", "Default"], variables));
}

function fill(readme: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from === -1 || to < from) throw new Error(`README.md lacks the markers ${begin} and ${end}`);
  return `${readme.slice(0, from + begin.length)}\n${table}\n${readme.slice(to)}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function tabulate(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [formatRow(head), `|${"---|".repeat(head.length)}`, ...rows.map(formatRow)].join("\n");
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** For a terminal: columns as wide as their widest cell. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ").trimEnd()).join("\n");
}

if (import.meta.main) {
  console.log(align([routeHead, ...listRoutes()]));
  if (process.argv.includes("--write")) {
    writeFileSync(readmeFile, updateReadme(readFileSync(readmeFile, "utf8")));
    console.log("\nREADME.md is up to date.");
  }
}
