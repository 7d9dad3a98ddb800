import { acceptOnlyInvitation } from "./areas/team/domain.accept.ts";

/** What the areas owe a person who has just signed in. */
export const afterSignIn = acceptOnlyInvitation;
