import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  parseSync,
  type CallExpression,
  type ImportDeclaration,
  type ModuleItem,
  type TaggedTemplateExpression,
  type TsInterfaceDeclaration,
  type TsType,
  type TsTypeElement,
  type TsTypeReference,
} from "@swc/core";
import * as z from "zod";

/** What a value is in the program, as far as PostgreSQL can say it: `unknown` fits all. */
export type Kind = "string" | "number" | "boolean" | "array" | "object" | "buffer" | "null" | "unknown";

/** What a type declares: kinds, and of a row its columns. A column that may be absent has `undefined` among its kinds. */
export interface Declared {
  kinds: ReadonlySet<Kind | "undefined">;
  columns: ReadonlyMap<string, ReadonlySet<Kind | "undefined">> | null;
}

/** A template `sql<T>` in the source. */
export interface TypedTemplate {
  file: string;
  /** What stands between the values. */
  texts: readonly string[];
  /** The name that it has in a query: `sql<number>`…`.as("count")`. */
  alias: string | null;
  declared: Declared;
}

type Columns = Map<string, Set<Kind | "undefined">>;

const root = new URL("../../..", import.meta.url).pathname;
const keywords: Readonly<Record<string, Kind | "undefined">> = {
  string: "string",
  number: "number",
  bigint: "number",
  boolean: "boolean",
  null: "null",
  undefined: "undefined",
};

const literals: Readonly<Record<string, Kind>> = {
  StringLiteral: "string",
  NumericLiteral: "number",
  BooleanLiteral: "boolean",
};
const builtIns: Readonly<Record<string, Kind>> = {
  Array: "array",
  Buffer: "buffer",
  ReadonlyArray: "array",
  Record: "object",
  Uint8Array: "buffer",
};
const utilities = new Set(["Omit", "Partial", "Pick", "Readonly", "Required"]);

const only = (...kinds: (Kind | "undefined")[]): Declared => ({ kinds: new Set(kinds), columns: null });
const row = (columns: Columns): Declared => ({ kinds: new Set(["object"]), columns });
const open = only("unknown");

/** Reads the types of rows out of the source. */
export class DeclaredRows {
  readonly #files = new Map<string, ModuleItem[]>();
  readonly #tables: ReadonlyMap<string, Columns>;

  /** @param tables the columns of each table, for `Row<"Case">` */
  constructor(tables: ReadonlyMap<string, Columns>) {
    this.#tables = tables;
  }

  async readTemplates(file: string): Promise<TypedTemplate[]> {
    const found: Found[] = [];
    collect(this.#parse(file), found);
    return Promise.all(
      found.map(async ({ template, alias }) => {
        const type = template.typeParameters?.params[0];
        const texts = template.template.quasis.map(({ cooked, raw }) => cooked ?? raw);
        return { file, texts, alias, declared: type === undefined ? open : await this.#resolve(type, file) };
      }),
    );
  }

  /** What a type says that is written here, with nothing imported. */
  readType(written: string): Promise<Declared> {
    const [item] = parseSync(`type Written = ${written};`, { syntax: "typescript", target: "esnext" }).body;
    this.#files.set("", []);
    return item?.type === "TsTypeAliasDeclaration" ? this.#resolve(item.typeAnnotation, "") : Promise.resolve(open);
  }

  #parse(file: string): ModuleItem[] {
    const known =
      this.#files.get(file) ??
      parseSync(readFileSync(join(root, file), "utf8"), { syntax: "typescript", target: "esnext" }).body;
    this.#files.set(file, known);
    return known;
  }

  async #resolve(type: TsType, file: string): Promise<Declared> {
    switch (type.type) {
      case "TsKeywordType":
        return only(keywords[type.kind] ?? "unknown");
      case "TsLiteralType":
        return only(literals[type.literal.type] ?? "string");
      case "TsArrayType":
      case "TsTupleType":
        return only("array");
      case "TsTypeOperator":
      case "TsParenthesizedType":
        return this.#resolve(type.typeAnnotation, file);
      case "TsTypeLiteral":
        return row(await this.#readMembers(type.members, file));
      case "TsUnionType":
        return unite(await Promise.all(type.types.map((each) => this.#resolve(each, file))));
      case "TsIntersectionType":
        return merge(await Promise.all(type.types.map((each) => this.#resolve(each, file))));
      case "TsTypeReference":
        return this.#resolveReference(type, file);
      default:
        return open;
    }
  }

  #resolveReference({ typeName, typeParams }: TsTypeReference, file: string): Promise<Declared> {
    return typeName.type === "Identifier"
      ? this.#resolveName(typeName.value, typeParams?.params ?? [], file)
      : Promise.resolve(open);
  }

  async #readMembers(members: readonly TsTypeElement[], file: string): Promise<Columns> {
    const columns: Columns = new Map();
    for (const member of members) {
      if (member.type !== "TsPropertySignature" || member.typeAnnotation === undefined) continue;
      const name = "value" in member.key ? String(member.key.value) : "";
      const { kinds } = await this.#resolve(member.typeAnnotation.typeAnnotation, file);
      columns.set(name, new Set([...kinds, ...(member.optional ? (["undefined"] as const) : [])]));
    }
    return columns;
  }

  async #resolveName(name: string, given: readonly TsType[], file: string): Promise<Declared> {
    const [first, second] = given;
    if (name === "Row" && first !== undefined) return this.#resolveTable(listLiterals(first));
    const builtIn = builtIns[name];
    if (builtIn !== undefined) return only(builtIn);
    if (first !== undefined && utilities.has(name))
      return narrow(name, await this.#resolve(first, file), second === undefined ? [] : listLiterals(second));
    for (const item of this.#parse(file)) {
      const found =
        item.type === "ImportDeclaration"
          ? this.#resolveImport(item, name, given, file)
          : this.#resolveDeclaration(item, name, file);
      if (found !== null) return found;
    }
    return open;
  }

  /** A table that a type parameter names is not known here. */
  #resolveTable([table]: readonly string[]): Declared {
    return row(this.#tables.get(table ?? "") ?? new Map());
  }

  #resolveImport(
    item: ImportDeclaration,
    name: string,
    given: readonly TsType[],
    file: string,
  ): Promise<Declared> | null {
    const imported = item.source.value.startsWith(".")
      ? item.specifiers.find(({ local }) => local.value === name)
      : undefined;
    if (imported?.type !== "ImportSpecifier") return null;
    return this.#resolveName(imported.imported?.value ?? name, given, join(dirname(file), item.source.value));
  }

  #resolveDeclaration(item: ModuleItem, name: string, file: string): Promise<Declared> | null {
    const declaration = item.type === "ExportDeclaration" ? item.declaration : item;
    if (declaration.type === "TsInterfaceDeclaration" && declaration.id.value === name)
      return this.#resolveInterface(declaration, file);
    if (declaration.type !== "TsTypeAliasDeclaration" || declaration.id.value !== name) return null;
    const { typeAnnotation: type } = declaration;
    return type.type === "TsTypeReference" && type.typeName.type === "TsQualifiedName"
      ? readSchema(file, name)
      : this.#resolve(type, file);
  }

  async #resolveInterface({ extends: bases, body }: TsInterfaceDeclaration, file: string): Promise<Declared> {
    const resolved = bases.map(({ expression, typeArguments }) =>
      this.#resolveName(expression.type === "Identifier" ? expression.value : "", typeArguments?.params ?? [], file),
    );
    return merge([...(await Promise.all(resolved)), row(await this.#readMembers(body.body, file))]);
  }
}

/** A type that zod infers: the schema of the same name beside it. */
async function readSchema(file: string, name: string): Promise<Declared> {
  const schema = ((await import(join(root, file))) as Record<string, unknown>)[name];
  if (!(schema instanceof z.ZodType)) return open;
  return readJsonSchema(z.toJSONSchema(schema, { unrepresentable: "any", io: "output" }));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const jsonKinds: Readonly<Record<string, Kind>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  array: "array",
  object: "object",
  null: "null",
};

function readJsonSchema(schema: JsonSchema, definitions = schema.$defs ?? {}): Declared {
  const read = (each: unknown) => readJsonSchema(each as JsonSchema, definitions);
  const named = schema.$ref === undefined ? undefined : definitions[schema.$ref.replace("#/$defs/", "")];
  if (named !== undefined) return read(named);
  if (schema.anyOf !== undefined) return unite(schema.anyOf.map(read));
  if (schema.type === undefined)
    return schema.enum === undefined && typeof schema.const !== "string" ? open : only("string");
  if (schema.properties === undefined) return only(jsonKinds[String(schema.type)] ?? "unknown");
  const required = new Set(schema.required);
  return row(
    new Map(
      Object.entries(schema.properties).map(([name, each]) => [
        name,
        new Set([...read(each).kinds, ...(required.has(name) ? [] : (["undefined"] as const))]),
      ]),
    ),
  );
}

/** One of these: a column that not all have may be absent. */
function unite(all: readonly Declared[]): Declared {
  const kinds = new Set(all.flatMap((each) => [...each.kinds]));
  const rows = all.flatMap(({ columns }) => (columns === null ? [] : [columns]));
  if (rows.length === 0) return { kinds, columns: null };
  const names = new Set(rows.flatMap((columns) => [...columns.keys()]));
  return {
    kinds,
    columns: new Map(
      [...names].map((name) => [
        name,
        new Set(rows.flatMap((columns) => [...(columns.get(name) ?? (["undefined"] as const))])),
      ]),
    ),
  };
}

/** All of these; where they disagree the last says what a column is. */
function merge(all: readonly Declared[]): Declared {
  const rows = all.flatMap(({ columns }) => (columns === null ? [] : [...columns]));
  return { kinds: new Set(["object"]), columns: new Map(rows) };
}

function narrow(how: string, { kinds, columns }: Declared, names: readonly string[]): Declared {
  if (columns === null) return { kinds, columns };
  if (how === "Partial")
    return {
      kinds,
      columns: new Map([...columns].map(([name, each]) => [name, new Set([...each, "undefined" as const])])),
    };
  const isKept = (name: string) => (how === "Pick" ? names.includes(name) : how !== "Omit" || !names.includes(name));
  return { kinds, columns: new Map([...columns].filter(([name]) => isKept(name))) };
}

function listLiterals(type: TsType): string[] {
  if (type.type === "TsUnionType") return type.types.flatMap(listLiterals);
  return type.type === "TsLiteralType" && type.literal.type === "StringLiteral" ? [type.literal.value] : [];
}

type Found = { template: TaggedTemplateExpression; alias: string | null };

/** The templates below a node; each with the name that `.as` gives it. */
function collect(node: unknown, found: Found[]): void {
  if (typeof node !== "object" || node === null) return;
  const aliased = readAliased(node);
  if (aliased !== null) found.push(aliased);
  else if (isTypedTemplate(node)) found.push({ template: node, alias: null });
  for (const below of Object.values(aliased?.template ?? node)) collect(below, found);
}

function isTypedTemplate(node: object): node is TaggedTemplateExpression {
  const { type, tag, typeParameters } = node as Partial<TaggedTemplateExpression>;
  // The parser gives null where nothing stands, which its types do not say.
  return (
    type === "TaggedTemplateExpression" && tag?.type === "Identifier" && tag.value === "sql" && Boolean(typeParameters)
  );
}

/** sql<T>`…`.as("name") */
function readAliased({ type, callee, arguments: given }: Partial<CallExpression>): Found | null {
  if (
    type !== "CallExpression" ||
    callee?.type !== "MemberExpression" ||
    callee.property.type !== "Identifier" ||
    callee.property.value !== "as"
  )
    return null;
  const name = given?.[0]?.expression;
  return name?.type === "StringLiteral" && isTypedTemplate(callee.object)
    ? { template: callee.object, alias: name.value }
    : null;
}
