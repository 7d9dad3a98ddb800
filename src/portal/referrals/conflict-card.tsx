import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Badge, type BadgeTone } from "../ui/feedback/badge.tsx";
import { later } from "../ui/feedback/later.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { conflictCard as t } from "./lazy-strings.ts";
import { useInvalidateReferrals, type Referral } from "./views.ts";

const RunCheckDialog = later(() => import("./conflict-dialogs.tsx").then((file) => file.RunCheckDialog));
const CloseCheckDialog = later(() => import("./conflict-dialogs.tsx").then((file) => file.CloseCheckDialog));

type Check = NonNullable<PortalOutputs["referrals"]["getConflictCheck"]["check"]>;
type Result = Check["results"][number];
type Decision = Check["conflictCheck"]["decision"];

const tones: Readonly<Record<Decision, BadgeTone>> = {
  pending: "info",
  clear: "success",
  conflict: "danger",
  waived: "warning",
};

/** The conflict check of a referral from another firm, before the firm takes the matter. */
export function ConflictCard({ referral }: { referral: Referral }) {
  const trpc = useTRPC();
  const [opened, setOpened] = useState<"run" | "close" | null>(null);
  const { data } = useQuery(trpc.referrals.getConflictCheck.queryOptions({ referralId: referral.id }));
  const { data: profile } = useQuery(trpc.referralProfile.get.queryOptions({}));
  if (data === undefined || profile === undefined) return null;
  const { check } = data;
  const isOpen = referral.availableTransitions.includes("accepted");
  const isClosable = check !== null && check.conflictCheck.decision === "pending";
  const isRequired = profile.referralProfile.needsConflictCheck && referral.channel === "network";
  return (
    <SectionCard
      title={t.title}
      description={isRequired ? t.required : t.notRequired}
      why="fields#conflict-check-of-a-referral"
      actions={
        <>
          {isOpen && <Button onClick={() => setOpened("run")}>{check === null ? t.run : t.runAgain}</Button>}
          {isClosable && (
            <Button
              variant="primary"
              disabled={check.conflictCheck.undecidedCount > 0}
              onClick={() => setOpened("close")}
            >
              {t.close}
            </Button>
          )}
        </>
      }
    >
      {check === null ? (
        <p className="text-sm text-muted">{t.notRun}</p>
      ) : (
        <CheckView referral={referral} check={check} />
      )}
      {opened === "run" && <RunCheckDialog referral={referral} onClose={() => setOpened(null)} />}
      {opened === "close" && check !== null && (
        <CloseCheckDialog referral={referral} check={check.conflictCheck} onClose={() => setOpened(null)} />
      )}
    </SectionCard>
  );
}

function CheckView({ referral, check: { conflictCheck, results } }: { referral: Referral; check: Check }) {
  const { decision, terms, createdAt, isCut, commonWords } = conflictCheck;
  return (
    <div className="grid gap-5">
      <DescriptionList
        facts={[
          [
            t.decision,
            <Badge key="decision" tone={tones[decision]}>
              {t.decisions[decision]}
            </Badge>,
          ],
          [t.names, terms.flatMap(({ name }) => (name === null ? [] : [name])).join(", ")],
          [t.ran, <RelativeTime key="ran" instant={createdAt} />],
        ]}
      />
      {isCut && <p className="text-sm text-muted">{t.isCut}</p>}
      {commonWords.length > 0 && <p className="text-sm text-muted">{t.common(commonWords.join(", "))}</p>}
      {results.length === 0 ? (
        <p className="text-sm text-muted">{t.noResults}</p>
      ) : (
        <ul aria-label={t.results} className="grid gap-4 text-sm">
          {results.map((result) => (
            <ResultLine key={result.id} referral={referral} result={result} isDecidable={decision === "pending"} />
          ))}
        </ul>
      )}
    </div>
  );
}

const decisions = Object.keys(t.resultDecisions) as Result["decision"][];

interface ResultLineProps {
  referral: Referral;
  result: Result;
  isDecidable: boolean;
}

function ResultLine({ referral, result, isDecidable }: ResultLineProps) {
  const trpc = useTRPC();
  const mutation = useChange(trpc.referrals.decideConflictResult.mutationOptions(), {
    successMessage: () => t.wasDecided,
    invalidate: useInvalidateReferrals(),
  });
  const { id, entity, entityId, decision, matchBand, caseTitle, role } = result;
  const name = entityId === null ? t.hidden : result.displayName;
  const facts = [t.entities[entity], matchBand === null ? null : t.bands[matchBand], role, caseTitle];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-muted wrap-anywhere">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      </div>
      {isDecidable ? (
        <OneOf
          aria-label={t.decisionOf(name)}
          className="w-52"
          values={decisions}
          name={(each) => t.resultDecisions[each]}
          value={mutation.isPending ? mutation.variables.decision : decision}
          disabled={mutation.isPending}
          onChange={(to) => mutation.mutate({ referralId: referral.id, resultId: id, decision: to })}
        />
      ) : (
        <span>{t.resultDecisions[decision]}</span>
      )}
    </li>
  );
}
