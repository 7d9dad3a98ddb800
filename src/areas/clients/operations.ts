import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { deleteClient, updateClient } from "./domain.changes.ts";
import { createClient } from "./domain.creation.ts";
import { revealSsn } from "./ssn/domain.ts";
import { getClient, listClients } from "./domain.ts";
import { Client, ClientChanges, ClientFilter, NewClient, oneZipCode } from "./schema.ts";
import { clientExamples } from "./examples.ts";
import { clientEvents } from "./events.ts";
import { clientEnumerations } from "./enumerations.ts";

const reading = { area: "Clients", scope: "clients:read", tier: "read", idempotency: "none" } as const;
const changing = { area: "Clients", scope: "clients:write", tier: "write", idempotency: "required" } as const;
const Chosen = z.strictObject({ clientId: Id });
const Shown = z.object({ client: Client });

const urlRule =
  "Our log keeps the route and never the query; whatever lies between may keep the whole URL, so prefer `externalId` to `q`, `email` and " +
  "`phone`, which are personal data, where a proxy of yours logs URLs.";
const ssnRule = "`ssn` is write-only: it is encrypted at rest, and reads show `ssnFourDigits`. `address` and `mailingAddress` replace the one before whole.";

export const clients = defineArea({
  list: operation({
    ...reading,
    method: "GET",
    path: "/clients",
    summary: "List clients",
    description: `The firm's clients, without deleted and merged ones. Every filter narrows. ${urlRule}`,
  })
    .input(z.strictObject(ClientFilter))
    .output(z.object({ clients: z.array(Client), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listClients(ctx, input)),

  create: operation({
    ...changing,
    method: "POST",
    path: "/clients",
    summary: "Create a client",
    description: `A client, with or without cases yet. ${ssnRule} \`externalId\` is unique in the organization.`,
    emits: ["client.created"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY"],
    etag: "client.revision",
    created: { location: "/clients/{client.id}" },
  })
    .input(NewClient.refine(oneZipCode.check, oneZipCode.fault))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ client: await createClient(ctx, input) })),

  get: operation({
    ...reading,
    method: "GET",
    path: "/clients/{clientId}",
    summary: "Get a client",
    description:
      "The client. One that was merged into another is still answered, and shows into which; a deleted one is not found. The ETag is " +
      "for `If-Match`: `isMinor`, `caseIds` and the contacts' names move without a new revision, so the answer is never 304.",
    errors: ["NOT_FOUND"],
    etag: "client.revision",
    movesByItself: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ client: await getClient(ctx, input.clientId) })),

  update: operation({
    ...changing,
    method: "PATCH",
    path: "/clients/{clientId}",
    summary: "Update a client",
    description:
      `Changes the fields that you send, at least one; \`null\` clears a nullable field. ${ssnRule} ` +
      "`zipCode` is that of `address`: send the one or the other. `tags` is the whole list. A merged client is read-only (409).",
    emits: ["client.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "client.revision",
  })
    .input(
      ClientChanges.extend({ clientId: Id })
        .refine((input) => Object.keys(input).length > 1, { path: ["body"], message: "must change at least one field" })
        .refine(oneZipCode.check, oneZipCode.fault),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { clientId, ...changes } }) => ({ client: await updateClient(ctx, clientId, changes) })),

  delete: operation({
    ...changing,
    method: "DELETE",
    path: "/clients/{clientId}",
    summary: "Delete a client",
    description: "Refused (409) while the client has cases that are not deleted. Deletion is soft; the `externalId` stays taken.",
    emits: ["client.deleted"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await deleteClient(ctx, input.clientId);
      return {};
    }),

  revealSsn: operation({
    area: "Clients",
    scope: "clients:pii",
    tier: "sensitive",
    idempotency: "none",
    method: "POST",
    path: "/clients/{clientId}/reveal-ssn",
    summary: "Reveal a client's social security number",
    description:
      "The whole number, where it is kept (`hasSsn`). A read, by POST: it takes no idempotency key, nothing of the answer is stored, and " +
      "each time the audit trail says who saw whose.",
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
    confirm: "second_factor",
  })
    .input(Chosen)
    .output(z.object({ clientId: Id, ssn: z.string().meta({ example: "219-64-4821" }) }))
    .query(({ ctx, input }) => revealSsn(ctx, input.clientId)),
}, { examples: clientExamples, events: [clientEvents], enumerations: clientEnumerations });
