import type { collectSchemas, findArea, readDocument } from "./document.ts";
import type { findGuide, readChapters, readGuides } from "./guides.ts";

interface Reference {
  readDocument: typeof readDocument;
  findArea: typeof findArea;
  collectSchemas: typeof collectSchemas;
  readChapters: typeof readChapters;
  readGuides: typeof readGuides;
  findGuide: typeof findGuide;
}

/**
 * Next's bundle has its own copy of every module that a page imports; the global object is what it shares with the
 * server.
 */
const holder = globalThis as { caseportReference?: Reference };

/** Called by the server before it renders the first page. */
export function publishReference(reference: Reference): void {
  holder.caseportReference = reference;
}

/**
 * The API and the guides, for pages. Importing the modules that make them would bundle all areas, and describe the API
 * a second time.
 *
 * @throws outside the server's process
 */
export function publishedReference(): Reference {
  if (holder.caseportReference === undefined)
    throw new Error("The pages of the reference are rendered in the server's process");
  return holder.caseportReference;
}
