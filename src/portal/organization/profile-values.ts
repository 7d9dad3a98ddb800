import type { PortalInputs, PortalOutputs } from "../client/trpc.ts";
import { orNone } from "../ui/forms/typed-text.ts";
import { readContacts, splitList, toContacts, type ContactValues } from "./contact-values.ts";

export type Profile = PortalOutputs["organization"]["get"]["organization"];
export type Changes = PortalInputs["organization"]["update"];

/** The organization's settings as the form has them. */
export interface ProfileValues extends ContactValues {
  name: string;
  legalName: string;
  timezone: string;
  workdayStartsAt: string;
  workdayEndsAt: string;
  email: string;
  website: string;
  /** Percent. */
  fee: string;
  practiceAreas: string;
  jurisdictions: string;
  memberEmailDomains: string;
  keysVisibleTo: readonly string[];
  hostedAssistantsAllowed: boolean;
}

export function readProfile(profile: Profile): ProfileValues {
  const {
    name,
    legalName,
    timezone,
    workdayStartsAt,
    workdayEndsAt,
    email,
    website,
    defaultFeeBasisPoints,
    practiceAreas,
    jurisdictions,
    memberEmailDomains,
    keysVisibleTo,
    hostedAssistantsAllowed,
  } = profile;
  return {
    ...readContacts(profile),
    name,
    legalName,
    timezone,
    workdayStartsAt,
    workdayEndsAt,
    keysVisibleTo,
    hostedAssistantsAllowed,
    email: email ?? "",
    website: website ?? "",
    fee: defaultFeeBasisPoints === null ? "" : String(defaultFeeBasisPoints / 100),
    practiceAreas: practiceAreas.join(", "),
    jurisdictions: jurisdictions.join(", "),
    memberEmailDomains: memberEmailDomains.join(", "),
  };
}

function toRequest(values: ProfileValues) {
  const { name, legalName, timezone, workdayStartsAt, workdayEndsAt, fee, keysVisibleTo, hostedAssistantsAllowed } =
    values;
  return {
    ...toContacts(values),
    name: name.trim(),
    legalName: legalName.trim(),
    timezone,
    workdayStartsAt,
    workdayEndsAt,
    email: orNone(values.email),
    website: orNone(values.website),
    defaultFeeBasisPoints: fee.trim() === "" ? null : Math.round(Number(fee) * 100),
    practiceAreas: splitList(values.practiceAreas),
    jurisdictions: splitList(values.jurisdictions.toUpperCase()) as NonNullable<Changes["jurisdictions"]>,
    memberEmailDomains: splitList(values.memberEmailDomains.toLowerCase()),
    keysVisibleTo: keysVisibleTo.toSorted(),
    hostedAssistantsAllowed,
  } satisfies Changes;
}

/** Only what was changed here, so that it does not undo what another member changed meanwhile. */
export function listChanges(before: ProfileValues, after: ProfileValues): Changes {
  const sent = toRequest(before);
  return Object.fromEntries(
    Object.entries(toRequest(after)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(sent[field as keyof typeof sent]),
    ),
  );
}
