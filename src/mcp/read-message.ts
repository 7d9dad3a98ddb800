import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import * as z from "zod";
import { AppError, notFound, unauthorizedMessage } from "../contract/errors/error-codes.ts";
import { toolPath } from "../contract/mcp.ts";
import { parseJson } from "../rpc/call/parse-json.ts";
import { readJsonBody } from "../http/request/read-body.ts";
import type { Catalog } from "./operations.ts";
import { discoveryTools, type ToolSet } from "./server.ts";

/**
 * The tools of a path: `/mcp` or `/mcp/area/<area>`, and each with `/readonly`.
 *
 * @throws NOT_FOUND
 */
export function findToolSet(path: string, { areas }: Catalog): ToolSet {
  const [, area, readonly] = toolPath.exec(path) ?? [undefined, ""];
  const operations = area === undefined ? null : areas.get(area);
  if (operations === undefined) throw notFound("Path", "unknown_path");
  return { operations, isReadOnly: readonly !== undefined };
}

/** What is read of a message; the library validates the rest. */
const Params = z
  .object({ name: z.string(), capabilities: z.unknown(), _meta: z.record(z.string(), z.unknown()) })
  .partial();
const MessageBody = z.object({ method: z.string().optional(), params: Params.optional().catch(undefined) });

/** Declared by clients that can show their person a form; `{}` is of an earlier revision. */
const Elicitation = z.object({ elicitation: z.union([z.object({ form: z.object({}) }), z.strictObject({})]) });

export interface Message {
  value: unknown;
  isInitialize: boolean;
  /** Whether it calls a tool that runs an operation. */
  runsOperation: boolean;
  /** Whether the client says that it can ask its person. */
  canConfirm: boolean;
}

/**
 * Reads a message. A batch is rejected: it existed in one revision, and would be many calls that count as one.
 *
 * @throws VALIDATION_FAILED, and as `readJsonBody`
 */
export async function readMessage(request: IncomingMessage): Promise<Message> {
  const body = parseJson(await readJsonBody(request));
  const { data } = MessageBody.safeParse("value" in body ? body.value : undefined);
  if ("fault" in body || data === undefined)
    throw new AppError("VALIDATION_FAILED", `body: ${"fault" in body ? body.fault : "must be one JSON-RPC message"}`);
  const { method, params } = data;
  const isInitialize = method === "initialize";
  return {
    value: body.value,
    isInitialize,
    runsOperation: method === "tools/call" && !discoveryTools.has(params?.name ?? ""),
    canConfirm: Elicitation.safeParse(
      isInitialize ? params?.capabilities : params?._meta?.[CLIENT_CAPABILITIES_META_KEY],
    ).success,
  };
}

/**
 * The headers of the caller's operations. Only here a bearer token can be an integration key: some clients can send no
 * other header.
 *
 * @throws UNAUTHORIZED for two credentials
 */
export function readCredentials({
  authorization,
  "x-api-key": sent,
  "x-forwarded-for": forwarded,
}: IncomingHttpHeaders): IncomingHttpHeaders {
  const bearer = authorization === undefined ? undefined : /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (authorization !== undefined && (bearer === undefined || sent !== undefined))
    throw new AppError("UNAUTHORIZED", unauthorizedMessage);
  const key = bearer ?? sent;
  return {
    ...(key !== undefined && { "x-api-key": key }),
    ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
  };
}
