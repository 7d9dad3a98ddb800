import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack as createArchive } from "tar-stream";
import { interfaceVersion } from "../../contract/interface-version.ts";
import { n8nTarball, sdkModule, sdkTarball, zapierTarball } from "../../http/pages/sdk.ts";
import { describeApi } from "../../openapi/describe-api.ts";
import { buildN8n, buildZapier } from "../connectors/build.ts";
import { projectFolder, runProgram } from "../run-program.ts";
import { hashFiles } from "../serve/hash-files.mjs";
import { describeTypes } from "./describe-types.ts";
import { planTriggers } from "./plan-triggers.ts";
import { writePython } from "./python/write-python.ts";
import { readOperations } from "./read-operations.ts";
import { writeApi } from "./write-api.ts";

const sdkFolder = join(projectFolder, ".sdk");
const stampFile = join(sdkFolder, "built-from");
const sources = [
  "src/sdk",
  "src/connectors",
  "src/cli/sdk",
  "src/cli/connectors",
  "src/openapi",
  "src/contract",
  "src/areas",
  "src/workflows",
  "src/rpc",
  "src/composition/router.ts",
  "package-lock.json",
];
/** npm's own: a package's files have no time. */
const mtime = new Date("1985-10-26T08:15:00Z");

/**
 * Builds the SDKs and the connectors below `.sdk`, unless all are there and no source has changed. The same sources
 * make the same bytes.
 */
export async function buildSdk(stopping?: AbortSignal): Promise<boolean> {
  const wanted = hashFiles(projectFolder, sources, (path) => /\.test\.ts$|fixtures/.test(path));
  const isBuilt = [sdkTarball, sdkModule, n8nTarball, zapierTarball, stampFile].every((file) => existsSync(file));
  if (isBuilt && readFileSync(stampFile, "utf8") === wanted) return false;
  mkdirSync(sdkFolder, { recursive: true });
  const folder = mkdtempSync(join(sdkFolder, "build-"));
  try {
    const tarball = join(folder, "caseport.tgz");
    writeFileSync(tarball, await pack(await compile(folder, stopping)));
    const module = join(folder, "caseport.py");
    const document = describeApi("https://caseport.example.com");
    writeFileSync(module, writePython(document));
    const n8n = join(folder, "n8n.tgz");
    writeFileSync(n8n, await pack(await buildN8n(document, folder)));
    const zapier = join(folder, "zapier.tgz");
    writeFileSync(zapier, await pack(await buildZapier(document, folder)));
    rmSync(stampFile, { force: true });
    renameSync(tarball, sdkTarball);
    renameSync(module, sdkModule);
    renameSync(n8n, n8nTarball);
    renameSync(zapier, zapierTarball);
    writeFileSync(stampFile, wanted);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return true;
}

/** @returns the module of the operations, and the document of their types */
export function writeSources(): { api: string; document: string } {
  const document = describeApi("https://caseport.example.com");
  const operations = readOperations(document);
  return { api: writeApi(operations), document: JSON.stringify(describeTypes(document, operations)) };
}

/** @returns the folder with the package's files */
export async function compile(folder: string, stopping?: AbortSignal): Promise<string> {
  const [input, output, documentFile] = [
    join(folder, "source"),
    join(folder, "package"),
    join(folder, "document.json"),
  ];
  cpSync(join(projectFolder, "src", "sdk"), input, {
    recursive: true,
    filter: (path) => !/\.test\.ts$|\.md$|[\\/]python$/.test(path),
  });
  const { api, document } = writeSources();
  writeFileSync(join(input, "api.ts"), api);
  writeFileSync(documentFile, document);
  await runProgram(["src/cli/sdk/write-types.ts", documentFile, join(folder, "types")], {}, stopping);
  renameSync(join(folder, "types", "types.gen.ts"), join(input, "types.ts"));
  const words = ["node_modules/typescript/bin/tsc", "--project", writeConfiguration(input), "--outDir", output];
  await runProgram([...words, "--removeComments"], {}, stopping);
  // The first pass has checked the types; declarations keep the comments.
  await runProgram([...words, "--declaration", "--emitDeclarationOnly", "--noCheck"], {}, stopping);
  for (const name of ["api.js", "types.js", "operations.generated.d.ts"]) rmSync(join(output, name));
  for (const name of readdirSync(output).filter((each) => each.endsWith(".d.ts"))) nameModules(join(output, name));
  writeFileSync(join(output, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(projectFolder, "src", "sdk", "README.md"), join(output, "README.md"));
  // Read by `caseport trigger` alone: programs do not load it.
  writeFileSync(join(output, "triggers.json"), JSON.stringify(planTriggers()));
  chmodSync(join(output, "cli.js"), 0o755);
  return output;
}

/** The compiler renames imported modules only in JavaScript. */
function nameModules(file: string): void {
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(["']\.\/[\w.-]+)\.ts(["'])/g, "$1.js$2"));
}

function writeConfiguration(folder: string): string {
  const file = join(folder, "tsconfig.json");
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    module: "NodeNext",
    types: ["node"],
    typeRoots: [join(projectFolder, "node_modules", "@types")],
    strict: true,
    exactOptionalPropertyTypes: true,
    rewriteRelativeImportExtensions: true,
    rootDir: folder,
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(file, JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  return file;
}

const manifest = {
  name: "caseport",
  version: interfaceVersion,
  description: "Client of the Caseport integration API.",
  type: "module",
  exports: {
    ".": { types: "./index.d.ts", default: "./index.js" },
    "./node": { types: "./node.d.ts", default: "./node.js" },
  },
  bin: { caseport: "./cli.js" },
  engines: { node: ">=20" },
  sideEffects: false,
  license: "SEE LICENSE IN README.md",
};

/** A gzipped tar that depends on the files' names and bytes alone. */
export async function pack(folder: string): Promise<Buffer> {
  const archive = createArchive();
  for (const name of listFiles(folder))
    archive.entry(
      { name: `package/${name}`, mode: name === "cli.js" ? 0o755 : 0o644, mtime },
      readFileSync(join(folder, name)),
    );
  archive.finalize();
  const bytes = gzipSync(await buffer(archive), { level: 9 });
  // zlib puts the operating system there.
  bytes[9] = 255;
  return bytes;
}

/** The files below a folder, in order. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"))
    .toSorted();
}
