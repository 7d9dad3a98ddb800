import { notFound } from "next/navigation";

/** A path without a screen: not-found.tsx shows it inside the organization's frame. */
export default function Page() {
  notFound();
}
