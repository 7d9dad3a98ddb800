// Apart from key-form.ts, so that zod loads when the first field is validated, not with the screen.
import * as z from "zod";
import { NewServiceAccount, Purpose } from "../../../areas/service-accounts/schema.ts";
import { Name } from "../../../contract/values.ts";
import type { ServiceAccount } from "../../../areas/service-accounts/schema.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { elevatedCeilingMessage, findCeiling } from "./expiry.ts";
import { validateHost, validateNetwork } from "./host-and-network.ts";
import { findElevated, findOnBehalf } from "./scope-grid.ts";
import { listRequested } from "./wanted-scopes.ts";

/** An entry of a list, with a sentence for what is wrong with it. */
function checked(validate: (entry: string) => string | null) {
  return z.array(
    z.string().superRefine((entry, context) => {
      const fault = validate(entry);
      if (fault !== null) context.addIssue({ code: "custom", message: fault });
    }),
  ).max(50, "At most 50");
}

// The operation's own schema; in front of it stand sentences where the operation speaks to programs.
const NewKey = NewServiceAccount.extend({
  name: z.string().refine((name) => name.trim() !== "", "Enter a name").pipe(Name),
  validUntil: z.string().min(1, "Choose an expiry").pipe(NewServiceAccount.shape.validUntil),
  purpose: z.string().refine((purpose) => purpose.trim().length >= 10, "Enter why the scope is needed").pipe(Purpose).optional(),
  webhookAllowedHosts: checked(validateHost),
  allowedNetworks: checked(validateNetwork),
  actingAttorneyId: NewServiceAccount.shape.actingAttorneyId.unwrap(),
  reportIncludeChildOrganizations: z.boolean(),
});

type Refinement = { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void };

function validateScopes(values: { scopes: readonly Scope[]; actingAttorneyId: string | null }, context: Refinement): void {
  const onBehalf = findOnBehalf(values.scopes);
  if (onBehalf.length > 0 && values.actingAttorneyId === null) {
    context.addIssue({ code: "custom", path: ["actingAttorneyId"], message: `Choose an acting attorney. Required by ${onBehalf.join(", ")}` });
  }
}

function requirePurpose(context: Refinement): void {
  context.addIssue({ code: "custom", path: ["purpose"], message: "Enter why the elevated scopes are needed. Platform administrators decide based on it" });
}

/** The form of a new key. */
export const NewKeyForm = NewKey.superRefine((values, context) => {
  validateScopes(values, context);
  if (values.scopes.length === 0) context.addIssue({ code: "custom", path: ["scopes"], message: "Choose at least one scope" });
  const hasElevated = findElevated(values.scopes).length > 0;
  if (hasElevated && values.purpose === undefined) requirePurpose(context);
  const end = Date.parse(values.validUntil);
  const now = new Date();
  if (end <= now.getTime()) context.addIssue({ code: "custom", path: ["validUntil"], message: "Choose a date in the future" });
  if (end > findCeiling(hasElevated, now).getTime()) {
    context.addIssue({ code: "custom", path: ["validUntil"], message: hasElevated ? elevatedCeilingMessage : "Keys expire after at most two years" });
  }
});
/** The form that changes a key. Its end is carried along: only a rotation changes it. */
export function editForm(key: ServiceAccount) {
  return NewKey.superRefine((values, context) => {
    validateScopes(values, context);
    if (listRequested(key, values.scopes).length > 0 && values.purpose === undefined) requirePurpose(context);
  });
}
