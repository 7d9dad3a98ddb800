import { nameType } from "../describe-types.ts";
import type { SdkOperation } from "../read-operations.ts";
import { snakeCase, writeDocstring } from "./names.ts";

/** A step of names: the operations that end here, and the steps below. */
interface Group {
  name: string;
  operations: SdkOperation[];
  groups: Map<string, Group>;
}

const base = `class _Group:
    def __init__(self, client: _Client) -> None:
        self._client = client`;

/** The classes of the operations: `caseport.cases.parties.create` is a method of CasesPartiesOperations. */
export function writeGroups(operations: readonly SdkOperation[]): string {
  const root: Group = { name: "", operations: [], groups: new Map() };
  for (const operation of operations) {
    const steps = operation.name.split(".").slice(0, -1);
    findGroup(root, steps).operations.push(operation);
  }
  const classes = [...root.groups.values()].flatMap((group) => writeGroup(group));
  const caseport = [
    "class Caseport(_Client):",
    writeDocstring(
      'A client of one server with one key. It has a method for each operation: `caseport.clients.update(id, {"phone": phone}, if_match=revision)`.',
      4,
    ),
    ...writeProperties(root, "self"),
  ].join("\n");
  return [base, ...classes, caseport].join("\n\n\n");
}

function findGroup(root: Group, steps: readonly string[]): Group {
  return steps.reduce((group, step) => {
    const name = `${group.name}${step.charAt(0).toUpperCase()}${step.slice(1)}`;
    const below = group.groups.get(step) ?? { name, operations: [], groups: new Map() };
    group.groups.set(step, below);
    return below;
  }, root);
}

const classOf = ({ name }: Group) => `${name}Operations`;

/** The class of a group, after those of the groups below. */
function writeGroup(group: Group): string[] {
  const methods = group.operations.flatMap((operation) => writeMethods(operation));
  const own = [`class ${classOf(group)}(_Group):`, ...writeProperties(group, "self._client"), ...methods].join("\n");
  return [...[...group.groups.values()].flatMap((below) => writeGroup(below)), own];
}

function writeProperties({ groups }: Group, client: string): string[] {
  return [...groups].map(
    ([step, group]) =>
      `\n    @property\n    def ${snakeCase(step)}(self) -> ${classOf(group)}:\n        return ${classOf(group)}(${client})`,
  );
}

function writeMethods(operation: SdkOperation): string[] {
  const { name, upload } = operation;
  return [
    writeMethod(operation),
    ...(upload ? [writeUpload(operation)] : []),
    ...(name === "documents.get"
      ? [writeUpload({ ...operation, name: "cases.documents.create", parameters: ["caseId"] })]
      : []),
    ...(name === "events.list" ? [followMethods] : []),
  ];
}

function writeMethod(operation: SdkOperation): string {
  const { name, parameters, query, body, selects, shows, ifMatch } = operation;
  const ids = parameters.map(snakeCase);
  const input = describeInput(operation);
  const named = [
    ...(selects ? ["fields: Optional[Sequence[str]] = None"] : []),
    ...shows.map((option) => `${snakeCase(option)}: Optional[bool] = None`),
    ...(ifMatch === "required" ? ["if_match: Union[str, int]"] : []),
  ];
  const extra = [
    ...(selects ? ["fields"] : []),
    ...shows.map(snakeCase),
    ...(ifMatch === "required" ? ["if_match"] : []),
  ];
  const given = [
    "self",
    // An ID can have the name of an option: request_id.
    ...(ids.length === 0 ? [] : [...ids.map((id) => `${id}: str`), "/"]),
    ...(input === undefined ? [] : [input]),
    ...(named.length === 0 ? [] : ["*", ...named]),
    `**options: Unpack[${describeOptions(operation)}]`,
  ];
  const sent = body === null ? "query" : "body";
  const hasInput = body !== null || query.length > 0;
  const options =
    extra.length === 0 ? "options" : `{**options, ${extra.map((option) => `"${option}": ${option}`).join(", ")}}`;
  const call = `self._client._call("${name}", (${ids.map((id) => `${id},`).join(" ")}), ${hasInput ? sent : "None"}, ${options})`;
  return [
    "",
    `    def ${snakeCase(name.split(".").at(-1) ?? "")}(${given.join(", ")}) -> ${describeResult(operation)}:`,
    writeDocstring(describe(operation), 8),
    `        return ${call}`,
  ].join("\n");
}

/** Summary, route, and what the operation does, without scope and tier. */
function describe({ summary, method, path, description }: SdkOperation): string {
  const [paragraph = ""] = description.split("\n\n");
  return `${summary}: \`${method} ${path}\`\n\n${paragraph}`;
}

function describeInput({ name, query, body, canOmitBody }: SdkOperation): string | undefined {
  if (body !== null)
    return canOmitBody ? `body: Optional[${nameType(name, "Body")}] = None` : `body: ${nameType(name, "Body")}`;
  if (query.length === 0) return undefined;
  const type = nameType(name, "Query");
  return query.some(({ required }) => required) ? `query: ${type}` : `query: Optional[${type}] = None`;
}

function describeOptions({ idempotency, ifMatch, canBeUnchanged }: SdkOperation): string {
  if (idempotency === "none") return canBeUnchanged ? "ReadOptions" : "RequestOptions";
  return ifMatch === "optional" ? "WriteOptions" : "CreateOptions";
}

interface Item {
  $ref?: string;
  anyOf?: Item[];
}

/** A list's records are those that a key reads without asking for deleted ones. */
function describeResult({ name, items, result }: SdkOperation): string {
  const type = nameType(name, "Result");
  if (items === null) return type;
  const { [items]: list } = (result["properties"] ?? {}) as Record<string, { items?: Item }>;
  const forms = list?.items?.anyOf ?? [list?.items ?? {}];
  const records = forms.map(({ $ref }) => $ref?.replace("#/components/schemas/", "") ?? "Dict[str, Any]");
  const live = records.filter((record) => record !== "DeletedRecord");
  return `Pages[${live.length === 1 ? live.join("") : `Union[${live.join(", ")}]`}, ${type}]`;
}

function writeUpload({ name, parameters }: SdkOperation): string {
  const [id = ""] = parameters.map(snakeCase);
  return [
    "",
    `    def upload(self, ${id}: str, source: UploadSource, /, members: Optional[Mapping[str, Any]] = None, *, file_name: Optional[str] = None, content_type: Optional[str] = None, on_progress: Optional[Callable[[str, int, int], None]] = None, **options: Unpack[WriteOptions]) -> Dict[str, Any]:`,
    writeDocstring(
      "Sends a file, in one request or in parts, as its size requires.\n\nmembers: those of the body that do not come from the file\non_progress: called with the phase (`hashing`, `sending`), the bytes so far, and all",
      8,
    ),
    '        own = {"file_name": file_name, "content_type": content_type, "on_progress": on_progress}',
    `        return self._client._upload("${name}", ${id}, source, members or {}, {**options, **own})`,
  ].join("\n");
}

const followMethods = `
    def follow(self, cursor_store: Union[FileCursorStore, CursorStore], *, start: Literal["oldest", "now"] = "oldest", filter: Optional[Mapping[str, str]] = None, limit: int = 100, stop: Callable[[], bool] = lambda: False) -> Iterator[EventPage]:
        """Reads the feed for ever, from the cursor in the store, and waits where it ends.

        A place is saved only after its events were processed. Interruptions are waited for.
        start: where to begin if the store is empty
        filter: \`entity\`, \`eventType\`, \`entityId\` or \`since\` of \`GET /events\`
        stop: asked before each page; True ends the loop

        Raises CursorExpiredError, and what else no retry mends, such as a revoked key.
        """
        return self._client._follow(cursor_store, start, filter, limit, stop)

    def read_end(self, **options: Unpack[RequestOptions]) -> str:
        """The cursor after the newest event."""
        return self._client._read_end(**options)`;
