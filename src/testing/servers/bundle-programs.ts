import { mkdtempSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown, type Plugin } from "rolldown";
import { inject } from "vitest";
import { makeOnceARun } from "../harness/once-a-run.ts";

/** The programs that tests start many times. */
const programs = {
  server: new URL("server-program.ts", import.meta.url).pathname,
  worker: new URL("worker-program.ts", import.meta.url).pathname,
};

const projectFolder = join(import.meta.dirname, "..", "..", "..");

/**
 * Not in the bundle: an optional package that is absent, those that only a setting loads, and pino, which starts
 * threads from its files.
 */
const external = ["pg-native", /^@aws-sdk\//, "ioredis", /^next(\/|$)/, "pino"];

/**
 * The program in one file: a server starts in 1.0 s of CPU instead of 2.1 s, which went into finding and reading 1,200
 * modules. A run makes the bundle when the first test needs it, in a folder of its own, so that it is never an older
 * program's.
 *
 * @returns the path of the file
 */
export async function bundleProgram(name: keyof typeof programs): Promise<string> {
  const folder = await makeOnceARun("bundled-programs", bundle);
  return join(folder, `${name}.mjs`);
}

async function bundle(): Promise<string> {
  const folder = mkdtempSync(join(inject("dataDirectory"), "programs-"));
  symlinkSync(join(projectFolder, "node_modules"), join(folder, "node_modules"), "junction");
  const build = await rolldown({
    input: programs,
    platform: "node",
    external,
    // Every statement stays, here and with `minify`: a call whose result nothing reads may be there to throw.
    treeshake: false,
    optimization: { inlineConst: false },
    plugins: [keepPlaces],
  });
  await build.write({
    dir: folder,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    keepNames: true,
    minify: false,
  });
  await build.close();
  return folder;
}

/** Modules find files from where they are in the sources, not from where the bundle is. */
const keepPlaces: Plugin = {
  name: "keep-places",
  transform: {
    filter: { id: /\.[cm]?[jt]s$/, code: /import\.meta\b/ },
    handler(code, id) {
      const places: Record<string, string> = { url: pathToFileURL(id).href, filename: id, dirname: dirname(id) };
      return code.replaceAll(/\bimport\.meta\.(\w+)/g, (text, member: string) => {
        const place = places[member];
        if (place === undefined) throw new Error(`${id}: ${text} is not the same in a bundle`);
        return JSON.stringify(place);
      });
    },
  },
};
