import { randomUUID } from "node:crypto";
import * as z from "zod";
import { fingerprint, canonicalJson } from "../platform/crypto/digest.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { ToolArguments } from "./call-operation.ts";
import { listLeaves } from "./list-leaves.ts";
import type { RecordNames } from "./name-records.ts";

/** How long a person can take to confirm a call, and how long the confirmed call can be repeated. */
export const confirmationMilliseconds = 300_000;

/** What a client returns with its person's decision. It names the calls, so that no other call runs with the decision. */
const Confirmation = z.object({ call: z.string(), idempotencyKey: z.string(), expiresAt: z.number() });
export type Confirmation = z.infer<typeof Confirmation>;

export const Decision = z.object({ confirm: z.boolean().meta({ title: "Run this request" }) });

function associatedData(keyId: string): string {
  return `mcp confirmation ${keyId}`;
}

/**
 * Encrypts what must return with the decision. Bound to the key: for another key it does not decrypt.
 *
 * @param idempotencyKey of the assistant, if it sent one
 */
export function encryptConfirmation(
  installationKeys: InstallationKeys,
  keyId: string,
  calls: readonly ToolArguments[],
  idempotencyKey?: string,
): string {
  const confirmation: Confirmation = {
    call: nameCalls(calls),
    idempotencyKey: idempotencyKey ?? `mcp-${randomUUID()}`,
    expiresAt: Date.now() + confirmationMilliseconds,
  };
  return installationKeys.encrypt(associatedData(keyId), JSON.stringify(confirmation)).toString("base64url");
}

/** @throws for a forged, foreign or expired state */
export function openConfirmation(installationKeys: InstallationKeys, keyId: string, state: string): Confirmation {
  const text = installationKeys.decrypt(associatedData(keyId), Buffer.from(state, "base64url"));
  if (text === null) throw new Error("the state is not of this key");
  const confirmation = Confirmation.parse(JSON.parse(text));
  if (confirmation.expiresAt < Date.now()) throw new Error("the state has expired");
  return confirmation;
}

/** A digest of the calls, which the state and the repeated message must share. */
export function nameCalls(calls: readonly ToolArguments[]): string {
  const parts = calls.flatMap(({ operation, input, ifMatch, idempotencyKey }) => [
    operation.declaration.name,
    canonicalJson(input),
    ifMatch ?? "",
    idempotencyKey ?? "",
  ]);
  return fingerprint(parts).toString("base64url");
}

const maxFields = 100;
const maxFieldsOfSeveral = 300;
const maxValueCharacters = 300;

/**
 * What the person confirms: method, path, the names of the records, and every changed field; null if that is more than
 * a person reads.
 */
export async function describeForPerson(call: ToolArguments, names: RecordNames): Promise<string | null> {
  const {
    declaration: { meta },
  } = call.operation;
  const fields = listFields(call);
  if (fields.length > maxFields) return null;
  const named = (await names.list(call)).map(([path, name]) => `${path}: ${plain(name)}`);
  return [`${meta.method} ${targetOf(call)}`, meta.summary, ...named, ...fields.map(describeField)].join("\n");
}

/** As {@link describeForPerson}, of several calls of one operation: what all have in common once, then a line for each. */
export async function describeSeveral(calls: readonly ToolArguments[], names: RecordNames): Promise<string | null> {
  const [first] = calls;
  if (first === undefined) return null;
  const lines = calls.map((call) => listFields(call).map(describeField));
  const common = (lines[0] ?? []).filter((field) => lines.every((line) => line.includes(field)));
  const own = lines.map((line) => line.filter((field) => !common.includes(field)));
  if (common.length + own.flat().length > maxFieldsOfSeveral) return null;
  const {
    declaration: { meta },
    path,
  } = first.operation;
  const shown: string[] = [];
  for (const [index, call] of calls.entries()) {
    const named = (await names.list(call)).map(([, name]) => plain(name));
    shown.push(
      [`${index + 1}. ${named.length > 0 ? named.join(", ") : targetOf(call)}`, ...(own[index] ?? [])].join("; "),
    );
  }
  return [`${meta.method} ${path}, ${calls.length} requests`, meta.summary, ...common, ...shown].join("\n");
}

function targetOf({ operation: { path }, input }: ToolArguments): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
}

function listFields({ operation: { declaration }, input, ifMatch }: ToolArguments): [string, unknown][] {
  const sent = Object.entries(input)
    .filter(([name]) => !declaration.pathParameters.includes(name))
    .flatMap(([name, value]) => listLeaves(name, value));
  return [...(ifMatch === undefined ? [] : [["If-Match", ifMatch] as [string, unknown]]), ...sent];
}

function describeField([name, value]: [string, unknown]): string {
  return `${plain(JSON.stringify(name).slice(1, -1))}: ${shorten(plain(JSON.stringify(value) ?? "null"))}`;
}

/**
 * Text that shows what it is: invisible characters and those that reorder a line are escaped. JSON has escaped line
 * breaks.
 */
function plain(text: string): string {
  return text.replaceAll(
    /[\p{Cf}\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
}

function shorten(text: string): string {
  return text.length <= maxValueCharacters
    ? text
    : `${text.slice(0, maxValueCharacters).toWellFormed()}… (${text.length} characters)`;
}
