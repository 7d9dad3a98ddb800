import { catalog } from "../client/catalog.ts";

export const palette = catalog({
  searching: "Searching…",
  nothingFound: "Nothing found. Names and IDs are searched in this organization.",
  goTo: "Go to",
  screen: "Screen, name, ID or API key",
  screens: "Screens",
  goToRecord: (noun: string, id: string) => `Go to ${noun} ${id}`,
  thisApiKey: "This API key is incomplete or mistyped. Nothing was sent.",
  hasNoApiKey: (organizationName: string) => `${organizationName} has no API key with this secret.`,
});

export const records = catalog({ apiKeys: "API keys", webhooks: "Webhooks", reports: "Reports" });

export const readPasted = catalog({
  apiKey: "API key",
  webhook: "webhook",
  delivery: "delivery",
  event: "event",
  request: "request",
  report: "report",
  export: "export",
});
