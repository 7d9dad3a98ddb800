import { interfaceVersion } from "../contract/interface-version.ts";
import { summary } from "../openapi/introduction.ts";
import { chapters } from "./chapters.ts";
import { readDocument } from "./document.ts";
import { readGuides } from "./guides.ts";
import { writeArea, writeWebhook } from "./markdown.ts";
import { baseUrlPlaceholder } from "./snippets.ts";

/** A page of the reference as Markdown, which `.md` behind its path returns. */
export interface ReferencePage {
  href: string;
  title: string;
  summary: string;
  markdown: () => string;
}

/** Every page below /docs, in display order. */
export function listPages(): ReferencePage[] {
  const { areas } = readDocument();
  return [
    { href: "/docs", title: "API reference", summary, markdown: writeFront },
    ...areas.map((area) => ({
      href: area.href,
      title: area.name,
      summary: area.description,
      markdown: () => writeArea(area),
    })),
    {
      href: "/docs/guides",
      title: "Guides",
      summary: "Integrate with Caseport, and run it.",
      markdown: writeGuideList,
    },
    ...readGuides().map(({ href, title, summary: about, text }) => ({
      href,
      title,
      summary: about,
      markdown: () => linkPages(text),
    })),
  ];
}

/** Contents for assistants (https://llmstxt.org). */
export function writeContents(): string {
  const list = (pages: readonly ReferencePage[]) =>
    pages
      .map(
        ({ href, title, summary: about }) =>
          `- [${title}](${baseUrlPlaceholder}${href}.md): ${about.split(/(?<=\.) /)[0]}`,
      )
      .join("\n");
  const [front = [], guides = []] = Object.values(
    Object.groupBy(listPages(), ({ href }) => String(href.startsWith("/docs/guides"))),
  );
  return [
    "# Caseport",
    `> ${summary}`,
    `Interface version ${interfaceVersion}. The OpenAPI document is ${baseUrlPlaceholder}/api/v1/openapi.json. All pages in one file: ${baseUrlPlaceholder}/llms-full.txt.`,
    `## API reference\n\n${list(front)}`,
    `## Guides\n\n${list(guides)}`,
  ].join("\n\n");
}

/** Every page in one text. */
export function writeEverything(): string {
  return listPages()
    .filter(({ href }) => href !== "/docs/guides")
    .map(({ markdown }) => markdown())
    .join("\n\n---\n\n");
}

function writeFront(): string {
  const { areas, webhook } = readDocument();
  return [
    "# API reference",
    summary,
    ...chapters.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join("\n\n")),
    "## Operations",
    ...areas.map(({ name, href, operations }) =>
      [
        `### [${name}](${baseUrlPlaceholder}${href}.md)`,
        operations
          .map(({ id, method, path, summary: about }) => `- \`${method} ${path}\` (\`${id}\`): ${about}`)
          .join("\n"),
      ].join("\n\n"),
    ),
    writeWebhook(webhook),
  ].join("\n\n");
}

function writeGuideList(): string {
  return [
    "# Guides",
    ...readGuides().map(({ href, title, summary: about }) => `- [${title}](${baseUrlPlaceholder}${href}.md): ${about}`),
  ].join("\n");
}

/** Links between files of the repository become links between pages, and pictures the words for them. */
function linkPages(text: string): string {
  return text
    .replaceAll(/!\[([^[\]]*)\]\(pictures\/[^()]*\)/g, "Picture: $1")
    .replaceAll(
      /\]\((?:\/docs\/guides\/([a-z-]+)|([a-z-]+)\.md)(#[^)]*)?\)/g,
      (_, page: string | undefined, file: string, anchor = "") =>
        `](${baseUrlPlaceholder}/docs/guides/${page ?? file}.md${anchor})`,
    )
    .replaceAll(
      /\]\((\/docs(?:\/[a-z-]+)?)(#[^)]*)?\)/g,
      (_, page: string, anchor = "") => `](${baseUrlPlaceholder}${page}.md${anchor})`,
    )
    .replaceAll(/\[([^[\]]*)\]\(\.\.\/[^()]*\)/g, "$1");
}
