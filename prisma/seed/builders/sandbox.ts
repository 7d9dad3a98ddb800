import { newId, type Given, type Values } from "./records.ts";

/** An email that a sandbox would have sent. */
export function buildCapturedMessage(values: Given<"CapturedMessage", "organizationId">): Values<"CapturedMessage"> {
  const id = values.id ?? newId("capturedMessage", values.createdAt);
  return { id, sourceId: id, channel: "email", to: "elena@client.example", subject: "Hello", text: "Hello", ...values };
}
