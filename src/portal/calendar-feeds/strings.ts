import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const calendarFeedsScreen = catalog({
  title: "Calendar feeds",
  feeds: "calendar feeds",
  description:
    "Your agenda, or that of attorneys you docket for, in Outlook, Google Calendar, Apple Calendar or on a phone.",
  createFeed: "Create feed",
  noFeedsYet: "No calendar feeds yet",
  emptyDescription: "Create a feed, then add its URL to your calendar application as a subscribed calendar.",
  whatItShows: "What a feed shows",
  shows:
    "All open deadlines, at their time of day if they have one. A deadline on a closed day also appears on the last open day before it, as “Act by”. A missed deadline stays as “MISSED” until someone records the outcome.",
  showsEvents:
    "Events you organize, or attend and did not decline, from 30 days ago to 400 days ahead, with time, type, case number and court. Includes time out of office. In a feed of several members, each entry has their initials.",
  size: "Google Calendar reads at most 1 MB. A feed includes all its deadlines, then as many days of events as fit. An entry in the calendar marks where the events end.",
  hides:
    "A feed never includes titles, descriptions, places other than courts, meeting links, or names of clients or contacts. The only medical detail is the type of an appointment. A court department that contains a word of the client’s name is left out. Private events show as “Busy”.",
  whoHasTheUrl:
    "Anyone who has the URL can read the feed. Replace the URL or revoke the feed if you shared it by mistake.",
  howCurrent: "How often feeds update",
  calendarsDecide:
    "Your calendar application decides when to refresh a feed. Caseport suggests every hour and cannot force a refresh. Do not rely on a feed for changes made today.",
  google: "Google Calendar",
  googleReads: "Every 8 to 24 hours, sometimes later. You cannot refresh it.",
  outlookWeb: "Outlook on the web and new Outlook",
  outlookWebReads: "About every 3 hours, sometimes only after a day. You cannot refresh it.",
  outlook: "Classic Outlook for Windows",
  outlookReads: "At startup and with each send and receive, but at most once an hour.",
  mac: "Apple Calendar on a Mac",
  macReads: "As set in the subscription under Auto-refresh: from every 5 minutes to every week.",
  phone: "iPhone and iPad",
  phoneReads: "As set under Fetch New Data, often only while charging and on Wi-Fi.",
  asOf: "Based on vendors’ help pages and user reports as of November 2026. No vendor guarantees an interval.",
});

export const feedTable = catalog({
  name: "Name",
  url: "URL begins with",
  deadlines: "Deadlines",
  included: "Included",
  notIncluded: "Not included",
  created: "Created",
  lastRead: "Last read",
  never: "Never",
  whose: "Calendar of",
  me: "Me",
  firm: "The whole firm",
  owner: "The member",
  courtDates: "Court dates",
  noEvents: "No events",
  problems: {
    permission_missing: "Stopped: the permission to view these events or deadlines is missing.",
    subject_deleted: "Stopped: its office or team was deleted.",
  },
  tooLarge: (megabytes: string) => `${megabytes} MB. Google Calendar may not read it. Create feeds with fewer members.`,
  eventsThrough: (day: string) => `Full: events through ${day}`,
  readBy: (userAgent: string) => `by ${userAgent}`,
  actions: "Actions",
  replaceUrl: "Replace URL",
  revokeFeed: "Revoke feed",
  caption: "Calendar feeds, newest first",
});

export const revokeFeedDialog = catalog({
  title: "Revoke feed?",
  consequence: (name: ReactNode) =>
    rich`${name} stops working immediately. Calendar applications no longer get changes. This cannot be undone.`,
  revokeFeed: "Revoke feed",
  wasRevoked: (name: string) => `“${name}” was revoked.`,
});
