import { basePath } from "../../contract/base-path.ts";
import { JsonText, writeJson, writeJsonInTurns } from "../../contract/values/json-text.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import { formatEtag, type RevisionSource } from "../../contract/revision.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import type { ResponseKey } from "../../platform/crypto/stored-response.ts";
import type { Context } from "../context.ts";
import type { Declaration } from "../declarations.ts";
import { limitToScopes, readsResponse } from "../echo-form.ts";
import { selectFields } from "../fields.ts";
import type { MemberTree } from "../member-tree.ts";
import { listReadingRights, type ApiPrincipal } from "../principal.ts";
import type { Reading } from "../unit-of-work.ts";
import type { RequestInput } from "./read-input.ts";

/** An authenticated, authorized and valid request, ready to run in a transaction. */
export interface Call extends Reading {
  declaration: Declaration;
  principal: ApiPrincipal;
  input: RequestInput;
  /** Encrypts the stored response; null where the response holds no secret. */
  responseKey: ResponseKey | null;
}

/** A success response without its final headers. */
export interface Success {
  status: number;
  body: string;
  etag: string | null;
  location: string | null;
}

export async function callProcedure({ declaration, input, principal }: Call, context: Context): Promise<Success> {
  const output = (await declaration.run(context, input.parsed)) as Record<string, unknown>;
  const isWhole = declaration.kind === "query" || readsResponse(principal, declaration);
  const limited = isWhole
    ? select(declaration, input, output)
    : limitToScopes(principal, declaration, output, input.values);
  return describeSuccess(declaration.meta, output, withhold(declaration, principal, limited));
}

/** The response without what it shows of records that the caller does not read, such as the title of a case. */
function withhold<Response extends Record<string, unknown>>(
  declaration: Declaration,
  { scopes }: ApiPrincipal,
  response: Response,
): Response {
  return (declaration.withhold?.(response, scopes) ?? response) as Response;
}

function select(
  { selectable }: Declaration,
  { parsed: { fields } }: RequestInput,
  output: Record<string, unknown>,
): Record<string, unknown> {
  return selectable === undefined || fields === undefined
    ? output
    : selectFields(output, selectable, fields as MemberTree);
}

/**
 * A stored response with no more than the caller reads now: whole, if they still have every right of the first request,
 * else in the echo form. Which members depend on which right is known to the operation alone (names of leads,
 * privileged notes, private events), so the loss of any limits all.
 *
 * @param rights those of the first request, as of {@link listReadingRights}
 */
export function limitStored({ declaration, input, principal }: Call, body: string, rights: readonly string[]): string {
  const held = new Set(listReadingRights(principal));
  const lacksRight = rights.some((right) => !held.has(right));
  const { scope } = declaration.meta;
  const reader = lacksRight ? { scopes: new Set(scope === null ? [] : [scope]) } : principal;
  if (readsResponse(reader, declaration)) return body;
  const { success: _success, ...response } = JSON.parse(body) as Record<string, unknown>;
  return writeBody(limitToScopes(reader, declaration, response, input.values));
}

function writeBody(response: object): string {
  return writeJson({ success: true, ...response });
}

/** @param shown the part of the output that the caller sees: ETag and Location are of the whole */
async function describeSuccess(meta: OperationMeta, output: object, shown: object): Promise<Success> {
  const location = meta.created?.location.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
    String(readPath(output, path)),
  );
  return {
    status: meta.created === undefined ? 200 : 201,
    body: await writeJsonInTurns({ success: true, ...shown }, createTurn().end),
    etag: meta.etag === undefined ? null : formatEtag(readPath(output, meta.etag) as RevisionSource),
    location: location === undefined ? null : `${basePath}${location}`,
  };
}

function readPath(output: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) => ((value instanceof JsonText ? value.facts : value) as Record<string, unknown>)[name],
      output,
    );
}
