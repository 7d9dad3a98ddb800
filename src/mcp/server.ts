import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { sensitiveRecords } from "../contract/mcp.ts";
import { interfaceVersion } from "../contract/interface-version.ts";
import type { McpCaller } from "./call-operation.ts";
import { confirmationMilliseconds, openConfirmation } from "./confirmation.ts";
import { instructions } from "./instructions.ts";
import { canUse, describeOperation, summarize, type McpOperation } from "./operations.ts";
import type { OperationKind } from "../rpc/declarations.ts";
import { runMany, runTool, type ToolResult } from "./run-tool.ts";
import { searchDocs } from "./search.ts";
import { describeError, describeValue } from "./shape-response.ts";
import {
  annotations,
  Arguments,
  describeArguments,
  fitInList,
  genericInput,
  manyInput,
  maxItems,
  Name,
  nameArguments,
  Query,
} from "./tool-schemas.ts";

/** The tools of one path: generic ones, or one for each operation of an area. */
export interface ToolSet {
  operations: readonly McpOperation[] | null;
  isReadOnly: boolean;
}

/** Tools that read none of the firm's records: they run no operation. */
export const discoveryTools: ReadonlySet<string> = new Set(["search_operations", "describe_operation", "search_docs"]);

const genericText: Record<OperationKind, string> = {
  read: "Runs an operation that only reads, and returns its response.",
  write: "Runs an operation that creates or changes records, once the person has confirmed it.",
  destroy: "Runs an operation that deletes records or cannot be undone, once the person has confirmed it.",
};

const maxFound = 10;
const maxSections = 4;

type CallerOf = (context: ServerContext) => McpCaller;
type Run<Input> = (caller: McpCaller, input: Input, context: ServerContext) => Promise<ToolResult> | ToolResult;

/**
 * A server with the tools that the caller can use: a client that cannot ask its person gets reads only.
 *
 * @param callerOf who calls a tool later, by the HTTP request that brings the call
 */
export function createServer(
  { catalog, principal, toolSet, canConfirm }: McpCaller & { toolSet: ToolSet; canConfirm: boolean },
  callerOf: CallerOf,
): McpServer {
  const server = new McpServer(
    { name: "caseport", title: "Caseport", version: interfaceVersion },
    {
      instructions,
      capabilities: { tools: { listChanged: false } },
      inputRequired: { roundTimeoutMs: confirmationMilliseconds },
      requestState: {
        verify: (state, context) => {
          const {
            services,
            principal: { keyId },
          } = callerOf(context);
          return openConfirmation(services.installationKeys, keyId, state);
        },
      },
    },
  );
  const canRun = ({ kind }: McpOperation) => kind === "read" || (canConfirm && !toolSet.isReadOnly);
  const usable = [...(toolSet.operations ?? catalog.operations.values())].filter(
    (operation) => canRun(operation) && canUse(principal, operation),
  );
  if (toolSet.operations === null) registerGeneric(server, usable, callerOf);
  else registerDirect(server, usable, callerOf);
  server.registerTool(
    "search_docs",
    {
      title: "Search documentation",
      annotations: annotations.read,
      inputSchema: z.strictObject({ query: Query }),
      description:
        "Searches the guides and the reference's chapters and error codes: syncing, webhooks, reports, keys, rate limits.",
    },
    guard(callerOf, (_caller, { query }: { query: string }) =>
      describeValue({ sections: searchDocs(query).slice(0, maxSections) }),
    ),
  );
  return server;
}

/** The library shows an error's message to the client. */
function guard<Input>(callerOf: CallerOf, run: Run<Input>) {
  return async (input: Input, context: ServerContext): Promise<ToolResult> => {
    const caller = callerOf(context);
    try {
      return await run(caller, input, context);
    } catch (error) {
      caller.services.logger.error({ error }, "unexpected error in a tool");
      return describeError("Internal server error");
    }
  };
}

/** Tools that find, describe and run any operation. */
function registerGeneric(server: McpServer, usable: readonly McpOperation[], callerOf: CallerOf): void {
  server.registerTool(
    "search_operations",
    {
      title: "Search operations",
      annotations: annotations.read,
      inputSchema: z.strictObject({
        query: Query.meta({ description: "Words of what you want to do: `update client phone`." }),
      }),
      description: "Finds operations that this key can run, with name, kind, path and scope.",
    },
    guard(callerOf, ({ catalog, principal }, { query }: { query: string }) => {
      const found = catalog.search(query);
      const shown = found.filter((operation) => usable.includes(operation)).slice(0, maxFound);
      // An assistant must not take what is closed to it for what there is not.
      const closed = principal.mcpSensitiveRecords ? [] : found.slice(0, maxFound).filter(({ isOptIn }) => isOptIn);
      const bySwitch = closed.map(({ declaration }) => declaration.name);
      return describeValue({
        operations: shown.map(summarize),
        ...(bySwitch.length > 0 && { closedBySwitch: { operations: bySwitch, note: closedNote } }),
      });
    }),
  );
  registerDescription(server, usable, callerOf);
  for (const kind of ["read", "write", "destroy"] as const) {
    if (!usable.some((operation) => operation.kind === kind)) continue;
    server.registerTool(
      kind,
      {
        title: `Run a ${kind} operation`,
        description: genericText[kind],
        annotations: annotations[kind],
        inputSchema: genericInput[kind],
      },
      guard(callerOf, (caller, input, context) => {
        const { operation: name = "", input: values = {}, ...rest } = Arguments.parse(input);
        const operation = caller.catalog.operations.get(name);
        if (operation?.kind !== kind)
          return describeError(
            `No operation of kind ${kind} has this name for assistants. Find one with search_operations.`,
          );
        return runTool(caller, { operation, input: values, ...rest }, context);
      }),
    );
  }
  if (usable.some(({ kind }) => kind === "write")) {
    server.registerTool(
      "write_many",
      {
        title: "Run a write operation for several records",
        annotations: annotations.write,
        inputSchema: manyInput,
        description: `Runs up to ${maxItems} requests of one operation of kind write, once the person has confirmed all of them at once. Each succeeds or fails by itself.`,
      },
      guard(callerOf, (caller, { operation: name, ...rest }: z.infer<typeof manyInput>, context) => {
        const operation = caller.catalog.operations.get(name);
        if (operation?.kind !== "write")
          return describeError(
            "No operation of kind write has this name for assistants. Find one with search_operations.",
          );
        return runMany(caller, { operation, ...rest }, context);
      }),
    );
  }
}

const closedNote = `These need the key's switch mcpSensitiveRecords, which opens ${sensitiveRecords} to assistants, and their scopes.`;

function registerDescription(server: McpServer, usable: readonly McpOperation[], callerOf: CallerOf): void {
  server.registerTool(
    "describe_operation",
    {
      title: "Describe operation",
      annotations: annotations.read,
      inputSchema: z.strictObject({ operation: Name }),
      description:
        "Returns an operation's description, the JSON Schema of its input and response, and an example input.",
    },
    guard(callerOf, (_caller, { operation: name }: { operation: string }) => {
      const operation = usable.find(
        ({ declaration }) => declaration.name === name || toolNameOf(declaration.name) === name,
      );
      return operation === undefined
        ? describeError("This key can run no such operation. Find one with search_operations.")
        : describeValue(describeOperation(operation));
    }),
  );
}

function toolNameOf(operation: string): string {
  return operation.replaceAll(".", "_");
}

/**
 * One tool for each operation. The operation's own path validates the input, in its own words. Where the schemas are
 * too long for a list, tools name their input, and `describe_operation` describes it.
 */
function registerDirect(server: McpServer, usable: readonly McpOperation[], callerOf: CallerOf): void {
  const isWhole = fitInList(usable);
  if (!isWhole) registerDescription(server, usable, callerOf);
  for (const operation of usable) {
    const {
      declaration: { name, meta },
      kind,
    } = operation;
    const inputSchema = isWhole ? describeArguments(operation) : nameArguments(operation);
    server.registerTool(
      toolNameOf(name),
      {
        title: meta.summary,
        description: isWhole ? (meta.description ?? meta.summary) : meta.summary,
        annotations: annotations[kind],
        inputSchema,
      },
      guard(callerOf, (caller, input: unknown, context) => {
        const { operation: _none, input: values = {}, ...rest } = Arguments.parse(input);
        return runTool(caller, { operation, input: values, ...rest }, context);
      }),
    );
  }
}
