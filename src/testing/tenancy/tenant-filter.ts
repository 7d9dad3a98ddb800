import type { Client } from "pg";

/** What PostgreSQL says of a statement's plan, as far as it is read here. */
export interface Plan {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Relation Name"?: string;
  Schema?: string;
  Alias?: string;
  Operation?: string;
  Output?: string[];
  Plans?: Plan[];
  [detail: string]: unknown;
}

export interface TenantTables {
  /** The table's column of the organization's id, and its number. */
  columns: ReadonlyMap<string, { name: string; number: number }>;
}

const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name}"`);
const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/**
 * Reads which tables hold rows of organizations, and has this connection plan no join that would compare organizations
 * only after it has read both tables.
 */
export async function readTenantTables(owner: Client): Promise<TenantTables> {
  await owner.query("SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_seqscan = off");
  const { rows } = await owner.query<{ table: string; name: string; number: number }>(`
    SELECT c.relname AS table, quote_ident(a.attname) AS name, a.attnum::integer AS number FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = CASE c.relname WHEN 'Organization' THEN 'id' ELSE 'organizationId' END`);
  return { columns: new Map(rows.map(({ table, name, number }) => [table, { name, number }])) };
}

/**
 * Plans a statement for any parameters, as a superuser whom row-level security does not bind.
 *
 * @throws PostgreSQL's error where it is no statement
 */
export async function explainStatement(owner: Client, text: string): Promise<Plan> {
  const { rows } = await owner.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${text}`,
  );
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new Error("PostgreSQL planned nothing");
  return plan;
}

/**
 * What a plan reads, changes or writes of tenant tables without naming the organization. A scan passes when one of the
 * conditions that must all hold compares the organization with a parameter that is the organization's id, or with the
 * organization of rows that pass. A row that is inserted passes when its organization is one of these.
 *
 * @param organization the numbers of the parameters that are the organization's id
 */
export function listUnfiltered(plan: Plan, organization: ReadonlySet<number>, { columns }: TenantTables): string[] {
  const nodes = listNodes(plan);
  const ofTenant = nodes.flatMap((node) => {
    const column = node.Schema === "public" ? columns.get(node["Relation Name"] ?? "") : undefined;
    return column === undefined ? [] : [{ node, column }];
  });
  const known = new Set([...organization].map((number) => `$${number}`));
  // What these show comes from scans that are looked at by themselves.
  const derived = new Set(
    nodes
      .filter((node) => /^(CTE|Subquery|WorkTable) Scan$/.test(node["Node Type"]))
      .map(({ Alias = "" }) => quote(Alias)),
  );
  const isKnown = (term: string) => known.has(term) || derived.has(term.slice(0, Math.max(0, term.lastIndexOf("."))));
  let open = ofTenant.filter(({ node }) => node["Node Type"] !== "ModifyTable");
  for (let before = Infinity; open.length < before;) {
    before = open.length;
    open = open.filter(({ node, column }) => {
      const own = `${quote(node.Alias ?? "")}.${column.name}`;
      const isFiltered = listConditions(node).some((condition) => requires(condition, own, isKnown));
      if (isFiltered) known.add(own);
      return !isFiltered;
    });
  }
  const inserts = ofTenant
    .filter(({ node }) => node.Operation === "Insert")
    .filter(({ node, column }) => {
      const source = node.Plans?.find((each) => each["Parent Relationship"] === "Outer");
      return !isKnown(source?.Output?.[column.number - 1] ?? "");
    });
  return [...open, ...inserts].map(
    ({ node }) =>
      `${node["Relation Name"]} as ${node.Alias} in ${node["Node Type"]}: ${listConditions(node).join(" AND ")}`,
  );
}

/** Whether a condition, or each of its alternatives, says that a column equals something known. */
function requires(condition: string, own: string, isKnown: (term: string) => boolean): boolean {
  const alternatives = splitOutside(unwrap(condition), " OR ");
  if (alternatives.length === 1) return isEqual(condition, own, isKnown);
  return alternatives.every((each) => splitConjuncts(each).some((part) => requires(part, own, isKnown)));
}

/** Whether a condition says that a column equals something known. */
function isEqual(condition: string, own: string, isKnown: (term: string) => boolean): boolean {
  const [left = "", right = "", ...others] = condition.split(" = ").map(strip);
  return others.length === 0 && ((left === own && isKnown(right)) || (right === own && isKnown(left)));
}

/** A term without parentheses, without a cast, and the only element of a list for the list. */
const strip = (term: string): string =>
  unwrap(unwrap(term).replace(/::text(\[\])?$/, ""))
    .replace(/^ANY \(ARRAY\[([^,]*)\]\)$/, "$1")
    .replace(/^ANY \('?\{?([^,{}']*)\}?'?\)$/, "$1");

/** The conditions of a scan that must all hold. */
function listConditions(node: Plan): string[] {
  const own = ["Filter", "Index Cond", "Recheck Cond", "TID Cond"].flatMap((name) =>
    typeof node[name] === "string" ? splitConjuncts(node[name]) : [],
  );
  const below =
    node["Node Type"] === "Bitmap Heap Scan" || node["Node Type"] === "BitmapAnd"
      ? (node.Plans ?? []).flatMap(listConditions)
      : [];
  return [...own, ...below];
}

/** The parts of a condition that must all hold: `((a = 1) AND (b = 2))` has two. */
function splitConjuncts(condition: string): string[] {
  const inner = unwrap(condition);
  const parts = splitOutside(inner, " AND ");
  return parts.length === 1 ? parts : parts.flatMap(splitConjuncts);
}

/** Without the parentheses around it all. */
function unwrap(text: string): string {
  const isWrapped = text.startsWith("(") && text.endsWith(")") && splitOutside(text, ")").length === 1;
  return isWrapped ? unwrap(text.slice(1, -1)) : text;
}

/** Splits where the separator stands outside of parentheses and quotes; a closing one is outside where others follow. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let begun = 0;
  let depth = 0;
  let quoted = "";
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (quoted !== "" || letter === "'" || letter === '"') {
      if (quoted === "") quoted = letter;
      else if (quoted === letter) quoted = "";
      continue;
    }
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (depth !== 0 || !text.startsWith(separator, at) || at + separator.length >= text.length) continue;
    parts.push(text.slice(begun, at));
    begun = at + separator.length;
  }
  return [...parts, text.slice(begun)];
}
