import { globSync, readFileSync } from "node:fs";
import { makeOnceARun } from "../harness/once-a-run.ts";
import { givenArguments } from "./given-arguments.ts";
import { readParameters, recordStatements, type RecordedStatement, type StoreFunction } from "./record-statements.ts";

/** An exported function of a file that runs statements, and those that it composes. */
export interface RecordedFunction {
  file: string;
  name: string;
  parameters: readonly string[];
  statements: readonly RecordedStatement[];
  /** Those that a cluster gets. */
  onCluster: readonly RecordedStatement[];
}

/** A file that runs statements. */
export interface StatementFile {
  /** From the root of the project. */
  file: string;
  isStore: boolean;
  source: string;
  /** The lines on which statements are given to the database, as `src/areas/….ts:12`. */
  sites: readonly string[];
}

const root = new URL("../../..", import.meta.url).pathname;
const givesToDatabase = /\.execute(TakeFirst)?(OrThrow)?\(|\.compile\((?!compiler\b)/;
/** They name no table, and PostgreSQL plans none of them. */
const isUtility = /sql`(SET|SAVEPOINT|ROLLBACK)\b|setLockTimeout\(/;

/** The stores, and what else runs statements. */
export const statementFiles: readonly StatementFile[] = globSync(
  "src/{areas,bulk,workflows,platform,rpc,http}/**/*.ts",
  {
    cwd: root,
  },
)
  .filter((file) => !/\.test\.ts$|\/fixtures[\w.]*\.ts$/.test(file))
  .map((file) => {
    const source = readFileSync(`${root}/${file}`, "utf8");
    const sites = source
      .split("\n")
      .flatMap((line, at) => (givesToDatabase.test(line) && !isUtility.test(line) ? [`${file}:${at + 1}`] : []));
    return { file, isStore: /\/store(\.[\w-]+)*\.ts$/.test(file), source, sites };
  })
  .filter(({ isStore, sites }) => isStore || sites.length > 0)
  .toSorted((one, other) => one.file.localeCompare(other.file));

/** Every exported function of these files, recorded for the run's first file that needs them. */
export async function recordStores(): Promise<RecordedFunction[]> {
  // JSON has no sets.
  const recorded = await makeOnceARun("recorded-stores", async () =>
    (await recordEach()).map((each) =>
      convert(each, ({ organization, ...rest }) => ({ ...rest, organization: [...organization] })),
    ),
  );
  return recorded.map((each) =>
    convert(each, ({ organization, ...rest }) => ({ ...rest, organization: new Set(organization) })),
  );
}

type Recorded<Statement> = Pick<RecordedFunction, "file" | "name" | "parameters"> &
  Record<"statements" | "onCluster", readonly Statement[]>;

const convert = <Given, Made>(
  { statements, onCluster, ...named }: Recorded<Given>,
  make: (statement: Given) => Made,
): Recorded<Made> => ({ ...named, statements: statements.map(make), onCluster: onCluster.map(make) });

async function recordEach(): Promise<RecordedFunction[]> {
  const recorded: RecordedFunction[] = [];
  for (const { file, source } of statementFiles) {
    const exported = (await import(`${root}/${file}`)) as Record<string, unknown>;
    const literals = readLiterals(source);
    for (const [name, called] of Object.entries(exported)) {
      if (typeof called !== "function") continue;
      const record = (cluster: "cluster" | "no cluster") =>
        recordStatements(called as StoreFunction, givenArguments[file]?.[name] ?? [], literals, cluster);
      const alike = await record("no cluster");
      const onCluster = source.includes("isOnCluster") ? await record("cluster") : alike;
      recorded.push({
        file,
        name,
        parameters: readParameters(called as StoreFunction),
        statements: [...new Set([...alike, ...onCluster])],
        onCluster,
      });
    }
  }
  return recorded;
}

/** What parameters may be that are declared as `purpose: "look" | "lock"`. */
function readLiterals(source: string): Map<string, string[]> {
  const declared = source.matchAll(/(\w+)\??: ("\w+"(?: \| "\w+")+)/g);
  return new Map(
    [...declared].map(([, name = "", union = ""]) => [name, union.split(" | ").map((literal) => literal.slice(1, -1))]),
  );
}
