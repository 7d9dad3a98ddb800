import { catalog, rich, type Wrap } from "../../client/catalog.ts";
import { plural } from "../../ui/plural.ts";

export const abilities = catalog({
  more: (count: number) => `${count} more`,
  readsAndWrites: (areas: string) => `Read, create and change ${areas}.`,
  reads: (areas: string) => `Read-only: ${areas}.`,
  writes: (areas: string) => `Create and change ${areas}, without read access.`,
  createAnything: "create or change anything",
  read: (areas: string) => `read ${areas}`,
  readOrChange: (areas: string) => `read or change ${areas}`,
  revealIdentifiers: "reveal client identifiers, such as a social security number",
  changeKeys: "create or change API keys",
  sensitiveForAssistants: "Also sensitive records",
  notForAssistants: "Without sensitive records",
});

export const presetChoice = catalog({
  startFromPreset: "Start from a preset",
  chooseOneByOne: "Choose scopes one by one",
  changeScopes: "Change scopes",
  changePreset: "Change preset",
  undo: "Undo",
});

export const scopeGrid = catalog({
  records: "Records",
  otherAreas: { org: "Organization", reports: "Reports and exports", events: "Events", webhooks: "Webhooks" },
  elevated: "elevated",
  actingAttorney: "acting attorney",
  noScopes: "No scopes",
  scopes: (count: number) => plural(count, "# scope", "# scopes"),
  countElevated: (count: number) => `${count} elevated`,
  countPending: (count: number) => `${count} pending`,
});

export const scopeMarks = catalog({ elevated: "Elevated" });

export const scopePicker = catalog({
  searchScopes: "Search scopes",
  noScopesSelected: "No scopes selected",
  clearAll: "Clear all",
  noMatch: (search: string, button: Wrap) => rich`No scopes match “${search}”. ${button("Show all")}`,
  scopesByArea: "Scopes by area",
  area: "Area",
  read: "Read",
  write: "Write",
  readArea: (label: string) => `Read ${label}`,
  writeArea: (label: string) => `Write ${label}`,
  elevatedCondition: "Elevated: a platform administrator decides within 14 days.",
  attorneyCondition: "Writing needs an acting attorney.",
  pending: "Pending",
});

export const scopePresets = catalog({
  readOnlySync: "Read-only sync",
  readOnlySyncDescription: "Copies the firm’s records to another system.",
  intakeForm: "Intake form",
  intakeFormDescription: "Receives inquiries from a website.",
  recordsRetrieval: "Records retrieval vendor",
  recordsRetrievalDescription: "Requests medical records and files them.",
  settlementAccounting: "Settlement accounting",
  settlementAccountingDescription: "Copies settlements, expenses and trust transactions to accounting software.",
  afterApproval: (sentence: string) => `After approval: ${sentence}`,
  needsAttorney: "Needs an acting attorney.",
});
