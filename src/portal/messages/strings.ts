import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const messagesScreen = catalog({
  title: "Messages",
  description: "Texts, emails and calls with clients and leads. Who waits for an answer comes first.",
  view: "view messages",
  find: "Find a case",
  boxes: "Conversations",
  waiting: "Waiting",
  unlinked: "Not linked",
  all: "All",
  chooseOne: "No conversation chosen",
  chooseOneHint: "Choose a conversation, or find a case to read everything that was said about it.",
});

export const inbox = catalog({
  nouns: ["conversation", "conversations"] as const,
  noneWaiting: "Nobody waits for an answer",
  noneWaitingHint: "A client who writes stays here until somebody answers, or marks that no answer is needed.",
  noneUnlinked: "Every conversation is linked",
  noneUnlinkedHint:
    "A text from an unknown number, or from a number of two clients, waits here until somebody links it.",
  noneAll: "No conversations yet",
  noneAllHint: "Texts and emails with clients and leads appear here. Integrations log what other systems send.",
  waitingSince: (time: ReactNode) => rich`Wrote ${time}`,
  optOut: "Opt-out?",
  closed: "Closed",
  notLinked: "Not linked",
  lead: "Lead",
  others: (name: string, count: number) => `${name} and ${count} more`,
  channels: { text: "Text", email: "Email", fax: "Fax", letter: "Letter" },
});
