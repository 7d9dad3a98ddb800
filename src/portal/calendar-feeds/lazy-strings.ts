import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const createFeedDialog = catalog({
  createFeed: "Create feed",
  name: "Name",
  nameHint: "The device or application that subscribes to it.",
  enterName: "Enter a name.",
  includeDeadlines: "Include my deadlines",
  includeTheirDeadlines: "Include their deadlines",
  events: "Events",
  eventTypes: {
    all: "All events",
    court_dates: "Court dates, depositions, mediations and arbitrations",
    none: "No events, deadlines only",
  },
  chooseWhose: "Choose whose calendar to include",
  tooManyMembers: (most: number) => `Choose at most ${most} members. A team, an office or the whole firm can have more`,
  nothingChosen: "Include events or deadlines",
});

export const feedSubject = catalog({
  whose: "Calendar of",
  scopes: {
    member: "Me",
    members: "Several members",
    team: "A team",
    office: "An office",
    organization: "The whole firm",
  },
  sharedHint:
    "Each entry has the initials of its members. The feed stops if you lose permission to view their events or deadlines.",
  members: "Members",
  searchByName: "Search by name",
  noMatchingMembers: "No matching members.",
  noMembersSelected: "No members selected",
  team: "Team",
  office: "Office",
  choose: "Choose…",
  noTeams: "There are no teams yet.",
  noOffices: "There are no offices yet.",
});

export const replaceUrlDialog = catalog({
  title: "Replace URL?",
  consequence: (name: ReactNode) =>
    rich`The current URL of ${name} stops working immediately. Add the new one to your calendar application.`,
  replaceUrl: "Replace URL",
});

export const feedUrlOnce = catalog({
  description: (name: ReactNode) => rich`The URL of ${name}. Anyone who has it can read the feed.`,
  noun: "URL",
  url: "URL",
  hint: "It is shown only once. If you lose it, replace it.",
  webcal: "Link for phones and Macs",
  openInApple: "Open in Apple Calendar",
  addToOutlook: "Add to Outlook",
  addToGoogle: "Add to Google Calendar",
  linksHint:
    "These links pass the URL to the calendar you choose and leave it in your browser history. Google and Outlook read the feed from their servers, so Caseport must be reachable from the internet.",
});
