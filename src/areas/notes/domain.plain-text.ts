import { invalidInput } from "../../contract/errors/error-codes.ts";
import { boundWork, TooCostlyError } from "../../platform/bounded-work/bounded-work.ts";
import type { Context } from "../../rpc/context.ts";

/** 50 kB of headings, lists, links and emphasis take 0.2 s; the limit is ten times that. */
const limits = { threads: 2, processorMilliseconds: 2_000, waitMilliseconds: 5_000 };

type ReadMarkdown = (organizationId: string, markdown: string) => Promise<string>;

/** @param read rejects with TooCostlyError for Markdown that takes too long */
export const createPlainText =
  (read: ReadMarkdown) =>
  async ({ organizationId }: Pick<Context, "organizationId">, markdown: string) => {
    try {
      return await read(organizationId, markdown);
    } catch (error) {
      if (!(error instanceof TooCostlyError)) throw error;
      throw invalidInput({
        path: "body",
        message: "has Markdown that takes too long to read; send fewer marks, or a shorter text",
      });
    }
  };

/**
 * The text of Markdown, without markup, HTML and images, read in a thread with a time limit. Call it before any lock is
 * taken.
 *
 * @throws VALIDATION_FAILED at `body` for Markdown that takes too long; with a passing 503 while too much is read
 */
export const toPlainText = createPlainText(boundWork(new URL("./domain.markdown-thread.ts", import.meta.url), limits));
