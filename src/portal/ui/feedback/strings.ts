import { catalog } from "../../client/catalog.ts";

export const errorState = catalog({ couldNotLoadContent: "Could not load this content", tryAgain: "Try again" });

export const queryFallback = catalog({ couldNotLoad: (what: string) => `Could not load ${what}` });

export const later = catalog({
  offline: "You’re offline. Nothing was changed.",
  notReached: "Caseport could not be reached. Nothing was changed.",
  tryAgain: "Try again",
});

export const skeleton = catalog({ loading: "Loading…", waiting: (what: string) => `${what}…` });
