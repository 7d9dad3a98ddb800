import { catalog } from "../client/catalog.ts";

export const sandboxScreen = catalog({
  title: "Sandbox",
  description: "A separate organization with sample records for testing integrations.",
  manageTheSandbox: "create and reset the sandbox",
  noSandboxYet: "No sandbox yet",
  whatItIs:
    "Test integrations without touching your firm’s records. A sandbox has its own API keys, sends no email or text to anyone, and appears in no report of your firm. You can reset it at any time.",
  notLoaded: "The sandbox could not be loaded",
  createSandbox: "Create sandbox",
  openSandbox: "Open sandbox",
  opening: "Opening the sandbox…",
  resetSandbox: "Reset sandbox",
  deleteSandbox: "Delete sandbox",
  noun: "sandbox",
  deletionConsequence:
    "and all its records are deleted, and its API keys stop working immediately. Records of your firm do not change.",
  wasDeleted: "Sandbox deleted.",
  state: "State",
  states: {
    ready: "Ready",
    filling: "Creating sample records…",
    resetting: "Resetting…",
    failed: "The last reset failed. No records were changed. Reset the sandbox again.",
  },
  records: "Records",
  contents: { empty: "Empty", examples: "Sample records" },
  limits: "Rate limits per key",
  limitsAMinute: ({ read, write, sensitive }: { read: string; write: string; sensitive: string }) =>
    `${read} reads, ${write} writes and ${sensitive} sensitive requests per minute`,
  created: "Created",
  lastReset: "Last reset",
  never: "Never",
});

export const contentsDialog = catalog({
  records: "Records",
  titles: { examples: "With sample records", empty: "Empty" },
  hints: {
    examples: "About 20 cases of a fictional firm, with their related records.",
    empty: "Members only. Your integrations create the records.",
  },
});

export const createDialog = catalog({
  title: "Create sandbox",
  description: "Do not enter real people’s data in a sandbox, such as your firm’s clients or cases.",
  action: "Create sandbox",
  done: "Sandbox created.",
});

export const resetDialog = catalog({
  title: "Reset sandbox",
  description:
    "Deletes all records, files and events of the sandbox. Members, API keys, webhooks and the audit log stay.",
  action: "Reset sandbox",
  done: "The sandbox is being reset.",
});
