// Separate from key-form.ts so that zod loads with the first validation, not with the screen.
import * as z from "zod";
import { NewServiceAccount, Purpose, type ServiceAccount } from "../../../areas/service-accounts/schema.ts";
import { Name, text } from "../../../contract/values/values.ts";
import { vendorScopes, type Scope } from "../../../contract/scopes.ts";
import { elevatedCeilingMessage, findCeiling } from "./expiry.ts";
import { validateHost, validateNetwork } from "./host-and-network.ts";
import { findElevated, findOnBehalf } from "../scopes/scope-grid.ts";
import { listRequested } from "../scopes/wanted-scopes.ts";
import { keyFormSchema as t } from "./lazy-strings.ts";

function checked(validate: (entry: string) => string | null) {
  return z
    .array(
      z.string().superRefine((entry, context) => {
        const fault = validate(entry);
        if (fault !== null) context.addIssue({ code: "custom", message: fault });
      }),
    )
    .max(50, t.atMost50);
}

/** Names the tag that the message is about, if it is about one. */
function describeTagIssue({ code, path: [place], message }: z.core.$ZodIssue, tags: readonly string[]): string {
  if (typeof place === "number") return `“${tags[place] ?? ""}” ${message}`;
  return code === "too_big" ? t.atMost5Tags : message;
}

// The operation's schema, preceded by messages for people.
const NewKey = NewServiceAccount.extend({
  name: z
    .string()
    .refine((name) => name.trim() !== "", t.enterName)
    .pipe(Name),
  description: text(0, 500).transform((description) => (description.trim() === "" ? null : description)),
  ownerMemberId: NewServiceAccount.shape.ownerMemberId.unwrap(),
  tags: z
    .string()
    .transform((tags) =>
      tags
        .split(",")
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
    )
    .superRefine((tags, context) => {
      const [issue] = NewServiceAccount.shape.tags.safeParse(tags).error?.issues ?? [];
      if (issue !== undefined) context.addIssue({ code: "custom", message: describeTagIssue(issue, tags) });
    }),
  validUntil: z.string().min(1, t.chooseExpiry).pipe(NewServiceAccount.shape.validUntil),
  purpose: z
    .string()
    .refine((purpose) => purpose.trim().length >= 10, t.enterWhyScope)
    .pipe(Purpose)
    .optional(),
  webhookAllowedHosts: checked(validateHost),
  allowedNetworks: checked(validateNetwork),
  actingAttorneyId: NewServiceAccount.shape.actingAttorneyId.unwrap(),
  reportIncludeChildOrganizations: z.boolean(),
  mcpSensitiveRecords: z.boolean(),
  vendorContactId: NewServiceAccount.shape.vendorContactId.unwrap(),
});

type Refinement = { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void };

function validateScopes(
  values: { scopes: readonly Scope[]; actingAttorneyId: string | null; vendorContactId: string | null },
  context: Refinement,
): void {
  const onBehalf = findOnBehalf(values.scopes);
  const closed = values.vendorContactId === null ? [] : values.scopes.filter((scope) => !vendorScopes.has(scope));
  if (closed.length > 0) {
    context.addIssue({ code: "custom", path: ["vendorContactId"], message: t.keyBoundToVendor(closed.join(", ")) });
  }
  if (onBehalf.length > 0 && values.actingAttorneyId === null) {
    context.addIssue({
      code: "custom",
      path: ["actingAttorneyId"],
      message: t.chooseActingAttorney(onBehalf.join(", ")),
    });
  }
}

function requirePurpose(context: Refinement): void {
  context.addIssue({ code: "custom", path: ["purpose"], message: t.enterWhyElevatedScopes });
}

export const NewKeyForm = NewKey.superRefine((values, context) => {
  validateScopes(values, context);
  if (values.scopes.length === 0) context.addIssue({ code: "custom", path: ["scopes"], message: t.chooseAtLeastOne });
  const hasElevated = findElevated(values.scopes).length > 0;
  if (hasElevated && values.purpose === undefined) requirePurpose(context);
  const end = Date.parse(values.validUntil);
  const now = new Date();
  if (end <= now.getTime()) context.addIssue({ code: "custom", path: ["validUntil"], message: t.chooseDateInFuture });
  if (end > findCeiling(hasElevated, now).getTime()) {
    context.addIssue({
      code: "custom",
      path: ["validUntil"],
      message: hasElevated ? elevatedCeilingMessage : t.keysExpireAfter,
    });
  }
});
/** The expiry is only carried along; a rotation changes it. */
export function editForm(key: ServiceAccount) {
  return NewKey.superRefine((values, context) => {
    validateScopes(values, context);
    if (listRequested(key, values.scopes).length > 0 && values.purpose === undefined) requirePurpose(context);
  });
}
