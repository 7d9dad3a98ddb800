import type { Metadata } from "next";
import { EventScreen } from "../../../../../../src/portal/events/event-screen.tsx";

export const metadata: Metadata = { title: "Event" };

export default async function Page({ params }: { params: Promise<{ eventId: string }> }) {
  const { eventId } = await params;
  return <EventScreen key={eventId} eventId={eventId} />;
}
