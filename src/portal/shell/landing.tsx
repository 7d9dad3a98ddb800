import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Loading } from "../ui/feedback/skeleton.tsx";
import { useOrganization } from "./account-context.tsx";
import { findLanding } from "./places.ts";
import { landing as t } from "./lazy-strings.ts";

/** Goes on to the first screen that the member may open. */
export function Landing() {
  const router = useRouter();
  const landing = findLanding(useOrganization());
  useEffect(() => router.replace(landing), [router, landing]);
  return <Loading what={t.continuing} />;
}
