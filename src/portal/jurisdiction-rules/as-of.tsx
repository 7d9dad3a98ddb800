import { useState } from "react";
import { isOlderThanAYear } from "../../contract/values/rule-age.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { findToday } from "../ui/today.ts";
import { verification as t } from "./strings.ts";

/** The month in which a rule or a template was written; a text older than a year says so. */
export function AsOfCell({ asOf }: { asOf: string }) {
  const { timezone } = useOrganization();
  const [today] = useState(() => findToday(timezone));
  return (
    <>
      <span className="whitespace-nowrap">{asOf}</span>{" "}
      {isOlderThanAYear(asOf, today) && <p className="mt-1 text-[0.8125rem] text-muted">{t.isOld}</p>}
    </>
  );
}
