import { serveWork } from "../../platform/bounded-work/serve-work.ts";
import { readMarkdown } from "./domain.markdown.ts";

/** The module of a thread that reads Markdown. */

serveWork(readMarkdown);
