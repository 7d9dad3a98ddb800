import type { Scope } from "../contract/scopes.ts";
import type { Declaration } from "./declarations.ts";
import { createTree, type MemberTree } from "./member-tree.ts";
import type { Principal } from "./principal.ts";
import { isJsonObject } from "../contract/values/json-text.ts";

/**
 * The echo form: what the response of a mutation shows of a record to a caller without the scope that reads it. It has
 * what identifies the record, its revision, what the operation declares (`OperationMeta.echoes`), and what the request
 * sent, where the stored value is equal to it. Nothing else: `write` never implies `read`.
 */

/** Members of a record that the echo form has, if the record has them. The numbers are those that people use. */
const identifying = ["id", "revision", "updatedAt", "sequenceId", "invoiceNumber", "requestNumber"];

type Members = Record<string, unknown>;
type Written = Pick<Declaration, "meta" | "output">;

/** Whether the caller reads every member of the response. What an operation without a scope returns is the caller's own. */
export function readsResponse({ scopes }: Pick<Principal, "scopes">, { meta, output }: Written): boolean {
  return (
    meta.scope === null || Object.keys(output.shape).every((member) => canRead(scopes, scopeReading(meta, member)))
  );
}

/** The scope that reads a member of the response; undefined if none does. */
export function scopeReading({ readBy }: Declaration["meta"], member: string): Scope | undefined {
  return typeof readBy === "string" ? readBy : readBy?.[member];
}

function canRead(scopes: ReadonlySet<Scope>, scope: Scope | undefined): boolean {
  return scope !== undefined && scopes.has(scope);
}

/**
 * A mutation's response as the caller may see it: records that they cannot read in the echo form. The echo form of an
 * echo form is the same, so that it can be applied to a stored response.
 *
 * @param sent the request's path, query and body
 */
export function limitToScopes(
  { scopes }: Pick<Principal, "scopes">,
  declaration: Written,
  response: Members,
  sent: Members,
): Members {
  const { meta } = declaration;
  const shown = listEchoed(declaration);
  const parent = findParent(declaration);
  return mapMembers(response, (stored, member) => {
    if (canRead(scopes, scopeReading(meta, member))) return stored;
    const ofMember = Object.hasOwn(sent, member) ? sent[member] : sent;
    return select(stored, shown[member], member === parent ? undefined : ofMember);
  });
}

/**
 * What the echo form shows of any response whatever its value, by its members: also those of a record that ETag and
 * Location are made from.
 */
export function listEchoed(declaration: Written): Readonly<Record<string, MemberTree>> {
  const { created, etag, echoes = [] } = declaration.meta;
  const isNew = (record: string) => created !== undefined && record !== findParent(declaration);
  const ofRecords = listRecords(declaration).flatMap((record) =>
    [...identifying, ...(isNew(record) ? ["createdAt"] : [])].map((name) => `${record}.${name}`),
  );
  const ofLocation = [...(created?.location ?? "").matchAll(/\{(\w+\.\w+)\}/g)].map(([, path = ""]) => path);
  return createTree([...ofRecords, ...ofLocation, ...(etag === undefined ? [] : [etag]), ...echoes]);
}

/** The members of the response that are records, rather than lists, maps or what the operation returns besides. */
function listRecords({ meta: { echoes = [] }, output }: Written): string[] {
  return Object.entries(output.shape).flatMap(([member, { def }]) =>
    ["object", "nullable"].includes(def.type) && !echoes.includes(member) ? [member] : [],
  );
}

/**
 * The record with the ETag, if the response has another record, which is what the request creates or sets, such as a
 * lead's contact attempt.
 */
function findParent(declaration: Written): string | undefined {
  return listRecords(declaration).length > 1 ? declaration.meta.etag?.split(".")[0] : undefined;
}

/** What may be shown of a stored value; undefined if nothing. */
function select(stored: unknown, shown: MemberTree | undefined, sent: unknown): unknown {
  if (shown === true || stored === sent || isSameInstant(stored, sent) || (stored === null && shown !== undefined))
    return stored;
  if (Array.isArray(stored)) return selectItems(stored, shown, sent);
  if (!isJsonObject(stored)) return undefined;
  const selected = mapMembers(stored, (value, name) =>
    select(value, shown !== undefined && Object.hasOwn(shown, name) ? shown[name] : undefined, readMember(sent, name)),
  );
  return Object.keys(selected).length > 0 || (isJsonObject(sent) && Object.keys(stored).length === 0)
    ? selected
    : undefined;
}

/** All items or none. */
function selectItems(
  stored: readonly unknown[],
  shown: MemberTree | undefined,
  sent: unknown,
): readonly unknown[] | undefined {
  const isSent = Array.isArray(sent) && sent.length === stored.length;
  if (!isSent && shown === undefined) return undefined;
  const items = stored.map((item, index) => select(item, shown, isSent ? (sent as unknown[])[index] : undefined));
  return items.includes(undefined) ? undefined : items;
}

/** Instants are stored in UTC with milliseconds, and can be sent otherwise. */
function isSameInstant(stored: unknown, sent: unknown): boolean {
  const isInstant = (value: unknown): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
  return isInstant(stored) && isInstant(sent) && Date.parse(stored) === Date.parse(sent);
}

function readMember(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Without members that become undefined. */
function mapMembers(members: Members, map: (value: unknown, name: string) => unknown): Members {
  const mapped = Object.entries(members).map(([name, value]) => [name, map(value, name)] as const);
  return Object.fromEntries(mapped.filter(([, value]) => value !== undefined));
}
