import { join } from "node:path";
import { rolldown } from "rolldown";

// bundle-modules.ts <sources> <output> <external package> <module>…: bundles modules of connectors for require().

const [sources = "", output = "", external = "", ...modules] = process.argv.slice(2);
// One file for each: a chunk that they share would have a name that changes with its content.
for (const name of modules) {
  const build = await rolldown({
    // Comments name modules from here, so the same sources make the same bytes.
    cwd: sources,
    input: { [name]: join(sources, `${name}.ts`) },
    platform: "node",
    external: [external, /^node:/],
  });
  await build.write({ dir: output, format: "cjs", entryFileNames: "[name].js", exports: "auto", keepNames: true });
  await build.close();
}
