import { readPlainText, type MarkdownNode, type NodeOf } from "./markdown-tree.ts";
import { parseMarkdown } from "./parse-markdown.ts";

export interface Guide {
  slug: string;
  href: string;
  title: string;
  /** Its first paragraph, as Markdown and parsed. */
  summary: string;
  lead: readonly MarkdownNode[];
  text: string;
  /** What follows its first paragraph. */
  content: readonly MarkdownNode[];
  sections: readonly string[];
}

/** A chapter of the reference's first page. */
export interface ParsedChapter {
  title: string;
  content: readonly MarkdownNode[];
}

export interface ParsedGuides {
  guides: Guide[];
  chapters: ParsedChapter[];
}

type NamedTexts = readonly (readonly [name: string, text: string])[];

/** The Markdown of guides, by their slugs, and of chapters, by their titles. */
export interface GuideTexts {
  guides: NamedTexts;
  chapters: NamedTexts;
}

export function parseGuides({ guides, chapters }: GuideTexts): ParsedGuides {
  return {
    guides: guides.map(([slug, text]) => parseGuide(slug, text)),
    chapters: chapters.map(([title, text]) => ({ title, content: parseMarkdown(text) })),
  };
}

function parseGuide(slug: string, text: string): Guide {
  const [title, ...content] = parseMarkdown(text);
  const paragraph = content.find((node) => node.type === "paragraph");
  if (title?.type !== "heading" || paragraph === undefined)
    throw new Error(`The guide ${slug} lacks its title or its first paragraph`);
  return {
    slug,
    text,
    href: `/docs/guides/${slug}`,
    title: readPlainText(title),
    summary: text.slice(paragraph.position?.start.offset, paragraph.position?.end.offset),
    lead: paragraph.children,
    content: content.filter((node) => node !== paragraph),
    sections: content.filter((node): node is NodeOf<"heading"> => node.type === "heading").map(readPlainText),
  };
}

/** For a file: nobody needs to know where in the text a part was. */
export function writeParsedGuides(digest: string, parsed: ParsedGuides): string {
  return JSON.stringify({ digest, ...parsed }, (key, value: unknown) => (key === "position" ? undefined : value));
}
