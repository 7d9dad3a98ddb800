import type { QueryResult } from "pg";
import { failSpan, tracing } from "../../observability/tracing.ts";

const summaries = new Map<string, string>();
const maxSummaries = 1_000;

/**
 * Records a statement that was sent as a span below the active one. Outside a request, a job or a delivery there is
 * none: what is polled would fill the traces. The span has the operation and the first table, never the text or a
 * value.
 */
export function traceStatement(text: string, sent: Promise<QueryResult>): Promise<QueryResult> {
  const { current } = tracing;
  if (current?.active() === undefined) return sent;
  const summary = summarize(text);
  const span = current.begin(summary, {
    kind: "client",
    attributes: { "db.system.name": "postgresql", "db.query.summary": summary },
  });
  sent.then(
    () => span.end(),
    (error: unknown) => {
      const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
      if (code !== undefined) span.setAttribute("db.response.status_code", code);
      failSpan(span, code ?? "connection");
      span.end();
    },
  );
  return sent;
}

// Tables begin with a capital letter, columns do not. Kysely writes keywords in lower case.
const tablePattern =
  /\b(INSERT INTO|UPDATE|DELETE FROM|FROM|insert into|update|delete from|from)\s+(?:"([A-Z_]\w*)"|(\w+)\()/;
const operations: Readonly<Record<string, string>> = {
  "INSERT INTO": "INSERT",
  "DELETE FROM": "DELETE",
  FROM: "SELECT",
};

/** `UPDATE Case`, `SELECT list_newest_events`, `COMMIT`. */
export function summarize(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const [, found = "", table, routine] = tablePattern.exec(text) ?? [];
  const operation = found.toUpperCase().replace(/\s+/, " ");
  const summary =
    found === ""
      ? (/\w+/.exec(text)?.[0] ?? "").toUpperCase()
      : `${operations[operation] ?? operation} ${table ?? routine ?? ""}`;
  // Texts of one organization or one request would fill the map.
  if (summaries.size < maxSummaries && !/^(BEGIN|\/\*)/.test(text)) summaries.set(text, summary);
  return summary;
}
