import type { ReactNode } from "react";
import { catalog, rich } from "../client/catalog.ts";

export const createFeedDialog = catalog({
  createFeed: "Create feed", name: "Name", nameHint: "The device or application that reads it.", enterName: "Enter a name.",
  includeDeadlines: "Include deadlines that are assigned to me",
});

export const replaceUrlDialog = catalog({
  title: "Replace URL?", consequence: (name: ReactNode) => rich`The present URL of ${name} stops working immediately. Add the new one to your calendar application.`,
  replaceUrl: "Replace URL",
});

export const feedUrlOnce = catalog({
  description: (name: ReactNode) => rich`The URL of ${name}. Anyone who has it can read the feed.`, noun: "URL", url: "URL",
  hint: "It is shown only once. If you lose it, replace it.",
});
