import type { Metadata } from "next";
import { EventsScreen } from "../../../../../src/portal/events/events-screen.tsx";

export const metadata: Metadata = { title: "Events" };

export default function Page() {
  return <EventsScreen />;
}
