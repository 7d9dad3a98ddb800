import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const calendarFeedsScreen = catalog({
  title: "Calendar feeds",
  feeds: "calendar feeds",
  description:
    "Your agenda, or that of attorneys for whom you docket, in Outlook, Google Calendar, Apple Calendar or a phone.",
  createFeed: "Create feed",
  noFeedsYet: "No calendar feeds yet",
  emptyDescription: "Create a feed, then add its URL to your calendar application as a subscribed calendar.",
  whatItShows: "What a feed shows",
  shows:
    "Deadlines, however far away: at their time of day if they have one. A deadline on a closed day is also on the last open day before it, as “Act by”. A missed one stays as “MISSED” until somebody records what happened.",
  showsEvents:
    "Events that you organize or attend and did not decline, from 30 days ago to 400 days ahead: their time, type, case number and court; and when you are out of office. A feed of several members has their initials in each entry.",
  size: "Google Calendar reads at most 1 MB. A feed has all its deadlines, then as many days of events as fit, and an entry in the calendar says where the events end.",
  hides:
    "Never titles, descriptions, places other than courts, meeting links, names of clients or contacts, and nothing medical but the type of the appointment. A court’s department with a word of the client’s name is left out. Private events show as “Busy”.",
  whoHasTheUrl:
    "Anyone who has the URL can read the feed. Replace the URL or revoke the feed if you shared it by mistake.",
  howCurrent: "How current it is",
  calendarsDecide:
    "The calendar application decides when it reads the feed again. Caseport asks for every hour and cannot make it read sooner. Do not rely on a feed for what changed today.",
  google: "Google Calendar",
  googleReads: "Every 8 to 24 hours, sometimes later; you cannot refresh it.",
  outlookWeb: "Outlook on the web and new Outlook",
  outlookWebReads: "About every 3 hours, sometimes only after a day; you cannot refresh it.",
  outlook: "Classic Outlook for Windows",
  outlookReads: "When it starts and with each send and receive, but not more often than every hour.",
  mac: "Apple Calendar on a Mac",
  macReads: "As set in the subscription under Auto-refresh: from every 5 minutes to every week.",
  phone: "iPhone and iPad",
  phoneReads: "As set under Fetch New Data, often only while charging and on Wi-Fi.",
  asOf: "From the vendors’ help pages and users’ reports, read in November 2026; no vendor promises an interval.",
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
    permission_missing: "Cannot be read: the permission to view these events or deadlines is missing.",
    subject_deleted: "Cannot be read: its office or team was deleted.",
  },
  tooLarge: (megabytes: string) => `${megabytes} MB: Google Calendar may not read it. Create feeds of fewer members.`,
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
    rich`${name} stops working immediately. Calendar applications show no more changes. This cannot be undone.`,
  revokeFeed: "Revoke feed",
  wasRevoked: (name: string) => `“${name}” was revoked.`,
});
