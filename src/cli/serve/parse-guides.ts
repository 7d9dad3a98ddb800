import { readFileSync, writeFileSync } from "node:fs";
import { parseGuides, writeParsedGuides, type GuideTexts } from "../../reference/parse-guides.ts";

/**
 * `node parse-guides.ts from.json to.json`: a process of its own, as what the parser leaves behind is not the server's,
 * which may have built the pages.
 */
const [from = "", to = ""] = process.argv.slice(2);
const { digest, texts } = JSON.parse(readFileSync(from, "utf8")) as { digest: string; texts: GuideTexts };
writeFileSync(to, writeParsedGuides(digest, parseGuides(texts)));
