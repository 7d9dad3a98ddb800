import type * as z from "zod";
import type { OutboundResponse } from "../outbound-http/outbound.ts";
import type { SendOutcome } from "./text-provider.ts";

const retrySeconds = 60;

/** What a response means that says nothing of the message itself; null for one that does. */
export function describeFailure(response: OutboundResponse): SendOutcome | null {
  const { outcome, statusCode, retryAfterSeconds, isUnsent } = response;
  if (isUnsent === true || outcome === "certificate_refused")
    return { outcome: "retry_later", afterSeconds: retrySeconds };
  if (statusCode === 401 || statusCode === 403) return { outcome: "unauthorized" };
  if (statusCode === 429) return { outcome: "retry_later", afterSeconds: retryAfterSeconds ?? retrySeconds };
  if (outcome === "succeeded" || (statusCode !== null && statusCode >= 400 && statusCode < 500)) return null;
  // Neither a timeout, a 5xx nor a redirect says whether it was sent.
  return { outcome: "unknown" };
}

/** Whether a provider refuses to act, and may name why: of a recipient, with 403, this says nothing of the credentials. */
export const isForbidden = ({ statusCode }: OutboundResponse): boolean => statusCode === 403;

/** The body of a response that is JSON of the schema, else null. */
export function parseBody<Read>(schema: z.ZodType<Read>, { body }: OutboundResponse): Read | null {
  return body === undefined ? null : parseText(schema, body.toString("utf8"));
}

export function parseText<Read>(schema: z.ZodType<Read>, text: string): Read | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A header that came once; empty otherwise. */
export function readHeader(headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}
