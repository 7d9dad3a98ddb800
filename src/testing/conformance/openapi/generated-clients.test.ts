import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runProgram } from "../../../cli/run-program.ts";
import { isFullExtent } from "../../harness/extent.ts";
import { findTemporaryFolder } from "../../harness/temporary-folder.ts";
import { readDocument } from "./list-surface.ts";

const names = [
  "CasesDocumentsCreateBody",
  "CasesUpdateBody",
  "Contact",
  "EventRecord",
  "IdempotencyConflictError",
  "InvoiceStatus",
  "StaleRevisionError",
];

/** Where each generator's types are; those of openapi-typescript are members of one. */
const exporting: Readonly<Record<string, string>> = {
  "openapi-typescript": [
    'import type { components } from "./schema";',
    ...names.map((name) => `export type ${name} = components["schemas"]["${name}"];`),
  ].join("\n"),
  "@hey-api/openapi-ts": 'export type * from "./types.gen";',
  orval: 'export type * from "./client";',
  kubb: 'export type * from "./index";',
};

const folderOfGenerators = join(import.meta.dirname, "..", "generators");

/** One in `npm test`, beside the types of the SDK, which @hey-api/openapi-ts makes; all of them take a minute. */
const generators = isFullExtent ? Object.keys(exporting) : ["openapi-typescript"];

beforeAll(() => {
  // orval and kubb are 164 packages that nothing else uses.
  if (isFullExtent)
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: folderOfGenerators,
    });
});

async function compileClient(generator: string): Promise<void> {
  const folder = mkdtempSync(join(findTemporaryFolder(), "client-"));
  const [documentFile, client] = [join(folder, "openapi.json"), join(folder, "client")];
  try {
    mkdirSync(client);
    writeFileSync(documentFile, JSON.stringify(readDocument()));
    await runProgram([join(folderOfGenerators, "generate.mjs"), generator, documentFile, client], {});
    copyFileSync(join(import.meta.dirname, "generated-client.ts.txt"), join(client, "using.ts"));
    writeFileSync(join(client, "names.ts"), exporting[generator] ?? "");
    writeFileSync(
      join(client, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: { strict: true, noEmit: true, types: [] },
        include: ["**/*.ts", ".kubb/*.ts"],
      }),
    );
    await runProgram(["node_modules/typescript/bin/tsc", "--project", client], {});
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("a client that is generated from the document", () => {
  test.each(generators)(
    "by %s compiles under strict, with the types that an integrator expects",
    { timeout: 300_000 },
    async (generator) => {
      await expect(compileClient(generator)).resolves.toBeUndefined();
    },
  );
});
