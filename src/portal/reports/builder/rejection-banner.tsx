import { describeFault, type PortalError } from "../../client/portal-error.ts";
import { Banner } from "../../ui/feedback/banner.tsx";
import { joinList } from "../../ui/join-list.ts";
import { listPermissionTitles } from "../missing-data.ts";
import { rejectionBanner as t } from "./lazy-strings.ts";

export function RejectionBanner({ rejection }: { rejection: PortalError }) {
  const isStale = rejection.code === "STALE_REVISION";
  return (
    <Banner tone={isStale ? "warning" : "danger"} title={isStale ? t.wasChanged : t.wasNotSaved} live>
      {isStale ? t.nothingWasSaved : describeLacking(rejection)}
    </Banner>
  );
}

function describeLacking({ code, message }: PortalError): string {
  const titles = code === "FORBIDDEN" ? listPermissionTitles(message) : [];
  return titles.length === 0 ? describeFault(message) : t.requires(joinList(titles.map((title) => `“${title}”`)));
}
