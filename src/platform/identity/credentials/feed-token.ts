import { defineUrlToken } from "./url-token.ts";

/** Calendar feeds are at `/api/calendar/<token>.ics`, outside the API of keys. */
export const calendarFeedPath = "/api/calendar";

/** The token of a calendar feed. Its holder can read the feed. */
export const { create: createFeedToken, read: readFeedToken } = defineUrlToken("cpc");
