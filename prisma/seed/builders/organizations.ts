import { randomUUID } from "node:crypto";
import { federalTemplate } from "../../../src/areas/organization/holiday-calendars/domain.templates.ts";
import { newId, type Given, type Values } from "./records.ts";

/** An organization without a headquarters. */
export const buildOrganization = (values: Partial<Values<"Organization">>): Values<"Organization"> => ({
  id: newId("organization", values.createdAt),
  name: "Test Firm",
  legalName: "Test Firm LLP",
  slug: randomUUID(),
  ...values,
});

/** An active paralegal, Nora Quill, with an email address that no other member has. */
export function buildMember(values: Given<"Member", "organizationId">): Values<"Member"> {
  const id = values.id ?? newId("member", values.createdAt);
  return { id, firstName: "Nora", lastName: "Quill", email: `${id}@firm.example`, role: "paralegal", ...values };
}

/** A team without members, named by its ID. */
export function buildTeam(values: Given<"Team", "organizationId">): Values<"Team"> {
  const id = values.id ?? newId("team", values.createdAt);
  return { id, name: id, ...values };
}

/** An office, named by its ID. */
export function buildOffice(values: Given<"Office", "organizationId">): Values<"Office"> {
  const id = values.id ?? newId("office", values.createdAt);
  return { id, name: `Office ${id}`, ...values };
}

/** The federal calendar as the organization's own, unverified. */
export function buildHolidayCalendar(values: Given<"HolidayCalendar", "organizationId">): Values<"HolidayCalendar"> {
  const id = values.id ?? newId("holidayCalendar", values.createdAt);
  const { kind, rules } = federalTemplate;
  return { id, name: `Calendar ${id}`, kind, rules, ...values };
}
