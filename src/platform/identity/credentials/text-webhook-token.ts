import { defineUrlToken } from "./url-token.ts";

/** Providers of texts send inbound texts and reports to `/api/text/<token>`, outside the API of keys. */
export const textWebhookPath = "/api/text";

/** The token of a firm's webhook. It says whose account it is; each request must be signed by the provider as well. */
export const { create: createTextWebhookToken, read: readTextWebhookToken } = defineUrlToken("cpt");
