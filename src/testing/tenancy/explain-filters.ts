import type { Client } from "pg";

/** A statement and which of its parameters are the organization's id. */
export interface CheckedStatement {
  text: string;
  organization: ReadonlySet<number>;
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  Alias?: string;
  Schema?: string;
  Operation?: string;
  Output?: string[];
  Plans?: Plan[];
  [detail: string]: unknown;
}

const conditionKeys = ["Filter", "Index Cond", "Recheck Cond", "Join Filter", "Hash Cond", "Merge Cond", "TID Cond", "One-Time Filter"];

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

export async function explain(owner: Client, text: string): Promise<Plan> {
  const { rows } = await owner.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${text}`);
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new Error("no plan");
  return plan;
}

/** The parts of a condition that all hold: `((a = 1) AND (b = 2))` gives two. */
export function splitConjuncts(condition: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let begun = 0;
  const inner = unwrap(condition);
  for (let at = 0; at < inner.length; at += 1) {
    const letter = inner[at] ?? "";
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth -= 1;
    else if (depth === 0 && inner.startsWith(" AND ", at)) {
      parts.push(inner.slice(begun, at));
      begun = at + 5;
    }
  }
  parts.push(inner.slice(begun));
  return parts.length === 1 ? [inner] : parts.flatMap(splitConjuncts);
}

/** Without the parentheses around it all. */
function unwrap(condition: string): string {
  if (!condition.startsWith("(") || !condition.endsWith(")")) return condition;
  let depth = 0;
  let quote = "";
  for (let at = 0; at < condition.length; at += 1) {
    const letter = condition[at] ?? "";
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === "(") depth += 1;
    else if (letter === ")") {
      depth -= 1;
      if (depth === 0 && at < condition.length - 1) return condition;
    }
  }
  return unwrap(condition.slice(1, -1));
}

export function listUnfiltered(plan: Plan, { organization }: CheckedStatement, tenantTables: ReadonlySet<string>): string[] {
  const nodes = listNodes(plan);
  const column = (table: string | undefined) => (table === "Organization" ? "id" : '"organizationId"');
  const quote = (alias: string) => (/^[a-z_][a-z0-9_]*$/.test(alias) ? alias : `"${alias}"`);
  const scans = nodes.filter((node) => node["Relation Name"] !== undefined && node.Schema === "public" && tenantTables.has(node["Relation Name"]) && node["Node Type"] !== "ModifyTable");
  const derived = new Set(nodes.filter((node) => ["CTE Scan", "Subquery Scan", "WorkTable Scan"].includes(node["Node Type"])).map(({ Alias = "" }) => quote(Alias)));
  const filtered = new Set<string>();
  const key = (node: Plan) => `${quote(node.Alias ?? "")}.${column(node["Relation Name"])}`;
  const conjuncts = (node: Plan): string[] => [
    ...conditionKeys.flatMap((name) => (typeof node[name] === "string" ? splitConjuncts(node[name]) : [])),
    ...(node["Node Type"].startsWith("Bitmap") ? (node.Plans ?? []).flatMap(conjuncts) : []),
  ];
  const known = (term: string): boolean => {
    const parameter = /^\$(\d+)$/.exec(term)?.[1];
    if (parameter !== undefined) return organization.has(Number(parameter));
    return filtered.has(term) || derived.has(term.slice(0, Math.max(0, term.lastIndexOf("."))));
  };
  let open = scans;
  for (;;) {
    const left = open.filter((node) => {
      const own = key(node);
      const isFiltered = conjuncts(node).some((conjunct) => {
        const [one = "", other = "", more] = conjunct.split(" = ");
        if (more !== undefined) return false;
        if (one === own) return known(unwrap(other).replace(/::text$/, "").replace(/^ANY \(ARRAY\[(.*)\]\)$/, "$1"));
        return other === own && known(one);
      });
      if (isFiltered) filtered.add(own);
      return !isFiltered;
    });
    if (left.length === open.length) return left.map((node) => `${node["Relation Name"]} ${node.Alias}: ${conjuncts(node).join(" && ")}`);
    open = left;
  }
}
