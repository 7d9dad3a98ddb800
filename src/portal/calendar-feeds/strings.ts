import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const calendarFeedsScreen = catalog({
  title: "Calendar feeds", feeds: "calendar feeds",
  description: "Your own agenda in a calendar application, such as Outlook, Google Calendar or a phone. It reads a secret URL when it chooses to: many every hour or so, Google Calendar often only once in a day.",
  createFeed: "Create feed", noFeedsYet: "No calendar feeds yet",
  whatFor: "Create a feed, then add its URL to your calendar application as a subscribed calendar.",
  whatItShows: "What a feed shows",
  shows: "Events that you organize or attend and did not decline, from 30 days ago to 400 days ahead: their time, type, case number and court. Deadlines that are assigned to you, if the feed includes them.",
  size: "A feed has at most 1 MB, because Google Calendar reads no more. A larger agenda has its deadlines first and then as many days of events as fit, and an entry in the calendar says where they end.",
  hides: "Never titles, descriptions, places other than courts, meeting links, names of clients or contacts, and nothing medical but the type of the appointment. A court’s department with a word of the client’s name is left out. Your private events show as “Busy”.",
  whoHasTheUrl: "Anyone who has the URL can read the feed. Replace the URL or revoke the feed if you shared it by mistake.",
});

export const feedTable = catalog({
  name: "Name", url: "URL begins with", deadlines: "Deadlines", included: "Included", notIncluded: "Not included", created: "Created", lastRead: "Last read", never: "Never",
  eventsThrough: (day: string) => `Full: events through ${day}`,
  readBy: (userAgent: string) => `by ${userAgent}`, actions: "Actions", replaceUrl: "Replace URL", revokeFeed: "Revoke feed",
  caption: "Calendar feeds, newest first",
});

export const revokeFeedDialog = catalog({
  title: "Revoke feed?", consequence: (name: ReactNode) => rich`${name} stops working immediately. Calendar applications show no more changes. This cannot be undone.`,
  revokeFeed: "Revoke feed", wasRevoked: (name: string) => `“${name}” was revoked.`,
});
