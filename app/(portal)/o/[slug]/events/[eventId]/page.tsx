import type { Metadata } from "next";
import { EventScreen } from "../../../../../../src/portal/events/event-screen.tsx";
import { eventScreen as t } from "../../../../../../src/portal/events/lazy-strings.ts";

export const metadata: Metadata = { title: t.pageTitle };

export default async function Page({ params }: { params: Promise<{ eventId: string }> }) {
  const { eventId } = await params;
  return <EventScreen key={eventId} eventId={eventId} />;
}
