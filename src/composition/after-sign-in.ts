import { acceptOnlyInvitation } from "../areas/team/domain.accept.ts";

/** What the areas do after a person signs in. */
export const afterSignIn = acceptOnlyInvitation;
