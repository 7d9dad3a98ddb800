import * as z from "zod";
import { namedEnum } from "../../../contract/enumeration.ts";
import { listPageLimit, pageInput, HistorySort } from "../../../contract/page.ts";
import { CalendarDate, Id, Instant } from "../../../contract/values/values.ts";
import { Call } from "../calls/schema.ts";
import { Message } from "../messages/schema.ts";

const CommunicationType = namedEnum("CommunicationType", ["message", "call"]);

/** A message or a call in the timeline of a case. */
export const Communication = z
  .object({
    type: CommunicationType,
    id: Id.meta({ description: "Of the message or the call." }),
    at: Instant.meta({ description: "When the message occurred, or the call started." }),
    message: Message.nullable().meta({ description: "null for a call." }),
    call: Call.nullable().meta({ description: "null for a message." }),
  })
  .meta({ id: "Communication" });
export type Communication = z.infer<typeof Communication>;

export const TimelineQuery = z.strictObject({
  caseId: Id,
  ...pageInput(listPageLimit),
  sort: HistorySort.default("newest"),
});
export type TimelineQuery = z.infer<typeof TimelineQuery>;

export const LastClientContact = z
  .object({
    id: Id.meta({ description: "Of the case." }),
    lastClientContactOn: CalendarDate.nullable().meta({
      description: "The field of the case: a day of the firm's time zone.",
    }),
    by: z
      .object({ type: CommunicationType, id: Id, at: Instant })
      .nullable()
      .meta({ description: "The message or call that set it; null if it was set manually." }),
    lastInboundAt: Instant.nullable().meta({ description: "When someone last wrote to the firm about the case." }),
    unansweredSince: Instant.nullable().meta({
      description: "The earliest message that waits for an answer, of all conversations of the case.",
    }),
    daysWithoutContact: z.int().nullable().meta({
      description: "Days since `lastClientContactOn`, today in the firm's time zone; null without it.",
    }),
  })
  .meta({ id: "LastClientContact" });
export type LastClientContact = z.infer<typeof LastClientContact>;
