import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { production, sources, type Source } from "./sources.ts";

/** What a reader must not stop at, where the linter has no rule for it. */

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Visits all nodes of a file, parents first. */
function visit(value: unknown, look: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (isNode(value)) look(value);
  for (const part of Object.values(value)) visit(part, look);
}

/** Nodes that a reader stops at, by what they are. */
const stumbles = {
  lookup: ({ type, object }: Node) =>
    type === "MemberExpression" && isNode(object) && object.type === "ObjectExpression",
  /**
   * A cast to one string says that a value has it which may have another: `unit as "years"`. A row's text becomes a
   * union where the row is read.
   */
  literalCast: ({ type, typeAnnotation }: Node) =>
    type === "TSAsExpression" &&
    isNode(typeAnnotation) &&
    (typeAnnotation.type === "TSLiteralType" || typeAnnotation.type === "TSNullKeyword"),
  /** There is one way to reject for the state of a record: `invalidState`, or what is named for its reason. */
  stateByHand: ({ type, callee, arguments: given }: Node) =>
    type === "NewExpression" &&
    isNode(callee) &&
    callee["name"] === "AppError" &&
    Array.isArray(given) &&
    isNode(given[0]) &&
    given[0]["value"] === "INVALID_STATE_TRANSITION",
} satisfies Record<string, (node: Node) => boolean>;
type Stumble = keyof typeof stumbles;

interface NamedFunction {
  path: string;
  name: string;
  text: string;
  /** What it is declared to return, or to resolve to. */
  returns: string;
}

interface ReadSource {
  stumbles: { kind: Stumble; at: string }[];
  functions: NamedFunction[];
}

const known = new Map<Source, ReadSource>();

/** Parses and walks a file once for all tests of this file; the nodes of all files together would not fit. */
function readSource(source: Source): ReadSource {
  const before = known.get(source);
  if (before !== undefined) return before;
  const { path, text } = source;
  const found: ReadSource = { stumbles: [], functions: [] };
  known.set(source, found);
  if (!/\.tsx?$/.test(path) || path.endsWith(".generated.ts")) return found;
  visit(parseSync(path, text).program, (node) => {
    for (const kind of Object.keys(stumbles) as Stumble[])
      if (stumbles[kind](node))
        found.stumbles.push({ kind, at: `${path}:${text.slice(0, node.start).split("\n").length}` });
    const named = readFunction(source, node);
    if (named !== null) found.functions.push(named);
  });
  return found;
}

/** The function that a node declares or names. */
function readFunction({ path, text }: Source, node: Node): NamedFunction | null {
  const body = node.type === "VariableDeclarator" ? node["init"] : node;
  const { id } = node;
  if (
    !isNode(id) ||
    !isNode(body) ||
    !/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(body.type)
  )
    return null;
  return {
    path,
    name: String(id["name"]),
    text: text.slice(body.start, body.end),
    returns: readReturns(text, body),
  };
}

function readReturns(text: string, { returnType }: Node): string {
  if (!isNode(returnType)) return "";
  const declared = text.slice(returnType.start, returnType.end).replace(/^:\s*/, "");
  return /^Promise<([^]*)>$/.exec(declared)?.[1] ?? declared;
}

const findStumbles = (among: readonly Source[], wanted: Stumble): string[] =>
  among.flatMap((source) =>
    readSource(source)
      .stumbles.filter(({ kind }) => kind === wanted)
      .map(({ at }) => at),
  );

const listFunctions = (source: Source): NamedFunction[] => readSource(source).functions;

const asSource = (text: string): Source[] => [{ path: "control.ts", text }];

describe("an object that is built to look one value up", () => {
  test("stands in no expression: it is a constant with a name", () => {
    expect(findStumbles(production, "lookup")).toEqual([]);
  });

  test("is found", () => {
    expect(findStumbles(asSource("const done = { a: first, b: second }[kind](row);"), "lookup")).toHaveLength(1);
  });
});

describe("a cast to one literal", () => {
  /** Kysely types a statement by its table's name: one generic over tables is typed as of one of them. */
  const ofTables =
    /^src\/(platform\/database\/(records|tag-rows)|areas\/medical\/store\.rows|testing\/harness\/tenant)\.ts$/;
  test("is nowhere", () => {
    expect(
      findStumbles(
        sources.filter(({ path }) => !ofTables.test(path)),
        "literalCast",
      ),
    ).toEqual([]);
  });

  test("is found, and `as const` is not one", () => {
    expect(
      findStumbles(asSource('const a = unit as "years", b = method as null, c = "x" as const;'), "literalCast"),
    ).toEqual(["control.ts:1", "control.ts:1"]);
  });
});

/** Correctness is the order of locks: who reads a call must see whether it locks, and how. */
describe("a function that locks rows", () => {
  const locksRows = /\.for(NoKey)?Update\(|\.for(Key)?Share\(|\bFOR (NO KEY )?UPDATE\b|\bFOR (KEY )?SHARE\b/;
  const read = /^(get|find|list|read|select|load|is|has|count|open|require|assert|check|hold|keep|take)[A-Z]/;
  const mode = /For(NoKeyUpdate|Update|KeyShare|Share)/;
  /** Writes as well, in the same statement or the next. */
  const writesToo = new Set(["countWrongCode"]);
  const namesLock = ({ name, text }: NamedFunction) =>
    !locksRows.test(text) || !read.test(name) || mode.test(name) || writesToo.has(name);
  /** An advisory lock has one mode. */
  const namesMode = ({ name, text }: NamedFunction) =>
    !/^lock[A-Z]/.test(name) || mode.test(name) || /pg_(try_)?advisory/.test(text);
  const functions = production
    .filter(({ path }) => path.endsWith(".ts") && !path.startsWith("src/cli/bench/"))
    .flatMap(listFunctions);
  const listWrong = (isRight: (of: NamedFunction) => boolean, among = functions) =>
    among.filter((each) => !isRight(each)).map(({ path, name }) => `${path} ${name}`);

  test("is not named as one that reads", () => {
    expect(listWrong(namesLock)).toEqual([]);
  });

  test("says for what it locks", () => {
    expect(listWrong(namesMode)).toEqual([]);
  });

  test("is not called by one that is named as a check", () => {
    const locks = ({ name, text }: NamedFunction) =>
      !/^(require|assert|check)[A-Z]/.test(name) || !/\block[A-Z]\w*\(/.test(text);
    expect(listWrong(locks)).toEqual([]);
  });

  test("is not called by one that is named as a read", () => {
    const locks = ({ name, text }: NamedFunction) =>
      !/^(get|find|list|read|show|select|is|has|validate)[A-Z]/.test(name) ||
      mode.test(name) ||
      !/\block[A-Z]\w*\(/.test(text);
    expect(listWrong(locks)).toEqual([]);
  });

  test("is found", () => {
    const [control = "", other = ""] = [
      "function findTag(c) { return select(c).forUpdate(); }",
      "const lockTag = (c) => select(c).forUpdate();",
    ]
      .flatMap((text) => asSource(text).flatMap(listFunctions))
      .map((each) => `${namesLock(each)} ${namesMode(each)}`);
    expect([control, other]).toEqual(["false true", "true false"]);
  });
});

/** Whoever reads a call relies on its name for what comes back. */
describe("a function that is named for what it returns", () => {
  const functions = production.filter(({ path }) => /^src\/.*\.ts$/.test(path)).flatMap(listFunctions);
  const isMaybe = (returns: string) => /^[\w.[\]"]+( \| [\w.[\]"]+)* \| (null|undefined)$/.test(returns);
  const rules: [name: RegExp, isFault: (returns: string) => boolean][] = [
    [/^assert[A-Z]/, (returns) => !/^(|void|asserts [^]*)$/.test(returns)],
    [/^get[A-Z]/, isMaybe],
    [/^(is|has|can)[A-Z]/, isMaybe],
  ];
  const listWrong = (among: readonly NamedFunction[]) =>
    among
      .filter(({ name, returns }) => rules.some(([named, isFault]) => named.test(name) && isFault(returns)))
      .map(({ path, name }) => `${path} ${name}`);

  test("asserts and returns nothing, gets or throws, and is or is not", () => {
    expect(listWrong(functions)).toEqual([]);
  });

  test("is found", () => {
    const control = `
      function assertOpen(): Row {}
      async function getRow(): Promise<Row | undefined> {}
      const isOpen = (): boolean | null => null;
      function getOpen(): Row {}
      function assertClosed(): asserts row is Row {}`;
    expect(listWrong(asSource(control).flatMap(listFunctions))).toEqual([
      "control.ts assertOpen",
      "control.ts getRow",
      "control.ts isOpen",
    ]);
  });
});

describe("a rejection for the state of a record", () => {
  test("is made by a function of the contract", () => {
    const outside = production.filter(({ path }) => !path.startsWith("src/contract/"));
    expect(findStumbles(outside, "stateByHand")).toEqual([]);
  });

  test("is found", () => {
    const control = 'throw new AppError("INVALID_STATE_TRANSITION", "The case is archived");';
    expect(findStumbles(asSource(control), "stateByHand")).toHaveLength(1);
  });
});
