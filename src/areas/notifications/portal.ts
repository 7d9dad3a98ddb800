import * as z from "zod";
import { pageInput } from "../../contract/page.ts";
import { Id } from "../../contract/values/values.ts";
import { definePortalArea } from "../../rpc/area.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { markRead, readNotifications } from "./domain.ts";
import { readPreferences, setPreferences } from "./preferences/domain.ts";
import { NotificationPreferences, PreferenceChanges } from "./preferences/schema.ts";
import { Notification } from "./schema.ts";

export const notifications = definePortalArea(
  {
    list: portalOperation({ summary: "List your notifications, newest first", permission: null, tier: "read" })
      .input(z.strictObject(pageInput({ maximum: 200, default: 50 })))
      .output(
        z.object({ notifications: z.array(Notification), nextCursor: z.string().nullable(), unreadCount: z.int() }),
      )
      .query(({ ctx, input }) => readNotifications(ctx, input)),

    markRead: portalOperation({
      summary: "Mark your notifications as read",
      permission: null,
      tier: "write",
      isUnaudited: true,
    })
      .input(z.strictObject({ ids: z.array(Id).max(200).optional().meta({ description: "Default: all." }) }))
      .output(z.object({ unreadCount: z.int() }))
      .mutation(async ({ ctx, input }) => ({ unreadCount: await markRead(ctx, input.ids ?? null) })),

    preferences: portalOperation({ summary: "Get your notification preferences", permission: null, tier: "read" })
      .input(z.strictObject({}))
      .output(z.object({ preferences: NotificationPreferences }))
      .query(async ({ ctx }) => ({ preferences: await readPreferences(ctx) })),

    setPreferences: portalOperation({ summary: "Set your notification preferences", permission: null, tier: "write" })
      .input(PreferenceChanges)
      .output(z.object({ preferences: NotificationPreferences }))
      .mutation(async ({ ctx, input }) => ({ preferences: await setPreferences(ctx, input) })),
  },
  {
    archive: [
      { table: "Notification", omitted: "Personal to a member." },
      { table: "NotificationPreference", omitted: "Personal to a member." },
    ],
  },
);
