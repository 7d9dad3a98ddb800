import { callAction, readList, readRecord, type Json } from "../call.ts";
import type { ConnectorAction, ConnectorField } from "../description.ts";
import { ConnectorError } from "../errors.ts";
import { deriveIdempotencyKey } from "../idempotency.ts";
import { openConnection, toNodeError } from "./connection.ts";
import type { OutputItem, Platform, StepContext } from "./platform.ts";

/** The actions of the node, by resource and operation as its menus name them. */
export type StepActions = Readonly<Record<string, Readonly<Record<string, ConnectorAction>>>>;

/** The collections of optional fields; an action has one of them. */
const optionCollections = ["additionalFields", "updateFields", "filters"] as const;

/**
 * Executes the chosen action for each input item, one after another.
 *
 * @returns items that are paired with their input
 */
export async function executeStep(
  context: StepContext,
  actions: StepActions,
  platform: Platform,
): Promise<OutputItem[]> {
  const output: OutputItem[] = [];
  for (const itemIndex of context.getInputData().keys()) {
    try {
      const records = await executeItem(context, actions, platform, itemIndex);
      output.push(...records.map((json) => ({ json, pairedItem: { item: itemIndex } })));
    } catch (error) {
      const shown = toNodeError(context, platform, error, itemIndex);
      if (!context.continueOnFail()) throw shown;
      output.push({ json: describeFailure(error), pairedItem: { item: itemIndex } });
    }
  }
  return output;
}

function describeFailure(error: unknown): Json {
  if (!(error instanceof ConnectorError)) return { error: error instanceof Error ? error.message : String(error) };
  const { message, code, reason, status, requestId } = error;
  return {
    error: message,
    code,
    status,
    ...(reason !== undefined && { reason }),
    ...(requestId !== undefined && { requestId }),
  };
}

async function executeItem(
  context: StepContext,
  actions: StepActions,
  platform: Platform,
  itemIndex: number,
): Promise<Json[]> {
  const resource = String(context.getNodeParameter("resource", itemIndex));
  const operation = String(context.getNodeParameter("operation", itemIndex));
  const action = actions[resource]?.[operation];
  if (action === undefined)
    throw new ConnectorError(`This version of the node has no operation ${resource}: ${operation}.`);
  const values = readValues(context, action, itemIndex);
  const connection = await openConnection(context, platform, action);
  const timeZone = context.getTimezone();
  if (action.items !== null) {
    const isAll = context.getNodeParameter("returnAll", itemIndex, false) === true;
    const limit = isAll ? null : Number(context.getNodeParameter("limit", itemIndex, 50));
    return readList(connection, { ...action, items: action.items }, values, { limit, timeZone });
  }
  const file = action.fields.some(({ type }) => type === "file") ? await readFile(context, itemIndex) : undefined;
  const body = await callAction(connection, action, values, {
    timeZone,
    file,
    ...(action.idempotency !== "none" && { idempotencyKey: chooseIdempotencyKey(context, action, itemIndex) }),
  });
  return [readRecord(action, body)];
}

/** Required fields are parameters of their own, the others members of a collection. */
function readValues(context: StepContext, { fields }: ConnectorAction, itemIndex: number): Record<string, unknown> {
  const optional = Object.assign(
    {},
    ...optionCollections.map((name) => context.getNodeParameter(name, itemIndex, {})),
  ) as Json;
  const read = ({ name, isRequired }: ConnectorField) =>
    isRequired ? context.getNodeParameter(name, itemIndex, undefined) : optional[name];
  return Object.fromEntries(
    fields.filter(({ type }) => type !== "file").map((field) => [field.name, pickValue(read(field))]),
  );
}

/** What a field that is chosen from a list, or entered as an ID, holds. */
function pickValue(value: unknown): unknown {
  return typeof value === "object" && value !== null && "__rl" in value ? (value as Json)["value"] : value;
}

async function readFile(context: StepContext, itemIndex: number) {
  const name = String(context.getNodeParameter("binaryPropertyName", itemIndex, "data"));
  const { fileName, mimeType } = context.helpers.assertBinaryData(itemIndex, name);
  const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, name);
  return { fileName: fileName ?? "file", contentType: mimeType, bytes };
}

/**
 * The same for each attempt of a step: n8n's Retry On Fail repeats it within one execution. The number of the run tells
 * apart the rounds of a loop, which have the same items; node and workflow are part of it because steps of one
 * execution, and installations that share a key, must not meet.
 */
function chooseIdempotencyKey(context: StepContext, { operation }: ConnectorAction, itemIndex: number): string {
  const options = context.getNodeParameter("options", itemIndex, {}) as { idempotencyKey?: string };
  const own = options.idempotencyKey ?? "";
  const step = [context.getInstanceId(), context.getWorkflow().id ?? "", context.getNode().id, operation];
  // What makes two runs of the node the same: its items need keys of their own, the steps of a workflow do not.
  if (own !== "") return deriveIdempotencyKey("n8n", [...step, own]);
  return deriveIdempotencyKey("n8n", [
    ...step,
    context.getExecutionId(),
    context.evaluateExpression("{{ $runIndex }}", itemIndex) ?? 0,
    itemIndex,
  ]);
}
