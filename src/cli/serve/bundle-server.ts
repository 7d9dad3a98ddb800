import { join } from "node:path";
import { projectFolder } from "../run-program.ts";
import { builtFolder } from "./build-stamp.mjs";
import { bundlePrograms } from "./bundle.ts";

/** A process of its own: what the bundler takes is not the server's, which may have built the pages. */
const fileOf = (name: string) => join(projectFolder, "src", "cli", name);
await bundlePrograms({ start: fileOf("start.ts"), worker: fileOf("worker.ts") }, join(builtFolder, "programs"));
