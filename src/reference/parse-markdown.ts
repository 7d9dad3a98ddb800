import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import type { MarkdownNode } from "./markdown-tree.ts";

/**
 * Parses CommonMark with tables. The parser and a first page of 20 kB take more than 100 ms, so servers read what was
 * parsed when the pages were built (`readGuides`).
 */
export function parseMarkdown(text: string): MarkdownNode[] {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }).children;
}
