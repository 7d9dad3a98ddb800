import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const messagesScreen = catalog({
  title: "Messages",
  description: "Texts, emails and calls with clients and leads. Those waiting for a reply come first.",
  view: "view messages",
  find: "Find a case",
  boxes: "Conversations",
  waiting: "Waiting",
  unlinked: "Not linked",
  all: "All",
  chooseOne: "No conversation selected",
  chooseOneHint: "Select a conversation, or find a case to see all of its messages and calls.",
});

export const inbox = catalog({
  nouns: ["conversation", "conversations"] as const,
  noneWaiting: "No one is waiting for a reply",
  noneWaitingHint: "Conversations stay here until someone replies or marks that no reply is needed.",
  noneUnlinked: "All conversations are linked",
  noneUnlinkedHint:
    "Texts from an unknown number, or a number that two clients share, stay here until someone links them.",
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
