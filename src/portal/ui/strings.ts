import { catalog, rich, type Wrap } from "../client/catalog.ts";

export const copyButton = catalog({ idle: "Copy", copied: "Copied", blocked: "Copying is blocked" });

export const dataTable = catalog({
  columns: "Columns",
  exportCsv: (hidden: Wrap, caption: string) => rich`Export CSV${hidden(` of what is shown: ${caption}`)}`,
});

export const guardedTabs = catalog({
  leaveWithoutSaving: "Leave without saving?",
  leaveWithoutSavingDescription: "Your changes on this page will be lost.",
  leavePage: "Leave page",
});

export const loadMore = catalog({ shown: "shown, more available", showMore: "Show more" });

export const pageHeader = catalog({ breadcrumb: "Breadcrumb" });

export const relativeTime = catalog({ never: "Never", justNow: "just now" });

export const storeOnce = catalog({
  store: (noun: string) => `Store the ${noun}`,
  done: "Done",
  iHaveStored: (noun: string) => `I have stored the ${noun}`,
  leaveWithoutStoring: (noun: string) => `Leave without storing the ${noun}?`,
  cannotBeShownAgain: "It cannot be shown again.",
  cannotBeShownAgainEach: "They cannot be shown again.",
  leavePage: "Leave page",
});
