import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../../../cli/run-program.ts";
import type { MarkdownNode } from "../../../reference/markdown-tree.ts";
import { parseMarkdown } from "../../../reference/parse-markdown.ts";

/** A block of code in a guide or the README. */
export interface Block {
  /** `README.md`, or a guide's file. */
  page: string;
  /** The first word after its fence; empty for a response. */
  language: string;
  /**
   * The second word, `untested`: it needs what the suite does not have, such as a production server. The page says so,
   * too.
   */
  isUntested: boolean;
  code: string;
}

export const pages: readonly string[] = [
  "README.md",
  ...globSync("src/guides/*.md", { cwd: projectFolder }).toSorted(),
];

export function readBlocks(page: string): Block[] {
  return parseMarkdown(readFileSync(join(projectFolder, page), "utf8"))
    .flatMap(listNodes)
    .filter((node) => node.type === "code")
    .map(({ lang, meta, value }) => ({ page, language: lang ?? "", isUntested: meta === "untested", code: value }));
}

/** A part and all its parts, as blocks are also in lists and quotations. */
function listNodes(node: MarkdownNode): MarkdownNode[] {
  return [node, ...("children" in node ? node.children.flatMap(listNodes) : [])];
}

const modules = Object.fromEntries(
  Object.entries({ caseport: "../../../sdk/index.ts", "caseport/node": "../../../sdk/node.ts" })
    .map(([name, file]) => [name, import.meta.resolve(file)])
    .concat([["standardwebhooks", import.meta.resolve("standardwebhooks")]]),
);
const hooks = `import { registerHooks } from "node:module"; const modules = ${JSON.stringify(modules)}; registerHooks({ resolve: (name, context, next) => next(modules[name] ?? name, context) });`;

/** For programs outside the project: the SDK's source stands for its package. */
export const nodeOptions = `--import=data:text/javascript,${encodeURIComponent(hooks)}`;
