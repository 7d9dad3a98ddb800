import next from "next";
import type { PageListener } from "../http/server.ts";
import { projectFolder } from "./run-program.ts";

/**
 * Makes Next ready to answer every path outside /api.
 * @param development whether to compile pages when they are asked for, and follow their changes
 */
export async function openPages(development: boolean): Promise<{ answer: PageListener; close(): Promise<void> }> {
  const pages = next({ dev: development, dir: projectFolder, quiet: !development });
  await pages.prepare();
  return { answer: pages.getRequestHandler(), close: () => pages.close() };
}
