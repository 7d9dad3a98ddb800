import * as z from "zod";
import { connectableScopes, connectionDays } from "../../contract/assistants.ts";
import { isHostName } from "../../contract/integration-keys.ts";
import type { Scope } from "../../contract/scopes.ts";

/** Hosts on which a native client listens on the person's own machine: RFC 8252 7.3 and 8.3. */
const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a client may have the person sent there: by https, or to a program on their own machine. */
export function isRedirectUri(text: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  // RFC 6749 3.1.2 forbids a fragment; a name and a password would hide the host from whoever reads the URL.
  if (hash !== "" || text.includes("#") || username !== "" || password !== "") return false;
  return protocol === "https:" ? isHostName(hostname) : protocol === "http:" && loopbackHosts.has(hostname);
}

/**
 * Invisible characters, also those that are letters (Hangul fillers) or symbols (the blank of Braille), and those that
 * reorder a line: a name must look like what it is.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const maxNameCharacters = 60;

export const clientName = z
  .string()
  .max(200)
  .transform((name) => name.replaceAll(hidden, "").trim().slice(0, maxNameCharacters).toWellFormed().trim());

/**
 * A client's metadata as it registers (RFC 7591 2) or as its document has them. Members that the server does not use
 * are ignored, as RFC 7591 requires.
 */
export const ClientMetadata = z.object({
  redirect_uris: z.array(z.string().max(1_000).refine(isRedirectUri)).min(1).max(10),
  client_name: clientName.optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});
export type ClientMetadata = z.infer<typeof ClientMetadata>;

/** A client that asks for a connection. */
export interface Client {
  name: string;
  redirectUris: readonly string[];
}

/** What a client asks for, once it is validated: encrypted, it travels through the person's browser. */
export const AuthorizationRequest = z.object({
  issuer: z.string(),
  clientName: z.string(),
  /** SHA-256 of the client's ID, base64url. */
  clientDigest: z.string(),
  /** The host that published the client's metadata; null for a client that registered itself. */
  publishedBy: z.string().nullable(),
  redirectUri: z.string(),
  codeChallenge: z.string(),
  state: z.string().nullable(),
  resourcePath: z.string(),
  scopes: z.array(z.string()),
  expiresAt: z.number(),
});
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>;

/** As the page has it. */
export const EncryptedRequest = z.string().regex(/^[\w-]{40,12000}$/, "must be a request that this server made");

const ConnectableScope = z.enum(connectableScopes as [Scope, ...Scope[]]);

export const Consent = z.strictObject({
  request: EncryptedRequest,
  scopes: z
    .array(ConnectableScope)
    .min(1, "must contain at least one scope")
    .refine((scopes) => new Set(scopes).size === scopes.length, "must not contain a scope twice"),
  days: z.literal(connectionDays),
});
export type Consent = z.infer<typeof Consent>;

export const ShownRequest = z.object({
  clientName: z.string(),
  /** The host to which the person returns. */
  host: z.string(),
  publishedBy: z.string().nullable(),
  /** Whether the client is a program on the person's own machine. */
  isOnMachine: z.boolean(),
  resourcePath: z.string(),
  /** Whether the firm allows hosted assistants. */
  isAllowed: z.boolean(),
  /** What the person can choose, with what is selected at first. */
  scopes: z.array(z.object({ scope: ConnectableScope, isSensitive: z.boolean(), isSuggested: z.boolean() })),
  /** Scopes that act on behalf of an attorney, which only an attorney can give. */
  forAttorneys: z.array(ConnectableScope),
  declineUrl: z.string(),
});
export type ShownRequest = z.infer<typeof ShownRequest>;
