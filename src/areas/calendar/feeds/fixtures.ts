import ICAL from "ical.js";
import { addDays } from "../../../platform/recurrence-rule.ts";
import type { TestServer } from "../../../testing/harness/server.ts";
import { insertFor, type TestTenant } from "../../../testing/harness/tenant.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../../team/fixtures.ts";
import type { CalendarFeed } from "./schema.ts";

/** A firm with a member who manages it, and one who has feeds. */
export interface FeedScene {
  tenant: TestTenant;
  manager: SignedInMember;
  member: SignedInMember;
}

export async function createFeedScene(server: TestServer): Promise<FeedScene> {
  const { tenant, manager } = await createManagedTenant(server);
  return { tenant, manager, member: await signInMember(server, tenant) };
}

export interface CreatedFeed {
  feed: CalendarFeed;
  path: string;
  token: string;
}

export async function createFeed(member: SignedInMember, input: object = { name: "Phone" }): Promise<CreatedFeed> {
  const { feed, url } = (await member.portal.mutate<{ feed: CalendarFeed; url: string }>("calendarFeeds.create", input))
    .data;
  return { feed, path: new URL(url).pathname, token: /cpc_\w+/.exec(url)?.[0] ?? "" };
}

/** What somebody else's parser makes of a feed. */
export function parseFeed({ text }: { text: string }) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const components = calendar.getAllSubcomponents("vevent");
  const names = new Set(components.flatMap((component) => component.getAllProperties().map(({ name }) => name)));
  return { calendar, entries: components.map((component) => new ICAL.Event(component)), names };
}

/** `YYYY-MM-DD`, so many days from today in UTC. */
export const dayFromToday = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);

export async function assignDeadline(tenant: TestTenant, deadlineId: string, memberId: string): Promise<void> {
  const { organizationId } = tenant;
  await insertFor(tenant, { DeadlineAssignee: { organizationId, deadlineId, memberId } });
}
