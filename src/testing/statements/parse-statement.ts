import { loadModule, parseSync } from "libpg-query";

/** A node of PostgreSQL's parse tree, by the names of its own source. */
export type TreeNode = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is TreeNode =>
  typeof value === "object" && value !== null && !Array.isArray(value);

await loadModule();

/**
 * PostgreSQL's own parser.
 *
 * @throws where it is no statement
 */
export function parseStatement(text: string): TreeNode {
  return parseSync(text) as unknown as TreeNode;
}

/**
 * The nodes of this kind in a tree, those inside others of the kind, too.
 *
 * @param into whether to look inside a node of another kind
 */
export function findNodes(tree: unknown, kind: string, into: (kind: string) => boolean = () => true): TreeNode[] {
  const found: TreeNode[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isNode(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (name === kind && isNode(inner)) found.push(inner);
        if (typeof inner === "object" && into(name)) visit(inner);
      }
    }
  };
  visit(tree);
  return found;
}

const textOf = (value: unknown): string =>
  isNode(value) && isNode(value["String"]) ? String(value["String"]["sval"]) : "";
const namesOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** The functions that are called in a tree. */
export function listCalls(tree: unknown): string[] {
  const called = findNodes(tree, "FuncCall").map(({ funcname }) => namesOf(funcname).at(-1) ?? "");
  return [...called, ...findNodes(tree, "SQLValueFunction").map(({ op }) => String(op))];
}

/** The tables whose rows a statement locks FOR UPDATE or FOR SHARE. */
export function listLocked(statement: TreeNode): string[] {
  return findNodes(statement, "SelectStmt").flatMap(({ fromClause, lockingClause }) => {
    const tables = listTables(fromClause);
    return findNodes(lockingClause, "LockingClause").flatMap(({ lockedRels }) => {
      const named = findNodes(lockedRels, "RangeVar").map(({ relname }) => String(relname));
      return tables.filter(({ alias }) => named.length === 0 || named.includes(alias)).map(({ table }) => table);
    });
  });
}

/** The tables of a FROM in its own level of the query. */
const listTables = (from: unknown) =>
  findNodes(from, "RangeVar", isOwn).map(({ relname, alias }) => ({
    table: String(relname),
    alias: isNode(alias) ? String(alias["aliasname"]) : String(relname),
  }));

const queries = ["SelectStmt", "UpdateStmt", "DeleteStmt", "InsertStmt"];
const isOwn = (name: string) => !queries.includes(name) && name !== "SubLink" && name !== "RangeSubselect";

/**
 * Tables that are read or changed in a level of the query without a condition of this level that says whose rows: by
 * their names.
 */
export function listUnfiltered(
  statement: TreeNode,
  organization: ReadonlySet<number>,
  tenantTables: ReadonlySet<string>,
): string[] {
  const expressions = new Set(findNodes(statement, "CommonTableExpr").map(({ ctename }) => String(ctename)));
  return queries
    .flatMap((kind) => findNodes(statement, kind))
    .flatMap((level) => {
      const { relation, fromClause, usingClause, whereClause, onConflictClause, cols } = level;
      // What an INSERT writes says whose it is in its columns.
      const changed = cols !== undefined || onConflictClause !== undefined ? [] : [{ RangeVar: relation }];
      const from = [...changed, ...[fromClause, usingClause].filter(Array.isArray).flat()] as unknown[];
      const tables = listTables(from).filter(({ table }) => tenantTables.has(table) && !expressions.has(table));
      const conditions = [
        ...listConjuncts(whereClause),
        ...findNodes(from, "JoinExpr", isOwn).flatMap(({ quals }) => listConjuncts(quals)),
      ];
      const filtered = findFiltered(
        conditions,
        organization,
        tables.map(({ alias }) => alias),
      );
      return tables.filter(({ alias }) => !filtered.has(alias)).map(({ table }) => table);
    });
}

/** The conditions that all have to hold. */
function listConjuncts(condition: unknown): TreeNode[] {
  if (!isNode(condition)) return [];
  const { BoolExpr: all } = condition;
  return isNode(all) && all["boolop"] === "AND_EXPR" && Array.isArray(all["args"])
    ? all["args"].flatMap(listConjuncts)
    : [condition];
}

/** The aliases whose organization is a parameter, or equals that of such an alias. */
function findFiltered(
  conditions: readonly TreeNode[],
  organization: ReadonlySet<number>,
  aliases: readonly string[],
): Set<string> {
  const filtered = new Set<string>();
  const pairs = conditions.flatMap(({ A_Expr: compared }) =>
    isNode(compared) && compared["kind"] === "AEXPR_OP" && namesOf(compared["name"]).join() === "="
      ? [[compared["lexpr"], compared["rexpr"]]]
      : [],
  );
  for (const [one, other] of pairs) {
    const alias = aliasOf(one, aliases) ?? aliasOf(other, aliases);
    if (alias !== undefined && [one, other].some((side) => isOrganization(side, organization))) filtered.add(alias);
  }
  for (let before = -1; before < filtered.size;) {
    before = filtered.size;
    for (const [one, other] of pairs) {
      const [first, second] = [aliasOf(one, aliases), aliasOf(other, aliases)];
      if (first === undefined || second === undefined) continue;
      if (filtered.has(first)) filtered.add(second);
      else if (filtered.has(second)) filtered.add(first);
    }
  }
  return filtered;
}

/** The alias of a column "organizationId"; without one it is that of the only table. */
function aliasOf(expression: unknown, aliases: readonly string[]): string | undefined {
  const fields =
    isNode(expression) && isNode(expression["ColumnRef"]) ? namesOf(expression["ColumnRef"]["fields"]) : [];
  if (fields.at(-1) !== "organizationId") return undefined;
  if (fields.length > 1) return fields[0];
  return aliases.length === 1 ? aliases[0] : undefined;
}

function isOrganization(expression: unknown, organization: ReadonlySet<number>): boolean {
  if (!isNode(expression)) return false;
  const { ParamRef: parameter, TypeCast: cast } = expression;
  if (isNode(cast)) return isOrganization(cast["arg"], organization);
  return isNode(parameter) && organization.has(Number(parameter["number"]));
}
