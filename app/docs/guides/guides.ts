import { readFileSync } from "node:fs";
import { join } from "node:path";
import { marked, type Token, type Tokens } from "marked";

export interface Guide {
  slug: string;
  address: string;
  title: string;
  summary: string;
  /** What follows its title. */
  content: readonly Token[];
  sections: readonly string[];
}

const slugs = ["sync", "webhooks", "sdk", "reports-and-exports", "keys-and-sign-in", "fields", "configuration", "operations", "scaling"];

let known: readonly Guide[] | undefined;

/** All guides in display order, read once on first use. */
export function readGuides(): readonly Guide[] {
  known ??= slugs.map(readGuide);
  return known;
}

export function findGuide(slug: string): Guide | undefined {
  return readGuides().find((guide) => guide.slug === slug);
}

function readGuide(slug: string): Guide {
  const [title, ...content] = marked.lexer(readFileSync(join(process.cwd(), "src", "guides", `${slug}.md`), "utf8"));
  const paragraph = content.find(({ type }) => type === "paragraph");
  if (title?.type !== "heading" || paragraph === undefined) throw new Error(`The guide ${slug} lacks its title or its first paragraph`);
  return {
    slug,
    address: `/docs/guides/${slug}`,
    title: (title as Tokens.Heading).text,
    summary: (paragraph as Tokens.Paragraph).text,
    content: content.filter((token) => token !== paragraph),
    sections: content.flatMap((token) => (token.type === "heading" ? [(token as Tokens.Heading).text] : [])),
  };
}
