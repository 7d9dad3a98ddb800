import { formatCents } from "../ui/format.ts";
import { feeTerms as t } from "./lazy-strings.ts";
import type { Referral } from "./views.ts";

type Terms = NonNullable<Referral["terms"]>;

const percents = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 2 });

/** "1/3 of the attorney fee" */
export function describeShare({ rate, flatCents }: Pick<Terms, "rate" | "flatCents">): string {
  if (flatCents !== null) return formatCents(flatCents);
  if (rate === null) return t.noShare;
  return t.share(
    "basisPoints" in rate ? percents.format(rate.basisPoints / 10_000) : t.fraction(rate.numerator, rate.denominator),
  );
}

/** Who pays what to whom, as sentences for the person who agrees to it. */
export function describeTerms({ direction, partnerFirm: { name } }: Referral, terms: Terms): string {
  const { type, basis, updatesEveryDays } = terms;
  if (type === "none") return t.noFee(updatesEveryDays);
  const pays = direction === "inbound" ? t.yourFirmPays : t.otherFirmPays;
  return [pays(name, describeShare(terms)), t.withBasis[basis], t.updates(updatesEveryDays)].join(" ");
}
