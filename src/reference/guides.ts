import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chapters } from "./chapters.ts";
import type * as Parser from "./parse-guides.ts";
import type { Guide, GuideTexts, ParsedChapter, ParsedGuides } from "./parse-guides.ts";
import { baseUrlPlaceholder } from "./snippets.ts";
import { writeStateMachines } from "./state-machines.ts";

const files = [
  ...["sync", "web-form", "documents", "webhooks", "report"].map((job) => `quickstart-${job}`),
  "sandbox",
  "sync",
  "bulk",
  "import",
  "webhooks",
  "sdk",
  "sdk-python",
  "openapi",
  "connectors",
  "versions",
  "reports-and-exports",
  "signatures",
  "settlement-statements",
  "trust",
  "disbursements",
  "reconciliation",
  "referrals",
  "texting-and-email",
  "business-days",
  "counting",
  "recurrence",
  "glossary",
  "keys-and-sign-in",
  "assistants",
  "fields",
  "configuration",
  "operations",
  "monitoring",
  "security",
  "scaling",
  "changelog",
];

/** Where a build of the pages keeps the parsed guides, in the project's folder. */
export const builtGuidesFile = join(".next", "guides.json");

let known: ParsedGuides | undefined;

/** All guides in display order, read once on first use. */
export function readGuides(): readonly Guide[] {
  return readParsed().guides;
}

export function findGuide(slug: string): Guide | undefined {
  return readGuides().find((guide) => guide.slug === slug);
}

/** The chapters of the reference's first page. */
export function readChapters(): readonly ParsedChapter[] {
  return readParsed().chapters;
}

/**
 * To parse all guides takes half a second and 30 MB, so a build of the pages does it for the servers, which read the
 * result in 10 ms. They need no parser then, so it is not imported.
 */
function readParsed(): ParsedGuides {
  if (known !== undefined) return known;
  const texts = readGuideTexts();
  known = readBuiltGuides(texts);
  if (known !== undefined) return known;
  const { parseGuides } = createRequire(import.meta.url)("./parse-guides.ts") as typeof Parser;
  known = parseGuides(texts);
  return known;
}

/** @returns undefined where the pages are not built, as in development, or were built from other texts */
export function readBuiltGuides(texts: GuideTexts, file = builtGuidesFile): ParsedGuides | undefined {
  if (!existsSync(file)) return undefined;
  const { digest, ...parsed } = JSON.parse(readFileSync(file, "utf8")) as ParsedGuides & { digest: string };
  return digest === digestGuides(texts) ? parsed : undefined;
}

/** The server of `npm start`, which the guides have in their code: pages show their own in its place. */
const localServer = "http://localhost:3000";

export function readGuideTexts(): GuideTexts {
  const readFile = (slug: string) =>
    readFileSync(join("src", "guides", `${slug}.md`), "utf8").replaceAll(/^```[^]*?^```$/gm, (block) =>
      block.replaceAll(localServer, baseUrlPlaceholder),
    );
  return {
    guides: [...files.map((slug) => [slug, readFile(slug)] as const), ["state-machines", writeStateMachines()]],
    chapters: chapters.map(({ title, paragraphs }) => [title, paragraphs.join("\n\n")]),
  };
}

export function digestGuides(texts: GuideTexts): string {
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}
