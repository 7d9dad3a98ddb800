import { errorReasons } from "../../contract/errors/error-reasons.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { TextLink } from "../ui/link.tsx";
import { formatShare } from "../usage/usage-figures.ts";
import { formatNumber } from "../ui/format.ts";
import type { Reason } from "./overview-figures.ts";
import { reasonsCard as t } from "./strings.ts";

/** @param total all requests of the day */
export function ReasonsCard({ reasons, total }: { reasons: readonly Reason[]; total: number }) {
  if (total === 0) return null;
  return (
    <SectionCard title={t.errors} description={t.errorsDescription}>
      {reasons.length === 0 ? (
        <p className="text-sm text-muted">{t.noRequestFailed}</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {reasons.map((reason) => (
            <ReasonLine key={reason.reason} reason={reason} total={total} most={reasons[0]?.requests ?? 1} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

/** The filters of the request log's screen. */
function writeFilters({ reason, keyCount, keyId }: Reason): string {
  return new URLSearchParams({ reason, ...(keyCount === 1 && { key: keyId }), time: "day" }).toString();
}

function ReasonLine({ reason, total, most }: { reason: Reason; total: number; most: number }) {
  const { href } = useOrganization();
  const { requests, weekBefore, keyCount, keyName } = reason;
  const { label } = errorReasons[reason.reason];
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_auto] sm:items-center">
      <span className="min-w-0">
        <span className="font-semibold">{label}</span>
        <span className="block text-[0.8125rem] text-muted wrap-anywhere">
          {keyCount > 1 ? t.keys(keyCount, keyName) : keyName}
        </span>
      </span>
      <span>
        <span className="flex justify-between gap-3 tabular-nums">
          <span>
            {formatNumber(requests)} <span className="text-muted">({formatShare(requests, total)})</span>
          </span>
          <span className="text-muted">{t.weekBefore(formatNumber(weekBefore))}</span>
        </span>
        <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
          <span className="block h-full rounded-full bg-warning" style={{ width: `${(requests / most) * 100}%` }} />
        </span>
      </span>
      <TextLink href={href(`/request-logs?${writeFilters(reason)}`)} className="py-1">
        {t.viewRequests(
          (text) => (
            <span className="sr-only">{text}</span>
          ),
          keyName,
          label,
        )}
      </TextLink>
    </li>
  );
}
