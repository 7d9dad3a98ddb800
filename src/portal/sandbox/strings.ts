import { catalog } from "../client/catalog.ts";

export const sandboxScreen = catalog({
  title: "Sandbox",
  description: "A separate organization with made-up records, for trying integrations.",
  manageTheSandbox: "create and reset the sandbox",
  noSandboxYet: "No sandbox yet",
  whatItIs:
    "Try integrations without touching your firm’s records. A sandbox has its own API keys, sends no email or text to anyone, and appears in no report of your firm. Reset it whenever you like.",
  notLoaded: "The sandbox could not be loaded",
  createSandbox: "Create sandbox",
  openSandbox: "Open sandbox",
  opening: "Opening the sandbox.",
  resetSandbox: "Reset sandbox",
  deleteSandbox: "Delete sandbox",
  noun: "sandbox",
  deletionConsequence:
    "and all its records are deleted, and its API keys stop working at once. Records of your firm do not change.",
  wasDeleted: "Sandbox deleted.",
  state: "State",
  states: {
    ready: "Ready",
    filling: "Writing example records…",
    resetting: "Resetting…",
    failed: "The last reset failed. The records are as they were: reset it again.",
  },
  records: "Records",
  contents: { empty: "Empty", examples: "Example records" },
  limits: "Requests a minute and key",
  limitsAMinute: ({ read, write, sensitive }: { read: string; write: string; sensitive: string }) =>
    `${read} reads, ${write} writes, ${sensitive} sensitive`,
  created: "Created",
  lastReset: "Last reset",
  never: "Never",
});

export const contentsDialog = catalog({
  records: "Records",
  titles: { examples: "With example records", empty: "Empty" },
  hints: {
    examples: "About 20 cases of a made-up firm, with all that belongs to them.",
    empty: "Only members. Integrations create the records.",
  },
});

export const createDialog = catalog({
  title: "Create sandbox",
  description: "Never enter data of real people in a sandbox: no clients, no patients, no case of your firm.",
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
