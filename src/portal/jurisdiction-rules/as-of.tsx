import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { isOlderThanAYear } from "../../contract/values/rule-age.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { formatDate, formatTime } from "../ui/format.ts";
import { findToday } from "../ui/today.ts";
import { verification as t } from "./strings.ts";

interface AsOfProps {
  asOf: string;
  /** Says in words what a row of a table says by a sign. */
  inWords?: boolean;
}

/** The month or day of which the text of a rule or a template is; a text older than a year says so. */
export function AsOf({ asOf, inWords = false }: AsOfProps) {
  const { timezone } = useOrganization();
  const [today] = useState(() => findToday(timezone));
  const isOld = isOlderThanAYear(asOf, today);
  if (inWords) return isOld ? t.oldAsOf(formatAsOf(asOf)) : formatAsOf(asOf);
  return (
    <span className="whitespace-nowrap" title={isOld ? t.isOld : undefined}>
      {formatAsOf(asOf)}
      {isOld && (
        <>
          <TriangleAlert aria-hidden className="ml-1.5 inline size-4 align-[-0.1875rem] text-warning" />
          <span className="sr-only">{t.isOld}</span>
        </>
      )}
    </span>
  );
}

/** "Jun 2025", or "Nov 29, 2026" of a day. */
const formatAsOf = (asOf: string) =>
  asOf.length > 7 ? formatDate(asOf) : formatTime(asOf, { year: "numeric", month: "short", timeZone: "UTC" });
