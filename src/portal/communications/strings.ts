import { catalog } from "../client/catalog.ts";

export const settingsScreen = catalog({
  title: "Communications",
  description: "How the firm sends texts and emails, and to whom it sends nothing.",
  manage: "change how the firm sends texts and emails",
  sections: "Communications",
  sending: "Sending",
  suppressions: "Suppressions",
});
