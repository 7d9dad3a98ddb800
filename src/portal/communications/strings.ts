import { catalog } from "../client/catalog.ts";

export const settingsScreen = catalog({
  title: "Communications",
  description: "How the firm sends texts and emails, and who must not receive any.",
  manage: "change how the firm sends texts and emails",
  sections: "Communications",
  sending: "Sending",
  suppressions: "Suppressions",
});
