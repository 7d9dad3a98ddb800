import { capitalize } from "../contract/values/capitalize.ts";
import { callOperation, type McpCaller, type ToolArguments } from "./call-operation.ts";
import { listLeaves } from "./list-leaves.ts";
import type { McpOperation } from "./operations.ts";

/** Records that a request refers to, as people know them: a person cannot tell which case an ID is. */

/** A member of a call's input with an ID of a record. */
interface Reference {
  /** Where the input has it: `caseId`, `assigneeMemberIds.0`. */
  path: string;
  /** The parameter of the operation that reads such a record. */
  parameter: string;
  id: string;
}

/** References of one request that are named; of more, the rest is shown by ID alone. */
const maxNamed = 20;
const maxNameCharacters = 120;

export interface RecordNames {
  /** Each reference with a name that the caller may read: path and name. */
  list(call: ToolArguments): Promise<[path: string, name: string][]>;
}

/** Reads names as the caller, with their scopes; each record once, however many calls refer to it. */
export function createRecordNames(caller: McpCaller): RecordNames {
  const readers = findReaders(caller.catalog.operations.values());
  const known = new Map<string, Promise<string | null>>();
  const find = ({ parameter, id }: Reference) => {
    const reference = `${parameter} ${id}`;
    const found = known.get(reference) ?? readName(caller, readers.get(parameter), { [parameter]: id });
    known.set(reference, found);
    return found;
  };
  return {
    list: async ({ operation, input }) => {
      const named: [string, string][] = [];
      for (const reference of listReferences(operation, input, [...readers.keys()]).slice(0, maxNamed)) {
        const name = await find(reference);
        if (name !== null) named.push([reference.path, name]);
      }
      return named;
    },
  };
}

/** The operations that read one record by its ID alone, by the name of that parameter. */
function findReaders(operations: Iterable<McpOperation>): Map<string, McpOperation> {
  const reading = [...operations].filter(({ kind, path, declaration }) => {
    const [parameter] = declaration.pathParameters;
    return (
      kind === "read" &&
      declaration.pathParameters.length === 1 &&
      path.endsWith(`/{${parameter ?? ""}}`) &&
      declaration.name.endsWith(".get")
    );
  });
  return new Map(reading.map((operation) => [operation.declaration.pathParameters[0] ?? "", operation]));
}

function listReferences(
  { declaration }: McpOperation,
  input: Record<string, unknown>,
  parameters: readonly string[],
): Reference[] {
  const ofPath = declaration.pathParameters.flatMap((name) => findReference(name, name, input[name], parameters));
  const rest = Object.entries(input).filter(([name]) => !declaration.pathParameters.includes(name));
  return [
    ...ofPath,
    ...rest.flatMap(([name, value]) =>
      listLeaves(name, value).flatMap(([path, leaf]) => findReference(path, name, leaf, parameters)),
    ),
  ];
}

/** A member called `assignedToMemberId` or `memberIds` holds what the parameter `memberId` holds. */
function findReference(path: string, name: string, value: unknown, parameters: readonly string[]): Reference[] {
  if (typeof value !== "string" || value === "") return [];
  const member = (path.split(".").findLast((step) => !/^\d+$/.test(step)) ?? name).replace(/Ids$/, "Id");
  const parameter = parameters
    .filter((known) => member === known || member.endsWith(capitalize(known)))
    .toSorted((one, other) => other.length - one.length)[0];
  return parameter === undefined ? [] : [{ path, parameter, id: value }];
}

/** Null where the caller may not read the record, or it has no name. */
async function readName(
  caller: McpCaller,
  operation: McpOperation | undefined,
  input: Record<string, unknown>,
): Promise<string | null> {
  if (operation === undefined) return null;
  const { status, body } = await callOperation(caller, { operation, input });
  if (status !== 200) return null;
  const record = Object.values(JSON.parse(body) as Record<string, unknown>).find(
    (member) => typeof member === "object" && member !== null,
  );
  return record === undefined ? null : describeRecord(record as Record<string, unknown>);
}

/** Number and name, as lists of the portal show them. */
export function describeRecord(record: Record<string, unknown>): string | null {
  const read = (name: string) => (typeof record[name] === "string" && record[name] !== "" ? record[name] : null);
  const person = [read("firstName"), read("lastName")].filter((part) => part !== null).join(" ");
  const name = read("name") ?? read("title") ?? read("subject") ?? read("fileName") ?? (person === "" ? null : person);
  const number = read("sequenceId") ?? read("invoiceNumber") ?? read("requestNumber");
  const parts = [number, name].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" ").slice(0, maxNameCharacters).toWellFormed();
}
