import { catalog } from "../client/catalog.ts";

export const palette = catalog({
  searching: "Searching…",
  nothingFound: "Nothing found. Names and IDs are searched in this organization.",
  goTo: "Go to",
  actions: "Actions",
  createKey: "Create API key",
  createWebhook: "Create webhook",
  createReport: "Create report",
  useTheme: (theme: string) => `Use ${theme} theme`,
  shortcuts: { "Ctrl K": "open this", "↑ ↓": "choose", Enter: "open or run", Esc: "close" },
  placeholder: "Screen, action, name, ID or API key",
  screens: "Screens",
  ids: "ID",
  goToRecord: (noun: string, id: string) => `Go to ${noun} ${id}`,
  secretIncomplete: "This API key is incomplete or mistyped. Nothing was sent.",
  secretNotFound: (organizationName: string) => `${organizationName} has no API key with this secret.`,
});

export const records = catalog({
  apiKeys: "API keys",
  webhooks: "Webhooks",
  reports: "Reports",
  members: "Members",
  actions: "Actions",
  rotateKey: (name: string) => `Rotate key ${name}`,
  revokeKey: (name: string) => `Revoke key ${name}`,
});

export const recordNouns = catalog({
  apiKey: "API key",
  webhook: "webhook",
  delivery: "delivery",
  event: "event",
  request: "request",
  report: "report",
  export: "export",
});
