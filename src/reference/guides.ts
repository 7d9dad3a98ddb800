import { readFileSync } from "node:fs";
import { join } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import { writeStateMachines } from "./state-machines.ts";

export interface Guide {
  slug: string;
  href: string;
  title: string;
  summary: string;
  text: string;
  /** What follows its title. */
  content: readonly Token[];
  sections: readonly string[];
}

const files = [
  ...["sync", "web-form", "documents", "webhooks", "report"].map((job) => `quickstart-${job}`),
  "sync",
  "bulk",
  "webhooks",
  "sdk",
  "reports-and-exports",
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

let known: readonly Guide[] | undefined;

/** All guides in display order, read once on first use. */
export function readGuides(): readonly Guide[] {
  known ??= [...files.map(readFile), readGuide("state-machines", writeStateMachines())];
  return known;
}

export function findGuide(slug: string): Guide | undefined {
  return readGuides().find((guide) => guide.slug === slug);
}

function readFile(slug: string): Guide {
  return readGuide(slug, readFileSync(join(process.cwd(), "src", "guides", `${slug}.md`), "utf8"));
}

function readGuide(slug: string, text: string): Guide {
  const [title, ...content] = marked.lexer(text);
  const paragraph = content.find(({ type }) => type === "paragraph");
  if (title?.type !== "heading" || paragraph === undefined)
    throw new Error(`The guide ${slug} lacks its title or its first paragraph`);
  return {
    slug,
    text,
    href: `/docs/guides/${slug}`,
    title: (title as Tokens.Heading).text,
    summary: (paragraph as Tokens.Paragraph).text,
    content: content.filter((token) => token !== paragraph),
    sections: content.flatMap((token) => (token.type === "heading" ? [(token as Tokens.Heading).text] : [])),
  };
}
