import {
  acceptedContent,
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { sensitiveRecords } from "../contract/mcp.ts";
import { callOperation, type McpCaller, type ToolArguments } from "./call-operation.ts";
import {
  Decision,
  describeForPerson,
  describeSeveral,
  nameCalls,
  encryptConfirmation,
  type Confirmation,
} from "./confirmation.ts";
import { createRecordNames, type RecordNames } from "./name-records.ts";
import type { McpOperation } from "./operations.ts";
import { describeError, describeHeaders, describeItem, describeValue, shapeResponse } from "./shape-response.ts";

export type ToolResult = CallToolResult | InputRequiredResult;

/** A call with the fields that the assistant wants of the response. */
export interface ToolCall extends ToolArguments {
  fields?: string[] | undefined;
}

/** Runs a read at once, and a mutation once the person has confirmed it. */
export async function runTool(caller: McpCaller, call: ToolCall, context: ServerContext): Promise<ToolResult> {
  if (call.operation.kind === "read") return run(caller, call);
  return confirmThen(
    caller,
    { calls: [call], idempotencyKey: call.idempotencyKey, describe: (names) => describeForPerson(call, names) },
    context,
    (idempotencyKey) => run(caller, { ...call, idempotencyKey }),
  );
}

/** Requests of one operation that the person confirms together. */
export interface ManyCalls {
  operation: McpOperation;
  items: readonly Pick<ToolArguments, "input" | "ifMatch">[];
  idempotencyKey?: string | undefined;
  fields?: string[] | undefined;
}

/**
 * Runs requests of one operation one after the other, once the person has confirmed all of them. Each succeeds or fails
 * by itself; one that is rejected for its rate ends the rest. A call that is repeated replays what was done and does
 * the rest.
 */
export async function runMany(
  caller: McpCaller,
  { operation, items, idempotencyKey, fields }: ManyCalls,
  context: ServerContext,
): Promise<ToolResult> {
  const calls = items.map((item) => ({ ...item, operation }));
  const describe = (names: RecordNames) => describeSeveral(calls, names);
  return confirmThen(caller, { calls, idempotencyKey, describe }, context, async (confirmedKey) => {
    const results: object[] = [];
    let succeeded = 0;
    for (const [index, call] of calls.entries()) {
      const { status, headers, body } = await callOperation(caller, {
        ...call,
        idempotencyKey: `${confirmedKey}-${index}`,
      });
      const { success: _success, ...response } = JSON.parse(body) as Record<string, unknown>;
      results.push({
        index,
        status,
        ...describeHeaders(headers),
        ...describeItem(response, status, { fields, hasSensitive: caller.principal.mcpSensitiveRecords }),
      });
      if (status < 400) succeeded += 1;
      if (status === 429) break;
    }
    const notRun = calls.length - results.length;
    const note =
      notRun === 0
        ? {}
        : {
            note: `The last ${notRun} were not run: wait for retryAfterSeconds and repeat the call with idempotencyKey ${confirmedKey}.`,
          };
    return describeValue({ requests: calls.length, succeeded, ...note, results });
  });
}

interface Confirmable {
  calls: readonly ToolArguments[];
  idempotencyKey: string | undefined;
  describe: (names: RecordNames) => Promise<string | null>;
}

/** Has the person confirm calls, or runs what they confirmed. */
async function confirmThen(
  caller: McpCaller,
  confirmable: Confirmable,
  context: ServerContext,
  runConfirmed: (idempotencyKey: string) => Promise<ToolResult>,
): Promise<ToolResult> {
  const confirmation = context.mcpReq.requestState<Confirmation>();
  if (confirmation === undefined) return requestConfirmation(caller, confirmable);
  if (confirmation.call !== nameCalls(confirmable.calls))
    return describeError(
      "Not run: the person was shown another request. Call the tool again without the state of that one.",
    );
  const decision = acceptedContent(context.mcpReq.inputResponses, "confirm", Decision);
  if (decision?.confirm !== true)
    return describeError("Not run: the person did not confirm the request. Nothing was changed.");
  return runConfirmed(confirmation.idempotencyKey);
}

async function run(caller: McpCaller, call: ToolCall): Promise<CallToolResult> {
  const { mcpSensitiveRecords: hasSensitive } = caller.principal;
  const response = await callOperation(caller, call);
  const result = shapeResponse(response, { fields: call.fields, hasSensitive });
  const isClosed = response.status === 403 && call.operation.isOptIn && !hasSensitive;
  return isClosed
    ? {
        ...result,
        content: [
          ...result.content,
          { type: "text", text: `The key does not let assistants use ${sensitiveRecords} (mcpSensitiveRecords).` },
        ],
      }
    : result;
}

/**
 * A request that would be rejected is not shown to the person. Of several, the first counts in the operation's tier, as
 * one question.
 */
async function requestConfirmation(
  caller: McpCaller,
  { calls, idempotencyKey, describe }: Confirmable,
): Promise<ToolResult> {
  for (const [index, call] of calls.entries()) {
    const rehearsal = await callOperation(
      caller,
      { ...call, idempotencyKey: idempotencyKey ?? "rehearsal" },
      index === 0 ? "counted" : "uncounted",
    );
    if (rehearsal.status < 400) continue;
    const result = shapeResponse(rehearsal, { hasSensitive: caller.principal.mcpSensitiveRecords });
    return calls.length === 1
      ? result
      : {
          ...result,
          content: [{ type: "text", text: `Not run: item ${index} would be rejected.` }, ...result.content],
        };
  }
  const message = await describe(createRecordNames(caller));
  if (message === null)
    return describeError("Not run: a person cannot confirm so many fields at once. Split the request.");
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: Decision }) },
    requestState: encryptConfirmation(caller.services.installationKeys, caller.principal.keyId, calls, idempotencyKey),
  });
}
