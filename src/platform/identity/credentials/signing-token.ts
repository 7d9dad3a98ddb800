import { defineUrlToken } from "./url-token.ts";

/** The page on which recipients sign, and what it sends: both outside the API of keys. */
export const signingPagePath = "/sign";
export const signingPath = "/api/signing";

/** The token of a signing link, `/sign/<token>`. Its holder begins to sign, after a code where the recipient has one. */
export const { create: createLinkToken, read: readLinkToken } = defineUrlToken("cpl");

/** The token of a recipient's session, in a cookie. */
export const { create: createSessionToken, read: readSessionToken } = defineUrlToken("cpn");
