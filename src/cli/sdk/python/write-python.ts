import { readFileSync } from "node:fs";
import { join } from "node:path";
import { interfaceVersion } from "../../../contract/interface-version.ts";
import { mergeForms, type Schemas } from "../../../openapi/forms/merge-forms.ts";
import type { ApiDescription } from "../../../openapi/describe-api.ts";
import { projectFolder } from "../../run-program.ts";
import { describeTypes } from "../describe-types.ts";
import { readOperations, type SdkOperation } from "../read-operations.ts";
import { writeGroups } from "./write-groups.ts";
import { writeTypes } from "./write-types.ts";

const runtimeFile = join(projectFolder, "src", "sdk", "python", "runtime.py");

/**
 * `caseport.py`: the runtime, a table of the operations, a method for each, and the types of what they take and return,
 * which only type checkers read.
 */
export function writePython(document: ApiDescription): string {
  const operations = readOperations(document);
  const runtime = readFileSync(runtimeFile, "utf8").replace("{version}", interfaceVersion);
  const typed = describeTypes(withoutEventForms(document), operations) as { components: { schemas: Schemas } };
  return [
    runtime.trimEnd(),
    `# Written from the router (src/cli/sdk/python): a line for each operation.\n${writeTable(operations)}`,
    writeGroups(operations),
    `if TYPE_CHECKING:\n${indent(writeTypes(typed.components.schemas, operations))}`,
    "",
  ].join("\n\n\n");
}

/** An event is one type, whose payload is a dictionary: 350 types would be a third of the file. */
function withoutEventForms(document: ApiDescription): ApiDescription {
  const schemas = document.components["schemas"] as Schemas;
  const { oneOf = [], description } = schemas["EventRecord"] ?? {};
  const merged = { ...mergeForms(oneOf, schemas), description };
  return { ...document, components: { ...document.components, schemas: { ...schemas, EventRecord: merged } } };
}

const idempotencies = { required: "k", ignored: "i", none: "n" } as const;

function writeTable(operations: readonly SdkOperation[]): string {
  const lines = operations.map(({ name, method, path, idempotency, items, isFeed, query, body }) => {
    const inQuery = body !== null && query.length > 0 ? `:${query.map((parameter) => parameter.name).join(",")}` : "";
    return [name, method, path, `${idempotencies[idempotency]}${inQuery}`, `${items ?? "-"}${isFeed ? "*" : ""}`].join(
      " ",
    );
  });
  return `_TABLE = """\\\n${lines.join("\n")}"""\n_OPERATIONS = {line.split(" ")[0]: _Operation.parse(line) for line in _TABLE.split("\\n")}`;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "    ");
}
