import { catalog } from "../../client/catalog.ts";

export const alertDialogPanel = catalog({ cancel: "Cancel" });

export const dialogPanel = catalog({ close: "Close" });

export const dropdownMenu = catalog({
  offline: "You’re offline. Reconnect, then try again.",
  notFetched: "The menu could not be fetched. Try again.",
});

export const formDialog = catalog({ cancel: "Cancel" });

export const toast = catalog({ dismiss: "Dismiss" });
