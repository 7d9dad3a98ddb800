import { randomUUID } from "node:crypto";
import * as z from "zod";
import { fingerprint, canonicalJson } from "../platform/crypto/digest.ts";
import type { InstallationKeys } from "../platform/crypto/installation-keys.ts";
import type { OperationCall } from "./call-operation.ts";

/** How long a person can take to confirm a call, and how long the confirmed call can be repeated. */
export const confirmationMilliseconds = 300_000;

/** What a client returns with its person's decision. It names the call, so that no other call runs with the decision. */
const Confirmation = z.object({ call: z.string(), idempotencyKey: z.string(), expiresAt: z.number() });
export type Confirmation = z.infer<typeof Confirmation>;

export const Decision = z.object({ confirm: z.boolean().meta({ title: "Run this request" }) });

function associatedData(keyId: string): string {
  return `mcp confirmation ${keyId}`;
}

/** Encrypts what must return with the decision. Bound to the key: for another key it does not decrypt. */
export function sealConfirmation(installationKeys: InstallationKeys, keyId: string, call: OperationCall): string {
  const confirmation: Confirmation = {
    call: nameCall(call),
    idempotencyKey: call.idempotencyKey ?? `mcp-${randomUUID()}`,
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

/** A digest of the call, which the state and the repeated call must share. */
export function nameCall({ operation, input, ifMatch, idempotencyKey }: OperationCall): string {
  return fingerprint([operation.declaration.name, canonicalJson(input), ifMatch ?? "", idempotencyKey ?? ""]).toString("base64url");
}

const maxFields = 100;
const maxValueCharacters = 300;

/** What the person confirms: method, path and every changed field; null if that is more than a person reads. */
export function describeForPerson({ operation, input, ifMatch }: OperationCall): string | null {
  const { declaration, path } = operation;
  const { pathParameters, meta } = declaration;
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const fields = Object.entries(input).filter(([name]) => !pathParameters.includes(name)).flatMap(([name, value]) => listLeaves(name, value));
  if (fields.length > maxFields) return null;
  const changes = fields.map(([name, value]) => `${plain(JSON.stringify(name).slice(1, -1))}: ${shorten(plain(JSON.stringify(value) ?? "null"))}`);
  return [`${meta.method} ${target}`, meta.summary, ...(ifMatch === undefined ? [] : [`If-Match: ${plain(JSON.stringify(ifMatch))}`]), ...changes].join("\n");
}

function listLeaves(path: string, value: unknown): [string, unknown][] {
  const isBranch = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  return isBranch ? Object.entries(value).flatMap(([name, member]) => listLeaves(`${path}.${name}`, member)) : [[path, value]];
}

/** Text that shows what it is: invisible characters and those that reorder a line are escaped. JSON has escaped line breaks. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cf}\p{Cc}\u2028\u2029]/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

function shorten(text: string): string {
  return text.length <= maxValueCharacters ? text : `${text.slice(0, maxValueCharacters).toWellFormed()}… (${text.length} characters)`;
}
