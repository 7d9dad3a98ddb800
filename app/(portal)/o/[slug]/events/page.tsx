import type { Metadata } from "next";
import { EventsScreen } from "../../../../../src/portal/events/events-screen.tsx";
import { eventsScreen as t } from "../../../../../src/portal/events/lazy-strings.ts";

export const metadata: Metadata = { title: t.title };

export default function Page() {
  return <EventsScreen />;
}
