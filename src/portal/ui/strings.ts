import { catalog, rich, type Wrap } from "../client/catalog.ts";
import { plural } from "./plural.ts";

export const dataTable = catalog({
  columns: "Columns",
  exportCsv: (hidden: Wrap, caption: string) => rich`Export CSV${hidden(` of what is shown: ${caption}`)}`,
});

export const loadMore = catalog({ shown: "shown, more available", showMore: "Show more" });

export const storeOnce = catalog({
  store: (noun: string) => `Store the ${noun}`, done: "Done", iHaveStored: (noun: string) => `I have stored the ${noun}`,
});

export const createBar = catalog({
  wasNotCreated: (noun: string) => `The ${noun} was not created`,
  fieldsNeedAttention: (faults: number) => plural(faults, "# field needs attention.", "# fields need attention."),
  cancel: "Cancel", create: (noun: string) => `Create ${noun}`,
});

export const saveBar = catalog({
  unsavedChanges: "Unsaved changes", someFieldsNeedAttention: "Some fields need attention.", noChanges: "No changes",
  discardChanges: "Discard changes", saveChanges: "Save changes",
});

export const secretInput = catalog({ show: (what: string) => `Show ${what}` });

export const alertDialogPanel = catalog({ cancel: "Cancel" });

export const dialogPanel = catalog({ dialogSide: "dialog side", close: "Close" });

export const formDialog = catalog({ cancel: "Cancel" });

/** The sign-in screens show it, too. */
export const passwordInputStrings = { en: ["Show password", "Hide password"], es: ["Mostrar la contraseña", "Ocultar la contraseña"] } as const;

export const guardedTabs = catalog({
  leaveWithoutSaving: "Leave without saving?", leaveWithoutSavingDescription: "Your changes on this page will be lost.", leavePage: "Leave page",
});

export const statusBadge = catalog({
  active: "Active", expiring: "Expiring", paused: "Paused", expired: "Expired", revoked: "Revoked", needsAttention: "Needs attention",
  pending: "Pending", granted: "Granted", denied: "Denied", withdrawn: "Withdrawn", invited: "Invited", suspended: "Suspended",
  deactivated: "Deactivated", failing: "Failing", stopped: "Stopped", disabled: "Disabled", succeeded: "Succeeded", failed: "Failed",
  abandoned: "Abandoned",
});
