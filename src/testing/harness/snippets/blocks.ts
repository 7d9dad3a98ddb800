import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { marked, type Tokens } from "marked";
import { projectFolder } from "../../../cli/run-program.ts";

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
  return readTokens(page).flatMap((token) => {
    if (token.type !== "code") return [];
    const [language = "", mark] = ((token as Tokens.Code).lang ?? "").split(" ");
    return [{ page, language, isUntested: mark === "untested", code: (token as Tokens.Code).text }];
  });
}

/** Every token of the page, also those in lists and quotations. */
function readTokens(page: string): Tokens.Generic[] {
  const tokens: Tokens.Generic[] = [];
  void marked.walkTokens(
    marked.lexer(readFileSync(join(projectFolder, page), "utf8")),
    (token) => void tokens.push(token),
  );
  return tokens;
}

const modules = Object.fromEntries(
  Object.entries({ caseport: "../../../sdk/index.ts", "caseport/node": "../../../sdk/node.ts" })
    .map(([name, file]) => [name, import.meta.resolve(file)])
    .concat([["standardwebhooks", import.meta.resolve("standardwebhooks")]]),
);
const hooks = `import { registerHooks } from "node:module"; const modules = ${JSON.stringify(modules)}; registerHooks({ resolve: (name, context, next) => next(modules[name] ?? name, context) });`;

/** For programs outside the project: the SDK's source stands for its package. */
export const nodeOptions = `--import=data:text/javascript,${encodeURIComponent(hooks)}`;
