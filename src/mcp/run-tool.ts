import { acceptedContent, inputRequired, type CallToolResult, type InputRequiredResult, type ServerContext } from "@modelcontextprotocol/server";
import { callOperation, type McpCaller, type OperationCall } from "./call-operation.ts";
import { Decision, describeForPerson, nameCall, sealConfirmation, type Confirmation } from "./confirmation.ts";
import { describeError, shapeResponse } from "./shape-response.ts";

export type ToolResult = CallToolResult | InputRequiredResult;

/** A call with the fields that the assistant wants of the response. */
export interface ToolCall extends OperationCall {
  fields?: string[] | undefined;
}

/** Runs a read at once, and a mutation once the person has confirmed it. */
export async function runTool(caller: McpCaller, call: ToolCall, context: ServerContext): Promise<ToolResult> {
  if (call.operation.kind === "read") return run(caller, call);
  const confirmation = context.mcpReq.requestState<Confirmation>();
  if (confirmation === undefined) return requestConfirmation(caller, call);
  if (confirmation.call !== nameCall(call)) return describeError("Not run: the person was shown another request. Call the tool again without the state of that one.");
  const decision = acceptedContent(context.mcpReq.inputResponses, "confirm", Decision);
  if (decision?.confirm !== true) return describeError("Not run: the person did not confirm the request. Nothing was changed.");
  return run(caller, { ...call, idempotencyKey: confirmation.idempotencyKey });
}

async function run(caller: McpCaller, call: ToolCall): Promise<CallToolResult> {
  const { mcpSensitiveRecords: hasSensitive } = caller.principal;
  const response = await callOperation(caller, call);
  const result = shapeResponse(response, { fields: call.fields, hasSensitive });
  const isClosed = response.status === 403 && call.operation.isOptIn && !hasSensitive;
  return isClosed ? { ...result, content: [...result.content, { type: "text", text: "The key does not let assistants use medical, intake, document, note, task, deadline and calendar records (mcpSensitiveRecords)." }] } : result;
}

/** A request that would be rejected is not shown to the person. */
async function requestConfirmation(caller: McpCaller, call: ToolCall): Promise<ToolResult> {
  const rehearsal = await callOperation(caller, { ...call, idempotencyKey: call.idempotencyKey ?? "rehearsal" }, true);
  if (rehearsal.status >= 400) return shapeResponse(rehearsal, { hasSensitive: caller.principal.mcpSensitiveRecords });
  const message = describeForPerson(call);
  if (message === null) return describeError("Not run: a person cannot confirm so many fields at once. Split the request.");
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: Decision }) },
    requestState: sealConfirmation(caller.services.installationKeys, caller.principal.keyId, call),
  });
}
