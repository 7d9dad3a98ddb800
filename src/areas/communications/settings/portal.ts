import * as z from "zod";
import { Revision } from "../../../contract/values/values.ts";
import type { Context } from "../../../rpc/context.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { changeConnection, connectProvider, disconnectProvider } from "../connections/domain.ts";
import { ConnectionChanges, NewConnection } from "../connections/schema.ts";
import { updateCommunicationSettings } from "./domain.changes.ts";
import { getCommunicationHealth, getCommunicationSettings } from "./domain.ts";
import { sendTestMessage } from "./domain.test-message.ts";
import { CommunicationHealth, CommunicationSettings, CommunicationSettingsChanges } from "./schema.ts";

const reading = { permission: "communications:manage", tier: "read" } as const;
const changing = {
  permission: "communications:manage",
  tier: "write",
  confirm: "second_factor",
  errors: ["STALE_REVISION", "NOT_FOUND", "INVALID_STATE_TRANSITION"],
} as const;
const Shown = z.object({ communicationSettings: CommunicationSettings });

const showSettings = async (context: Context) => ({ communicationSettings: await getCommunicationSettings(context) });

/** How a firm sends is decided by a member with a second factor. */
export const communicationSettingsPortal = {
  "communicationSettings.get": portalOperation({ ...reading, summary: "Get how the firm sends texts and emails" })
    .input(z.strictObject({}))
    .output(Shown)
    .query(({ ctx }) => showSettings(ctx)),

  "communicationSettings.health": portalOperation({
    ...reading,
    summary: "Count what became of messages in the last 24 hours",
  })
    .input(z.strictObject({}))
    .output(z.object({ health: CommunicationHealth }))
    .query(async ({ ctx }) => ({ health: await getCommunicationHealth(ctx) })),

  "communicationSettings.update": portalOperation({
    ...changing,
    summary: "Change how the firm sends texts and emails",
    errors: ["STALE_REVISION"],
  })
    .input(CommunicationSettingsChanges)
    .output(Shown)
    .mutation(async ({ ctx, input }) => {
      await updateCommunicationSettings(ctx, input);
      return showSettings(ctx);
    }),

  "communicationSettings.connect": portalOperation({
    ...changing,
    summary: "Send texts with an account at a provider",
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(NewConnection)
    .output(Shown)
    .mutation(async ({ ctx, input }) => {
      await connectProvider(ctx, input);
      return showSettings(ctx);
    }),

  "communicationSettings.changeConnection": portalOperation({
    ...changing,
    summary: "Change the account at the provider of texts",
  })
    .input(ConnectionChanges)
    .output(Shown)
    .mutation(async ({ ctx, input }) => {
      await changeConnection(ctx, input);
      return showSettings(ctx);
    }),

  "communicationSettings.sendTest": portalOperation({
    permission: "communications:manage",
    tier: "write",
    summary: "Send a test to one's own number",
    emits: ["message.created"],
    mayEmit: ["conversation.created", "conversation.updated", "conversation.reopened"],
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({}))
    .output(z.object({ sentTo: z.string() }))
    .mutation(async ({ ctx }) => ({ sentTo: (await sendTestMessage(ctx)).to[0]?.address ?? "" })),

  "communicationSettings.disconnect": portalOperation({
    ...changing,
    summary: "End the account at the provider of texts",
  })
    .input(z.strictObject({ expectedRevision: Revision }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => {
      await disconnectProvider(ctx, input.expectedRevision);
      return showSettings(ctx);
    }),
};
