import { fromMarkdown } from "mdast-util-from-markdown";

type Node = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>["children"][number];

/** Nodes whose children are blocks. */
const containers: ReadonlySet<string> = new Set(["root", "blockquote", "list", "listItem"]);

const marker = "(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))";
/**
 * A line that begins with more than 20 markers of quotes and list items: the parser takes minutes for 50,000, and more
 * stack than there is.
 */
const tooDeep = new RegExp(`^(${marker}{20})${marker}+`, "gm");

/**
 * The text of Markdown: its blocks on lines of their own, without markup, HTML and images; of links the text. Only a
 * thread calls it (`domain.markdown-thread.ts`): 50 kB of ordinary Markdown take 0.2 s, and the parser's time grows
 * faster than some texts.
 */
export function readMarkdown(markdown: string): string {
  return readText(fromMarkdown(markdown.replaceAll(tooDeep, "$1")));
}

function readText(node: Node): string {
  if (node.type === "html") return "";
  if (node.type === "break") return "\n";
  if ("value" in node) return node.value;
  if (!("children" in node)) return "";
  const parts = node.children.map(readText).filter((part) => part !== "");
  return parts.join(containers.has(node.type) ? "\n" : "");
}
