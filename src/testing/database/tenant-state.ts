import type { Pool } from "pg";

/** Every row of one organization, by its table and primary key. */
export type TenantState = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** What the request log writes some time after the response: request-log.crash.test.ts. */
const writtenLater = [
  "RequestLog",
  "RequestLogGap",
  "KeyUsageDay",
  "KeyOperationDay",
  "KeyUsageHour",
  "KeyScopeUse",
  "KeyUse",
  "RateLimitCounter",
];

/**
 * One statement that reads all tables with an organization's rows, and its jobs; on a cluster, whose nodes do not join
 * these, one for each.
 */
const separator = process.env["CASEPORT_CITUS_URL"] === undefined ? " UNION ALL " : ";";
const writeStatement = `
  SELECT string_agg(format(
    'SELECT %L || jsonb_build_array(%s)::text AS key, to_jsonb(t) AS row FROM %s t WHERE t."organizationId" = $1',
    c.relname || ' ', k.columns, c.oid::regclass), '${separator}') ||
    '${separator}SELECT ''job '' || id AS key, jsonb_build_object(''name'', name, ''data'', data, ''state'', state, ''tries'', retry_count) AS row
      FROM pgboss.job WHERE data->>''organizationId'' = $1' AS text
  FROM pg_class c
  CROSS JOIN LATERAL (SELECT string_agg(format('t.%I', a.attname), ', ' ORDER BY a.attnum) AS columns
    FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary) k
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($1::text[])
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organizationId')`;

/** Reads organizations' rows past row-level security, each in one round trip. */
export function createStateReader(owner: Pool): (organizationId: string) => Promise<TenantState> {
  let statement: Promise<string> | undefined;
  const write = async () => {
    const { rows } = await owner.query<{ text: string }>(writeStatement, [writtenLater]);
    return rows[0]?.text ?? "";
  };
  return async (organizationId) => {
    const text = await (statement ??= write());
    const statements = text
      .split(";")
      .map((part, index) => ({ name: `tenant-state-${index}`, text: part, values: [organizationId] }));
    const results = await Promise.all(
      statements.map((part) => owner.query<{ key: string; row: Record<string, unknown> }>(part)),
    );
    return new Map(results.flatMap(({ rows }) => rows.map(({ key, row }) => [key, row])));
  };
}

/** What differs between two runs of one scenario: ids, instants, days, random bytes and words. */
const differing: readonly [RegExp, string][] = [
  [/\b([a-z]{2,4})_[0-9a-z]{26}\b/g, "$1_…"],
  // An id, and the parts of a UUID, in the words of a search.
  [/"term":"(01[0-9a-z]{24}|[0-9a-f]{4}|[0-9a-f]{8})"/g, '"term":"<id>"'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<uuid>"],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)?/g, "<time>"],
  [/\b\d{4}-\d\d-\d\d\b/g, "<day>"],
  [/[\w-]{40,}/g, "<text>"],
  [/(\b(?:keyP|p)refix\\*":\\*")[^"\\]{8,12}/g, "$1<prefix>"],
  [/(\bkeyPrefix":\{"to":")[\w-]{12}(","from":")[\w-]{12}/g, "$1<prefix>$2<prefix>"],
  [/(\\x|\b|_)[0-9a-f]{12,}\b/g, "<bytes>"],
  [/\b\d{4}-[0-9a-z]{6}\b/g, "<number>"],
];

const normalize = (value: unknown) =>
  differing.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), JSON.stringify(value) ?? "");

/**
 * What happened between two states, in words that are the same for every run of one scenario: a line for each row that
 * was added, changed (what changed of it) or deleted. Empty when every row is as it was.
 */
export function describeEffects(before: TenantState, after: TenantState): string[] {
  const lines = [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const table = key.split(" ", 1)[0] ?? "";
    const [was, is] = [before.get(key), after.get(key)];
    if (was === undefined) return [`+ ${table} ${normalize(is)}`];
    if (is === undefined) return [`- ${table}`];
    const changed = Object.keys({ ...was, ...is }).filter(
      (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
    );
    return changed.length === 0
      ? []
      : [`~ ${table} ${changed.map((name) => `${name}: ${normalize(was[name])} → ${normalize(is[name])}`).join(", ")}`];
  });
  return lines.toSorted();
}

/**
 * What a worker writes in its own time, whatever it was killed at; and the numbers of events, which it counts too:
 * `DatabaseProbe.gaps`.
 */
const writtenByWorker = {
  tables: ["job", "WebhookJob", "WebhookDelivery", "StoredObject", "EventCounter"],
  values: new Set(["exports.make", "export.completed", "export.failed"]),
  columns: new Map([
    ["Event", ["number"]],
    ["EventCase", ["number"]],
    [
      "Export",
      [
        "status",
        "progress",
        "rowCount",
        "sizeBytes",
        "sha256",
        "objectId",
        "failure",
        "attempts",
        "startedAt",
        "finishedAt",
        "expiresAt",
        "revision",
        "updatedAt",
      ],
    ],
    ["WebhookSubscription", ["consecutiveFailures", "failingSince", "lastAttemptAt", "updatedAt"]],
  ]),
};

/** The part of a state that requests alone determine, where a worker runs beside them. */
export function withoutWorkerRows(state: TenantState): TenantState {
  const { tables, values, columns } = writtenByWorker;
  return new Map(
    [...state].flatMap(([key, row]) => {
      const table = key.split(" ", 1)[0] ?? "";
      if (tables.includes(table) || values.has(String(row["action"] ?? row["eventType"]))) return [];
      return [
        [
          key,
          Object.fromEntries(Object.entries(row).filter(([name]) => columns.get(table)?.includes(name) !== true)),
        ] as const,
      ];
    }),
  );
}
