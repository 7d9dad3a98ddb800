import type { IncomingMessage } from "node:http";
import { atomPath, jsonFeedPath, writeAtomFeed, writeJsonFeed } from "../../reference/changelog-feeds.ts";
import { listPages, writeContents, writeEverything } from "../../reference/pages.ts";
import { writePostmanCollection } from "../../reference/postman.ts";
import { listSearchEntries } from "../../reference/search-entries.ts";
import { baseUrlPlaceholder } from "../../reference/snippets.ts";
import type { HttpResponse } from "../request/response.ts";
import { prepareText, respondWithText, type ServedText } from "./served-text.ts";

interface Text {
  type: string;
  write: () => string;
}

const markdown = "text/markdown; charset=utf-8";

/** The reference's texts by path: each page as Markdown, and the files for assistants. */
function listTexts(): Map<string, Text> {
  return new Map([
    ["/llms.txt", { type: "text/plain; charset=utf-8", write: writeContents }],
    ["/llms-full.txt", { type: "text/plain; charset=utf-8", write: writeEverything }],
    ["/docs/caseport.postman_collection.json", { type: "application/json", write: writePostmanCollection }],
    [jsonFeedPath, { type: "application/feed+json", write: writeJsonFeed }],
    [atomPath, { type: "application/atom+xml; charset=utf-8", write: writeAtomFeed }],
    ["/docs/search.json", { type: "application/json", write: () => JSON.stringify(listSearchEntries()) }],
    ...listPages().map((page): [string, Text] => [`${page.href}.md`, { type: markdown, write: page.markdown }]),
  ]);
}

/** Serves the texts of the reference, each written on first use; returns null for every other path. */
export function createReferenceHandler(
  baseUrl: string,
): (path: string, request: IncomingMessage) => HttpResponse | null {
  let texts: Map<string, Text> | undefined;
  const prepared = new Map<string, ServedText>();
  return (path, request) => {
    const { method, headers } = request;
    const isPage = path.startsWith("/docs");
    if ((method !== "GET" && method !== "HEAD") || !(isPage || path.startsWith("/llms"))) return null;
    // Browsers never name it.
    const wantsMarkdown = headers.accept?.includes("text/markdown") === true;
    const address = wantsMarkdown && isPage && !path.endsWith(".md") ? `${path}.md` : path;
    texts ??= listTexts();
    const text = texts.get(address);
    if (text === undefined) return null;
    const ready = prepared.get(address) ?? prepareText(text.write().replaceAll(baseUrlPlaceholder, baseUrl), text.type);
    prepared.set(address, ready);
    const response = respondWithText(request, ready);
    return { ...response, headers: { ...response.headers, Vary: "Accept, Accept-Encoding" } };
  };
}
