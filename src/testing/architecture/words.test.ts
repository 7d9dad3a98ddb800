import { describe, expect, test } from "vitest";
import { sources, type Source } from "./sources.ts";

/** The words that the product does not use for software, with the one that stands for each: the field's own. */
const words: Readonly<Record<string, RegExp>> = {
  "encrypted, encrypt": /\b(un|re)?seal(s|ed|ing)?\b/gi,
  "expired, expire": /\blaps(e|es|ed|ing)\b/gi,
  "the verb of what is done: update, delete, maintain": /\btend(s|ed|ing)?\b/gi,
  "purge, delete": /\b(sweep(s|er|ing)?|swept)\b/gi,
  "record an event, declare, notify": /\b(un)?announc(e|es|ed|ing)\b/gi,
  rejectedBy: /\brefused by\b/gi,
  "validated, checked": /\bjudged\b/gi,
  "notified, receives": /\b(un)?told\b/gi,
};

/**
 * Names that were stored or sent before the word was left: a migration renames no column that servers of the version
 * before read (0067), and a client keeps the name that it was given.
 */
const kept: Readonly<Record<string, readonly RegExp[]>> = {
  /** Columns of WebhookSecret and ClientSsn; what a stored response begins with. */
  "encrypted, encrypt": [/\bsealed\b|'sealing'/g],
  /** The status, the column and the event type of requests for scopes; the parameter of stored notifications. */
  "expired, expire": [
    /\b(status|kind|"?eventType"?|lapsed)\b.{0,40}"?lapsed\b/g,
    /"(scope_request\.)?lapsed"|'lapsed'|=lapsed\b/g,
    /\blapsed:/g,
    /scope Requests\.lapse\b|scope request lapsed\b/g,
    /\blapses at\b|\blapsing scopes\b|key="lapses"/gi,
    // Of a motion, in the words of the statute.
    /lapse of time/g,
  ],
  "record an event, declare, notify": [
    /announced in a non-jury action|Announced (at once|to screen readers)|Announces exports/g,
  ],
};

/** The deprecated member of a logged request, and the column that it is read from. */
const withRefusedBy = /request-log|service-accounts\/examples|events\/api\.wait\.test|prisma\/seed\/requests/;

/** An electronic seal is the term of PDF signatures. */
const withSeals =
  /esign|signing|platform\/(pdf\/|environment)|composition\/(worker|job-queues|scheduled-jobs|encrypted-columns)|identity\/secret-rotation|conformance\/event-payloads|cli\/bench-signatures|guides\/configuration|app\/sign\/|guides\/signatures|seed\/(demo|sandbox|seals|signatures)|statements\/given-arguments/;

const camelCase = /(?<=[a-z])(?=[A-Z])/g;

function listWords(among: readonly Source[]): string[] {
  return among.flatMap(({ path, text }) =>
    Object.entries(words).flatMap(([instead, pattern]) =>
      text.split("\n").flatMap((line, index) => {
        const prose = (kept[instead] ?? []).reduce(
          (rest, each) => rest.replaceAll(each, ""),
          line.replaceAll(camelCase, " "),
        );
        const isKept =
          (instead === "rejectedBy" && withRefusedBy.test(path)) ||
          (instead === "encrypted, encrypt" && (withSeals.test(path) || path.endsWith("/job-queues.ts")));
        return isKept || prose.match(pattern) === null
          ? []
          : [`${path}:${index + 1}: ${instead} (${line.trim().slice(0, 90)})`];
      }),
    ),
  );
}

describe("words of the field", () => {
  test("stand in names, comments and texts", () => {
    const own = "src/testing/architecture/words.test.ts";
    expect(listWords(sources.filter(({ path }) => path !== own && !path.includes(".generated.")))).toEqual([]);
  });

  test("are found", () => {
    expect(listWords([{ path: "a.ts", text: "const resealed = tendJobs(); // lapses unless told" }])).toHaveLength(4);
  });
});
