// Runs in a process of its own: node write-types.ts <document> <folder>. The generator needs the JavaScript API of TypeScript 6, which
// TypeScript 7 does not have.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) => next(specifier === "typescript" ? "typescript6" : specifier, context),
});
const { createClient } = await import("@hey-api/openapi-ts");
const [documentFile = "", folder = ""] = process.argv.slice(2);
await createClient({
  input: JSON.parse(readFileSync(documentFile, "utf8")) as Record<string, unknown>,
  output: { path: folder, entryFile: false },
  plugins: [{ name: "@hey-api/typescript" }],
  logs: { level: "silent" },
});
