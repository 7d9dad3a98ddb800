import type { fromMarkdown } from "mdast-util-from-markdown";

/** A part of parsed Markdown, such as a heading, a list's item or a link. */
export type MarkdownNode = ReturnType<typeof fromMarkdown>["children"][number];
/** Its parts of one kind. */
export type NodeOf<Type extends MarkdownNode["type"]> = Extract<MarkdownNode, { type: Type }>;

/** The text of a part without markup. */
export function readPlainText(node: MarkdownNode): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(readPlainText).join("") : "";
}
