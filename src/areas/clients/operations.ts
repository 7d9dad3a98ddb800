import * as z from "zod";
import { acceptMergedRecord, orDeleted } from "../../contract/deleted-records.ts";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { clientArchive } from "./archive.ts";
import { deleteClient, updateClient } from "./domain.changes.ts";
import { createClient } from "./domain.creation.ts";
import { clientSearch } from "./domain.search.ts";
import { revealSsn } from "./ssn/domain.ts";
import { getClient, listClients } from "./domain.ts";
import { Client, ClientChanges, ClientQuery, NewClient, oneZipCode } from "./schema.ts";
import { clientExamples } from "./examples.ts";
import { clientEvents } from "./events.ts";
import { clientEnumerations } from "./enumerations.ts";

const reading = { area: "Clients", scope: "clients:read" } as const;
const changing = { area: "Clients", scope: "clients:write", readBy: "clients:read" } as const;
const Chosen = z.strictObject({ clientId: Id });
const Shown = z.object({ client: Client });

const urlRule =
  "Caseport logs the route and never the query. Your proxies may log full URLs: prefer `externalId` to `q`, `email` and " +
  "`phone`, which are personal data.";
const ssnRule =
  "`ssn` is write-only: it is encrypted at rest, and responses contain `ssnFourDigits`. `address` and `mailingAddress` replace the previous object as a whole.";

export const clients = defineArea(
  {
    "clients.list": operation({
      ...reading,
      route: "GET /clients",
      summary: "List clients",
      description: `Returns the organization's clients that match all filters, without deleted and merged ones unless \`includeDeleted\` is true. ${urlRule}`,
    })
      .input(ClientQuery)
      .output(z.object({ clients: z.array(orDeleted(Client)), nextCursor: z.string().nullable() }))
      .query(({ ctx, input }) => listClients(ctx, input)),

    "clients.create": operation({
      ...changing,
      route: "POST /clients",
      summary: "Create a client",
      description: `Creates a client, with or without cases. ${ssnRule} \`externalId\` is unique in the organization.`,
      emits: ["client.created"],
      mayEmit: ["consent.updated"],
      errors: ["NOT_FOUND", "DUPLICATE_ENTRY"],
      etag: "client.revision",
      created: { location: "/clients/{client.id}" },
    })
      .input(NewClient.refine(oneZipCode.check, oneZipCode.fault))
      .output(Shown)
      .mutation(async ({ ctx, input }) => ({ client: await createClient(ctx, input) })),

    "clients.get": operation({
      ...reading,
      route: "GET /clients/{clientId}",
      summary: "Get a client",
      description:
        "Returns the client. One that was merged into another fails with 404, the reason `record_merged` and the ID of the other in `X-Error-Detail`. Use the ETag " +
        "only for `If-Match`: `isMinor`, `caseIds` and contact names can change without a new revision, so the response is never 304.",
      etag: "client.revision",
      isVolatile: true,
    })
      .input(Chosen.extend(acceptMergedRecord("mergedIntoClientId")))
      .output(Shown)
      .query(async ({ ctx, input }) => ({ client: await getClient(ctx, input.clientId, input.includeMerged) })),

    "clients.update": operation({
      ...changing,
      route: "PATCH /clients/{clientId}",
      summary: "Update a client",
      description:
        `Changes the fields that you send, at least one; \`null\` clears a nullable field. ${ssnRule} ` +
        "`zipCode` is part of `address`: send one of them. `tags` replaces the list. Another `dateOfBirth` recalculates deadlines of the client's own claims that a rule on minors applies to. " +
        "A merged client is read-only (409).",
      emits: ["client.updated"],
      mayEmit: [
        "consent.updated",
        "deadline.recalculated",
        "deadline.recalculation_proposed",
        "case.updated",
        "task.updated",
      ],
      errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
      etag: "client.revision",
    })
      .input(
        ClientChanges.extend({ clientId: Id })
          .refine(...changesSomething("clientId"))
          .refine(oneZipCode.check, oneZipCode.fault),
      )
      .output(Shown)
      .mutation(async ({ ctx, input: { clientId, ...changes } }) => ({
        client: await updateClient(ctx, clientId, changes),
      })),

    "clients.delete": operation({
      ...changing,
      route: "DELETE /clients/{clientId}",
      summary: "Delete a client",
      description:
        "Soft-deletes the client. Fails with 409 while the client has cases that are not deleted. The `externalId` cannot be reused.",
      emits: ["client.deleted"],
      errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    })
      .input(Chosen)
      .output(Nothing)
      .mutation(nothing(({ ctx, input }) => deleteClient(ctx, input.clientId))),

    "clients.revealSsn": operation({
      area: "Clients",
      scope: "clients:pii",
      tier: "sensitive",
      route: "POST /clients/{clientId}/reveal-ssn",
      idempotency: "none",
      summary: "Reveal a client's social security number",
      description:
        "Returns the full number, if stored (`hasSsn`). POST keeps it out of URLs: the operation takes no idempotency key, stores nothing of the response, and " +
        "records every request in the audit log.",
      errors: ["INVALID_STATE_TRANSITION"],
      confirm: "second_factor",
    })
      .input(Chosen)
      .output(z.object({ clientId: Id, ssn: z.string().meta({ example: "219-64-4821" }) }))
      .query(({ ctx, input }) => revealSsn(ctx, input.clientId)),
  },
  {
    examples: clientExamples,
    events: [clientEvents],
    enumerations: clientEnumerations,
    archive: clientArchive,
    search: [clientSearch],
  },
);
