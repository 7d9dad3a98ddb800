import { basePath } from "../../contract/base-path.ts";
import { JsonText, writeJson, writeJsonInTurns } from "../../contract/values/json-text.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import { formatEtag, type RevisionSource } from "../../contract/revision.ts";
import { sha256 } from "../../platform/crypto/digest.ts";
import { createTurn } from "../../platform/event-loop-turn.ts";
import type { Context } from "../context.ts";
import type { Declaration } from "../declarations.ts";
import { limitToScopes, readsResponse } from "../echo-form.ts";
import { selectFields } from "../fields.ts";
import type { MemberTree } from "../member-tree.ts";
import type { ApiPrincipal, Principal } from "../principal.ts";
import { lacksReadingRight } from "../reading-rights.ts";
import type { RequestInput } from "./read-input.ts";
import { runProcedure } from "./run-procedure.ts";

/** A call of an operation, of a key or for a row of an import: authorized, and its input is valid. */
interface AuthorizedCall {
  declaration: Declaration;
  principal: Principal;
  input: RequestInput;
}

/** A key's call. */
export interface ValidCall extends AuthorizedCall {
  principal: ApiPrincipal;
}

/** A success response without its final headers. */
export interface Success {
  status: number;
  body: string;
  etag: string | null;
  location: string | null;
}

/**
 * Runs the procedure and writes its response as the caller sees it: records that a mutation's caller cannot read in the
 * echo form, of a read the chosen fields, and without what they show of records that the caller does not read.
 *
 * @throws as `runProcedure`
 */
export async function callProcedure(
  { declaration, principal, input }: AuthorizedCall,
  context: Context,
): Promise<Success> {
  const { fields, ...others } = input.parsed;
  // Of a mutation it is a member of its own, such as the fields of a template.
  const values = declaration.selectable === undefined ? input.parsed : others;
  const output = (await runProcedure(declaration, context, values)) as Record<string, unknown>;
  const isWhole = declaration.kind === "query" || readsResponse(principal, declaration);
  const shown = isWhole
    ? withhold(declaration, principal, select(declaration, fields, output))
    : limitWithheld(declaration, principal, output, input.values);
  return describeSuccess(declaration.meta, output, shown);
}

function withhold(
  declaration: Declaration,
  { scopes }: Pick<Principal, "scopes">,
  output: Record<string, unknown>,
): Record<string, unknown> {
  return (declaration.withhold?.(output, scopes) ?? output) as Record<string, unknown>;
}

/**
 * The echo form, without what was sent but the caller may not see, such as a text: null would say that the record has
 * none.
 */
function limitWithheld(
  declaration: Declaration,
  reader: Pick<Principal, "scopes">,
  output: Record<string, unknown>,
  sent: Record<string, unknown>,
): Record<string, unknown> {
  return limitToScopes(reader, declaration, withhold(declaration, reader, output), sent);
}

/** @param fields the parsed query parameter */
function select(
  { selectable }: Declaration,
  fields: unknown,
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
 * @param rights those of the first request, as of `encodeReadingRights`
 */
export function limitStored(
  { declaration, input, principal }: ValidCall,
  body: string,
  rights: readonly string[],
): string {
  const { scope } = declaration.meta;
  const reader = lacksReadingRight(principal, rights) ? { scopes: new Set(scope === null ? [] : [scope]) } : principal;
  if (readsResponse(reader, declaration)) return body;
  const { success: _success, ...response } = JSON.parse(body) as Record<string, unknown>;
  return writeJson({ success: true, ...limitWithheld(declaration, reader, response, input.values) });
}

/** @param shown the part of the output that the caller sees: ETag and Location are of the whole */
async function describeSuccess(meta: OperationMeta, output: object, shown: object): Promise<Success> {
  const location = meta.created?.location.replaceAll(/\{([\w.]+)\}/g, (_, path: string) =>
    String(readPath(output, path)),
  );
  return {
    status: meta.created === undefined ? 200 : 201,
    body: await writeJsonInTurns({ success: true, ...shown }, createTurn().end),
    etag: meta.etag === undefined ? null : writeEtag(readPath(output, meta.etag) as RevisionSource, shown),
    location: location === undefined ? null : `${basePath}${location}`,
  };
}

/** The record's ETag; of a response with related records one of its own, so that 304 says that these are unchanged, too. */
function writeEtag(source: RevisionSource, shown: object): string {
  const expanded: unknown = "expanded" in shown ? shown.expanded : undefined;
  return formatEtag(
    source,
    typeof expanded === "object" && expanded !== null ? sha256(writeJson(expanded)) : undefined,
  );
}

function readPath(output: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) => ((value instanceof JsonText ? value.facts : value) as Record<string, unknown>)[name],
      output,
    );
}
